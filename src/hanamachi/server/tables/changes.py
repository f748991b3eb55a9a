"""Two values of one table, side by side: what of it differs, and who may notice."""

from hanamachi.core.game import Seat
from hanamachi.server.tables.absence import allowed_at
from hanamachi.server.tables.model import Kept, Playing, Window, running_of


def window_of(kept: Kept) -> Window | None:
    return kept.window if isinstance(kept, Playing) else None


def who_is_missed(kept: Kept) -> object:
    """What decides, besides who is here, about whose absence counts."""
    if not isinstance(kept, Playing):
        return None
    may = [allowed_at(kept, seat) for seat in range(len(kept.seats))]
    return kept.table.result is None, kept.table.bots, kept.aside.votes, kept.aside.quits, may


def readers_of(kept: Kept) -> tuple[str, ...]:
    return kept.aside.readers if isinstance(kept, Playing) else ()


def asked_at(kept: Kept) -> int | None:
    """The question whose window is open."""
    window = window_of(kept)
    return window.asked if window else None


def clock_of(kept: Kept) -> tuple[Seat, int] | None:
    """For whom time runs, and about which question."""
    running = running_of(kept)
    return (running.seat, running.asked) if running else None


def is_shared(kept: Kept) -> bool:
    return any(held.kind == "shared" for held in kept.seats)


def same(one: Kept, other: Kept) -> bool:
    """Whether two values of a table are kept as the same."""
    return window_of(one) == window_of(other) and looks_same(one, other)


def looks_same(one: Kept, other: Kept) -> bool:
    """Whether nobody but the asked seat could tell two values apart."""
    if not isinstance(one, Playing) or not isinstance(other, Playing):
        return one == other
    rows = one.table.rows == other.table.rows
    beside = (one.seats, one.child, one.aside) == (other.seats, other.child, other.aside)
    return rows and beside and one.clocks == other.clocks and asked_at(one) == asked_at(other)


def sealed_alone(before: Kept, after: Kept) -> Seat | None:
    """The seat that alone may notice a change: an answer was sealed, and nothing else happened."""
    window = window_of(after)
    return window.seat if window and looks_same(before, after) else None
