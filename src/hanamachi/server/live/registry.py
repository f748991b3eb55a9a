"""Open the room of a table when somebody needs it, and close it when nobody does. All other tables are on
disk."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Collection

from hanamachi.core.words import Refusal
from hanamachi.server.live.events import Events, RoomTouched
from hanamachi.server.live.lingering_rooms import LingeringRooms
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room, RoomServices
from hanamachi.server.live.table_storage import TableStorage, Toll
from hanamachi.server.runtime.long_logs import LONG
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.changes import who_is_missed
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Snapshot

SETTLED = 1.0  # seconds after which whoever wanted a room is in it
BETWEEN = 0.02  # seconds between two tables of an older server


class RoomRegistry:
    """The rooms of this worker: loaded when they are needed, dropped when nothing needs them."""

    def __init__(self, rooms: OpenRooms, tables: TableStorage, events: Events, ownership: Ownership) -> None:
        self.rooms, self.tables, self.events, self.ownership = rooms, tables, events, ownership
        self.opening = rooms.opening
        self.lingering = LingeringRooms(self._drop)
        self.services = RoomServices(tables, events, unneeded=self._leave, closed=self._drop)

    @contextlib.asynccontextmanager
    async def visit(self, table: str, toll: Toll | None = None) -> AsyncIterator[Room]:
        """Open the room of a table, at least for the length of this block. `toll` may refuse to load a long
        log."""
        room, is_new = await self._find(table, toll)
        room.visits += 1
        try:
            if not is_new:
                await self.ownership.refresh(room)
            yield room
        finally:
            room.visits -= 1
            room.leave_memory()

    async def _find(self, table: str, toll: Toll | None) -> tuple[Room, bool]:
        """Return the room of a table, and True if all of it was read just now, for this visit."""
        while table not in self.rooms:
            mine = table not in self.opening
            if mine:
                self.opening[table] = asyncio.create_task(self._open(table, toll))
            try:
                room = await asyncio.shield(self.opening[table])
            except Refusal:
                if mine:
                    raise
                continue  # what another visitor was refused is asked for once more
            if self.rooms.get(table) is room:
                return room, mine and room.snapshot.seq < LONG  # long ones take seconds to open
        return self.rooms[table], False

    async def _open(self, table: str, toll: Toll | None) -> Room:
        try:
            found = await self.tables.read(table, toll)
            room = self.add(table, found.snapshot, found.stored.left, found.stored)
        finally:  # not when the task has ended: others may look before that is told
            self.opening.pop(table, None)
        asyncio.get_running_loop().call_later(SETTLED, room.leave_memory)  # if whoever wanted it is gone
        return room

    def add(
        self, table: str, snapshot: Snapshot, left: float = 0.0, stored: StoredTable | None = None
    ) -> Room:
        """Open a room for a table that was loaded. `stored`: what was read of it."""
        room = self.rooms[table] = Room(table, snapshot, self.services, left)
        if stored:
            self.ownership.opened(room, stored)
        self.events.publish(RoomTouched(table))
        return room

    def broadcast(self, event: TableChanged) -> None:
        """Send a change to the watchers of its table."""
        if room := self.rooms.get(event.table):
            room.broadcaster.table_changed(event.before, event.after)
            if who_is_missed(event.before) != who_is_missed(event.after):
                room.presences.schedule_update()

    async def looks_on(self, table: str, user: str) -> bool:
        """Return True if a user looks at a table, at any worker."""
        async with self.visit(table) as room:
            return room.audience.looks_on(user)

    async def reload(self, user: str, tables: Collection[str]) -> None:
        """Load the open tables of a user again, whose name has changed or who was erased."""
        opening = [self.opening[table] for table in tables if table in self.opening]
        await asyncio.gather(*opening, return_exceptions=True)
        await asyncio.gather(*(room.look_again() for room in self.rooms.of(user)), return_exceptions=True)

    async def settle(self) -> None:
        """Open each game once that ended at an older server, so that its result is written down."""
        for table in await self.tables.store.without_result():
            with contextlib.suppress(Refusal):
                async with self.visit(table):
                    await asyncio.sleep(BETWEEN)

    def _leave(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            self.lingering.leave(room)

    def _drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.ownership.leave(room)

    async def close(self) -> None:
        """Cancel all work, so that nothing writes when the store closes."""
        while tasks := {task for room in self.rooms.values() for task in room.tasks} | self._openings():
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.lingering.close()

    def _openings(self) -> set[asyncio.Task[object]]:
        return {*self.opening.values()}
