"""Two values of one table, side by side: what of it differs, and who may notice."""

from hanamachi.core.game import Seat
from hanamachi.server.tables.absence import allowed_at
from hanamachi.server.tables.model import Playing, Snapshot, Window, running_of


def window_of(snapshot: Snapshot) -> Window | None:
    return snapshot.window if isinstance(snapshot, Playing) else None


def who_is_missed(snapshot: Snapshot) -> object:
    """What decides, besides who is here, about whose absence counts."""
    if not isinstance(snapshot, Playing):
        return None
    may = [allowed_at(snapshot, seat) for seat in range(len(snapshot.seats))]
    return snapshot.table.result is None, snapshot.table.bots, snapshot.aside.votes, snapshot.aside.quits, may


def readers_of(snapshot: Snapshot) -> tuple[str, ...]:
    return snapshot.aside.readers if isinstance(snapshot, Playing) else ()


def asked_at(snapshot: Snapshot) -> int | None:
    """The question whose window is open."""
    window = window_of(snapshot)
    return window.asked if window else None


def clock_of(snapshot: Snapshot) -> tuple[Seat, int] | None:
    """For whom time runs, and about which question."""
    running = running_of(snapshot)
    return (running.seat, running.asked) if running else None


def is_shared(snapshot: Snapshot) -> bool:
    return any(held.kind == "shared" for held in snapshot.seats)


def same(one: Snapshot, other: Snapshot) -> bool:
    """Whether two values of a table are kept as the same."""
    return window_of(one) == window_of(other) and looks_same(one, other)


def looks_same(one: Snapshot, other: Snapshot) -> bool:
    """Whether nobody but the asked seat could tell two values apart."""
    if not isinstance(one, Playing) or not isinstance(other, Playing):
        return one == other
    rows = one.table.rows == other.table.rows
    beside = (one.seats, one.child, one.aside) == (other.seats, other.child, other.aside)
    return rows and beside and one.clocks == other.clocks and asked_at(one) == asked_at(other)


def sealed_alone(before: Snapshot, after: Snapshot) -> Seat | None:
    """The seat that alone may notice a change: an answer was sealed, and nothing else happened."""
    window = window_of(after)
    return window.seat if window and looks_same(before, after) else None
