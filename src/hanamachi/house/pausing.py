"""Between two rounds a table waits for those who read how the last one ended.

It is public who is still waited for, and nothing is kept of it: after a restart nobody waits.
"""

import asyncio
from collections.abc import Iterable

from hanamachi.house import clock
from hanamachi.house.kept import Kept, Playing, people_at
from hanamachi.house.wire import PauseInfo

LONGEST = 20.0  # seconds


class Pause:
    def __init__(self, readers: Iterable[str]) -> None:
        self.readers = frozenset(readers)  # guests who have not gone on yet
        self.ends = clock.now() + LONGEST
        self.over = asyncio.Event()
        self.timed = False  # whether somebody waits for its end

    def go_on(self, guest: str) -> bool:
        """Whether this guest was waited for."""
        waited = guest in self.readers
        self.readers -= {guest}
        if not self.readers:
            self.over.set()
        return waited

    def left(self) -> float:
        return max(0.0, self.ends - clock.now())

    async def end(self) -> None:
        """Everybody has gone on, or the time is up."""
        waits = [asyncio.ensure_future(each) for each in (clock.sleep(self.left()), self.over.wait())]
        try:
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for each in waits:
                each.cancel()


def round_ended(before: Kept, after: Kept) -> bool:
    """Whether another round has begun: not the first, and not where the game or a lesson goes its own way."""
    if not isinstance(before, Playing) or not isinstance(after, Playing):
        return False
    if after.table.result or after.setup.lesson:
        return False
    return after.table.state.round > before.table.state.round


def pause_info(kept: Playing, pause: Pause | None) -> PauseInfo | None:
    if pause is None:
        return None
    waiting = [seat for seat in people_at(kept) if kept.seats[seat].guest in pause.readers]
    return PauseInfo(round(1000 * LONGEST), round(1000 * pause.left()), waiting)
