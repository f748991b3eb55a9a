"""Pause between two rounds until each player has read how the last one ended.

All can see for whom the game waits. The worker that attends to the table ends the break after a while.
"""

from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.model import Playing, Snapshot

LONGEST = (
    30.0  # seconds: apps first show the last moves of the round, then there are twenty and more for reading
)


class Pause:
    """One break, and how long it may still take."""

    def __init__(self, number: int) -> None:
        self.number = number  # of the round before which it is
        self.ends = monotonic.now() + LONGEST

    def left(self) -> float:
        return max(0.0, self.ends - monotonic.now())


def round_ended(before: Snapshot, after: Snapshot) -> bool:
    """Return True if a new round has begun, except the first, and except in lessons."""
    if not isinstance(before, Playing) or not isinstance(after, Playing):
        return False
    if after.table.result or after.setup.lesson:
        return False
    return after.table.state.round > before.table.state.round
