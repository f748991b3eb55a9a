"""Keeps the house's time, and finds the tables at which time runs out, whether anybody looks on or not."""

import asyncio
import contextlib
from typing import TYPE_CHECKING

from hanamachi.core.words import Refusal
from hanamachi.server.live.automation import NEAR
from hanamachi.server.tables.model import runs_live

if TYPE_CHECKING:
    from hanamachi.server.live.registry import RoomRegistry

BEAT = 0.1  # seconds between two beats of the house's time
TICK = 0.25  # seconds between two looks at what is due; while a live clock runs, time is kept with each
SECOND = 4  # ticks between two writings of the house's time where several workers share it
SWEEP = 60  # ticks between two looks at all deadlines
MINUTE = 240  # ticks between two writings of the house's time while no live clock runs


class ClockSweep:
    def __init__(self, rooms: "RoomRegistry") -> None:
        self.rooms, self.uptime = rooms, rooms.uptime
        self.ticks = 0
        self.tasks: list[asyncio.Task[None]] = []

    async def open(self) -> None:
        await self.uptime.save()
        self.tasks = [asyncio.create_task(work) for work in (self._beat(), self._run())]

    async def close(self) -> None:
        if self.tasks:
            for task in self.tasks:
                task.cancel()
            await asyncio.gather(*self.tasks, return_exceptions=True)
            await self.uptime.save()

    async def _beat(self) -> None:
        """Apart from all that may wait for the disk: a slow disk is no stall."""
        while True:
            self.uptime.beat()
            await asyncio.sleep(BEAT)

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            began = loop.time()
            await self.tick()
            await asyncio.sleep(max(0.0, began + TICK - loop.time()))

    async def tick(self) -> None:
        if any(runs_live(room.snapshot) for room in self.rooms.rooms.values()):
            self.uptime.tight = True
        else:
            self.uptime.loosen()
        every = SECOND if self.rooms.store.worker else MINUTE
        if self.uptime.tight or self.uptime.halted or self.ticks % every == 0:
            await self.uptime.save()
        if self.ticks % SWEEP == 0:
            with contextlib.suppress(Refusal):
                await self.sweep()
        self.ticks += 1

    async def sweep(self) -> None:
        """Tables whose time is nearly up are opened; each minds its own end then."""
        for table in await self.rooms.store.deadlines.due(
            self.uptime.now() + NEAR, self.rooms.cluster.others
        ):
            with contextlib.suppress(Refusal):
                async with self.rooms.visit(table) as room:
                    self.rooms.attend(room)
