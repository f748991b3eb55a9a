"""Save the server's uptime, and open tables whose clock runs out soon, whether they are watched or not.

Once a table is open, its own `deadlines` wait for the end of the clock.
"""

import asyncio
import contextlib

from hanamachi.core.words import Refusal
from hanamachi.server.live.automation import Automation
from hanamachi.server.live.deadlines import NEAR
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.model import runs_live

BEAT = 0.1  # seconds between two counts of uptime
TICK = 0.25  # seconds; while a live clock runs, uptime is saved with each tick
SECOND = 4  # ticks between two savings where several workers share a database
SWEEP = 60  # ticks between two searches for deadlines
MINUTE = 240  # ticks between two savings while no live clock runs


class DeadlineSweep:
    """Two periodic tasks: one counts uptime, the other saves it and looks for deadlines."""

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
        """Count uptime in a task of its own, so that a slow disk is not taken for a stalled process."""
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
        """Open the tables whose clock is nearly up; their deadlines then wait for it."""
        for table in await self.store.deadlines.due(self.uptime.now() + NEAR, self.rooms.ownership.others):
            with contextlib.suppress(Refusal):
                async with self.rooms.visit(table) as room:
                    self.automation.attend(room)

    async def days_off_changed(self, user: str) -> None:
        """Move the end of every clock that runs for a user."""
        for table in await self.store.deadlines.tables_waiting_for(user):
            async with self.rooms.visit(table) as room:
                await room.change(lambda snapshot: snapshot)
