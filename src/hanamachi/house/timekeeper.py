"""Keeps the house's time, and finds the tables at which time runs out, whether anybody looks on or not."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from hanamachi.core.words import Refusal
from hanamachi.house.asking import NEAR
from hanamachi.house.clocks import Live
from hanamachi.house.kept import running_of

if TYPE_CHECKING:
    from hanamachi.house.rooms import Rooms

BEAT = 1.0  # seconds
SWEEP = 15  # beats between two looks at all deadlines
MINUTE = 60  # beats between two writings of the house's time while no live clock runs


class Timekeeper:
    def __init__(self, rooms: "Rooms") -> None:
        self.rooms, self.hours = rooms, rooms.hours
        self.beats = 0
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.hours.keep()
        self.task = asyncio.create_task(self._run())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
            await self.hours.keep()

    async def _run(self) -> None:
        while True:
            await self.beat()
            await asyncio.sleep(BEAT)

    async def beat(self) -> None:
        self.hours.beat()
        if self.rooms.store.worker or self.hours.halted or self.beats % MINUTE == 0 or self._live():
            await self.hours.keep()
        if self.beats % SWEEP == 0:
            with contextlib.suppress(Refusal):
                await self.sweep()
        self.beats += 1

    def _live(self) -> bool:
        """Whether a clock runs here for which every second counts."""
        rooms = self.rooms.rooms.values()
        return any(running_of(room.kept) and isinstance(room.kept.setup.clock, Live) for room in rooms)

    async def sweep(self) -> None:
        """Tables whose time is nearly up are opened; each minds its own end then."""
        for table in await self.rooms.store.due(self.hours.now() + NEAR, self.rooms.crew.others):
            with contextlib.suppress(Refusal):
                async with self.rooms.visit(table) as room:
                    self.rooms.attend(room)
