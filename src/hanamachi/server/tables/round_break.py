"""Between two rounds a table waits for those who read how the last one ended.

It is public who is still waited for. Whoever attends to the table ends the wait after a while.
"""

import asyncio

from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.model import Playing, Snapshot

LONGEST = 20.0  # seconds


class Pause:
    """One wait: how long it may still take, and whether somebody looks at the clock."""

    def __init__(self, number: int) -> None:
        self.number = number  # of the round before which it is
        self.ends = monotonic.now() + LONGEST
        self.over = asyncio.Event()
        self.timed = False

    def left(self) -> float:
        return max(0.0, self.ends - monotonic.now())

    async def end(self) -> bool:
        """Whether the time is up before everybody has gone on."""
        waits = [asyncio.ensure_future(each) for each in (monotonic.sleep(self.left()), self.over.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            return not self.over.is_set()
        finally:
            for each in waits:
                each.cancel()


def round_ended(before: Snapshot, after: Snapshot) -> bool:
    """Whether another round has begun: not the first, and not where the game or a lesson goes its own way."""
    if not isinstance(before, Playing) or not isinstance(after, Playing):
        return False
    if after.table.result or after.setup.lesson:
        return False
    return after.table.state.round > before.table.state.round
