"""Keeps the house's time, and finds the tables at which time runs out, whether anybody looks on or not."""

import asyncio
import contextlib

from hanamachi.core.words import Refusal
from hanamachi.server.live.automation import Automation
from hanamachi.server.live.deadlines import NEAR
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.model import runs_live

BEAT = 0.1  # seconds between two beats of the house's time
TICK = 0.25  # seconds between two looks at what is due; while a live clock runs, time is kept with each
SECOND = 4  # ticks between two writings of the house's time where several workers share it
SWEEP = 60  # ticks between two looks at all deadlines
MINUTE = 240  # ticks between two writings of the house's time while no live clock runs


class ClockSweep:
    def __init__(self, store: Store, uptime: Uptime, rooms: RoomRegistry, automation: Automation) -> None:
        self.store, self.uptime, self.rooms, self.automation = store, uptime, rooms, automation
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
        every = SECOND if self.store.worker else MINUTE
        if self.uptime.tight or self.uptime.halted or self.ticks % every == 0:
            await self.uptime.save()
        if self.ticks % SWEEP == 0:
            with contextlib.suppress(Refusal):
                await self.sweep()
        self.ticks += 1

    async def sweep(self) -> None:
        """Tables whose time is nearly up are opened; each minds its own end then."""
        for table in await self.store.deadlines.due(self.uptime.now() + NEAR, self.rooms.ownership.others):
            with contextlib.suppress(Refusal):
                async with self.rooms.visit(table) as room:
                    self.automation.attend(room)

    async def days_off_changed(self, user: str) -> None:
        """Move the end of every clock that runs for a user."""
        for table in await self.store.deadlines.tables_waiting_for(user):
            async with self.rooms.visit(table) as room:
                await room.change(lambda snapshot: snapshot)
