"""Save once a second how much time is left to each open answer window, so that a restart gives none back."""

import asyncio
import contextlib
from collections.abc import Iterator

from hanamachi.core.words import Refusal
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.runtime import monotonic
from hanamachi.server.storage.store import Store

INTERVAL = 1.0  # seconds


class WindowPulse:
    def __init__(self, store: Store, rooms: OpenRooms, ownership: Ownership) -> None:
        self.store, self.rooms, self.ownership = store, rooms, ownership
        self.task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to save, until no window is open. An answer changes nothing about when that is written."""
        if self.task is None or self.task.done():
            self.task = asyncio.get_running_loop().create_task(self._run())

    async def _run(self) -> None:
        while open_windows := list(self._open_windows()):
            with contextlib.suppress(Refusal):
                await self.store.save_window_times(open_windows)
            await monotonic.sleep(INTERVAL)

    def _open_windows(self) -> Iterator[tuple[str, int, float]]:
        for room in self.rooms.values():
            if (window := room.snapshot.window) and self.ownership.owns(room):
                yield room.id, window.asked, room.deadlines.window_left()

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)
