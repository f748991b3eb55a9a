"""Decide who is notified of a change of a table, and why. Pure functions of the table before and after it."""

from typing import Literal

from hanamachi.server.tables.model import Playing, Snapshot, running_of
from hanamachi.server.tables.time_control import Days

Kind = Literal["turn", "began", "challenge", "half", "tenth", "flag"]
REMINDERS: tuple[Kind, ...] = ("half", "tenth")  # of a clock that counts days
NEEDS_ANSWER = ("turn", "challenge", "half", "tenth")  # not sent once the table does not wait for the user


def recipients(before: Snapshot, after: Snapshot) -> dict[str, Kind]:
    """Return the users whose game began or whose turn it is now."""
    if not isinstance(after, Playing) or after.setup.lesson or after.damaged:
        return {}
    awaited, kinds = awaited_user(after), dict[str, Kind]()
    if not isinstance(before, Playing):
        kinds = {held.guest: "began" for held in after.seats if held.guest}
    if awaited and (not isinstance(before, Playing) or awaited_user(before) != awaited):
        kinds[awaited] = "turn"
    return kinds


def reminded(before: Snapshot, after: Snapshot) -> dict[str, Kind]:
    """Return whose clock of days came to half, to its last tenth or to its end with this change."""
    running, now = running_of(before), running_of(after)
    if running is None or not isinstance(after, Playing) or not isinstance(after.setup.clock, Days):
        return {}
    user = after.seats[running.seat].guest or ""
    if now and now.asked == running.asked and now.signals > running.signals:
        return {user: REMINDERS[running.signals]}
    assert after.clocks is not None
    return {user: "flag"} if not after.clocks.left[running.seat] else {}


def challenged(snapshot: Snapshot) -> set[str]:
    """Return the users to whom a new table is offered, as a challenge or a rematch."""
    offered_by, seats = snapshot.setup.offered_by, snapshot.seats
    if offered_by is None:
        return set()
    return {held.guest for held in seats if held.guest} - {seats[offered_by].guest or ""}


def awaited_user(snapshot: Playing) -> str | None:
    """Return the user who has to decide and has time for it; None for a bot or a window of seconds."""
    table = snapshot.table
    if table.result or table.actor is None or table.actor in table.bots or snapshot.window_seat() is not None:
        return None
    return snapshot.seats[table.actor].guest
