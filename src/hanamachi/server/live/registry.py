"""Open the room of a table when somebody needs it, and close it when nobody does. All other tables are on
disk."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable, Collection

from hanamachi.core.words import Refusal
from hanamachi.server.live.events import Events, RoomTouched
from hanamachi.server.live.lingering_rooms import LingeringRooms
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room, RoomServices
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.tables.changes import who_is_missed
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Snapshot

SETTLED = 1.0  # seconds after which whoever wanted a room is in it
BETWEEN = 0.02  # seconds between two tables of an older server


class RoomRegistry:
    """The rooms of this worker: loaded when they are needed, dropped when nothing needs them."""

    def __init__(self, rooms: OpenRooms, tables: TableStorage, events: Events, ownership: Ownership) -> None:
        self.rooms, self.tables, self.events, self.ownership = rooms, tables, events, ownership
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.lingering = LingeringRooms(self._drop)
        self.services = RoomServices(tables, events, unneeded=self._leave, closed=self._drop)

    @contextlib.asynccontextmanager
    async def visit(self, table: str, toll: Callable[[], None] | None = None) -> AsyncIterator[Room]:
        """Open the room of a table, at least for the length of this block. `toll` may refuse to load a long
        log."""
        if (
            toll
            and table not in self.rooms
            and table not in self.opening
            and await self.tables.is_long(table)
        ):
            toll()
        room = await self._find(table)
        room.visits += 1
        try:
            await self.ownership.refresh(room)
            yield room
        finally:
            room.visits -= 1
            room.leave_memory()

    async def _find(self, table: str) -> Room:
        while table not in self.rooms:
            if table not in self.opening:
                self.opening[table] = asyncio.create_task(self._open(table))
            room = await asyncio.shield(self.opening[table])
            if self.rooms.get(table) is room:
                return room
        return self.rooms[table]

    async def _open(self, table: str) -> Room:
        try:
            room = self.add(table, *await self.tables.load(table))
        finally:  # not when the task has ended: others may look before that is told
            self.opening.pop(table, None)
        asyncio.get_running_loop().call_later(SETTLED, room.leave_memory)  # if whoever wanted it is gone
        return room

    def add(self, table: str, snapshot: Snapshot, left: float = 0.0) -> Room:
        """Open a room for a table that was loaded."""
        room = self.rooms[table] = Room(table, snapshot, self.services, left)
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
