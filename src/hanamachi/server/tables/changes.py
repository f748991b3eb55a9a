"""Compare two snapshots of one table: what changed, and what that means to watchers, lists and the lobby."""

from hanamachi.core.game import Seat
from hanamachi.server.tables.absence import allowed_at
from hanamachi.server.tables.model import Playing, Snapshot, running_of
from hanamachi.server.tables.time_control import Days


def who_is_missed(snapshot: Snapshot) -> object:
    """Return the facts of the game on which it depends whose absence matters."""
    if not isinstance(snapshot, Playing):
        return None
    may = [allowed_at(snapshot, seat) for seat in range(len(snapshot.seats))]
    return snapshot.table.result is None, snapshot.table.bots, snapshot.side.votes, snapshot.side.quits, may


def asked_at(snapshot: Snapshot) -> int | None:
    """Return the question whose answer window is open."""
    return snapshot.window.asked if snapshot.window else None


def clock_of(snapshot: Snapshot) -> tuple[Seat, int] | None:
    """Return the seat whose clock runs, and the question."""
    running = running_of(snapshot)
    return (running.seat, running.asked) if running else None


def is_shared(snapshot: Snapshot) -> bool:
    """Return True if several players share one screen."""
    return any(held.kind == "shared" for held in snapshot.seats)


def same(one: Snapshot, other: Snapshot) -> bool:
    """Return True if two snapshots are stored alike."""
    return one.window == other.window and looks_same(one, other)


def looks_same(one: Snapshot, other: Snapshot) -> bool:
    """Return True if two snapshots differ at most in the sealed answer of the open window."""
    if not isinstance(one, Playing) or not isinstance(other, Playing):
        return one == other
    rows = one.table.rows == other.table.rows
    beside = (one.seats, one.child, one.side) == (other.seats, other.child, other.side)
    return rows and beside and one.clocks == other.clocks and asked_at(one) == asked_at(other)


def sealed_alone(before: Snapshot, after: Snapshot) -> Seat | None:
    """Return the seat that sealed an answer, if nothing else changed: only its player may notice."""
    return after.window.seat if after.window and looks_same(before, after) else None


def changes_lists(before: Snapshot, after: Snapshot) -> bool:
    """Return True if the table's entry in its players' lists looks different now."""
    return list_entry(before) != list_entry(after)


def list_entry(snapshot: Snapshot) -> object:
    """Return what a list of games shows of a table: its seats, whose turn it is, and its deadline in days."""
    if not isinstance(snapshot, Playing):
        return snapshot.seats
    days = running_of(snapshot) if isinstance(snapshot.setup.clock, Days) else None
    return snapshot.seats, snapshot.table.actor, snapshot.table.result is None, snapshot.table.log.gone, days


def changed_list_entries(table: str, before: Snapshot, after: Snapshot) -> list[str]:
    """Return the tables whose list entries changed: this one, and a rematch that was just offered."""
    changed = [table] if changes_lists(before, after) else []
    return [*changed, after.child] if after.child and before.child != after.child else changed


def changes_lobby(before: Snapshot, after: Snapshot) -> bool:
    """Return True if a public table looks different in the lobby, or a match is no longer waited for."""
    if not after.setup.public and after.setup.until is None:
        return False
    return lobby_entry(before) != lobby_entry(after)


def lobby_entry(snapshot: Snapshot) -> object:
    return snapshot.seats, isinstance(snapshot, Playing) and snapshot.table.result is None
