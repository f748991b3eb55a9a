"""Follow the other workers: bring open rooms and lists up to date with what they committed."""

import asyncio
from collections.abc import Collection

from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.cluster.remote_rows import (
    read_changes,
    seated_users,
    watchers_elsewhere,
    with_changes,
)
from hanamachi.server.cluster.table_leases import TableLeases
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.notify import AddedRows, ChangeNotice
from hanamachi.server.live.broadcast.remote_audience import RemoteAudience
from hanamachi.server.live.events import Events, RoomTouched
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.room import Room
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.storage.added_rows import with_added_rows
from hanamachi.server.storage.shared_tables import SharedTable
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Snapshot, Waiting

RETRY_SECONDS = 0.5  # after which a reading that failed is tried again


class Pending(Struct):
    """The tables and lists that are still to be read."""

    rooms: set[str] = set()  # tables that are open here and changed
    seats: set[str] = set()  # those of them whose players may have other names
    lists: set[str] = set()  # tables that changed in users' lists

    def add(self, other: "Pending") -> None:
        self.rooms |= other.rooms
        self.seats |= other.seats
        self.lists |= other.lists


class Follower:
    """Bring open rooms and lists up to date with what other workers committed."""

    def __init__(
        self,
        database: Database,
        *,
        tables: TableStorage,
        rooms: OpenRooms,
        events: Events,
        leases: TableLeases,
        my_tables: MyTablesFeeds,
    ) -> None:
        self.database, self.tables, self.rooms, self.events = database, tables, rooms, events
        self.leases, self.my_tables = leases, my_tables
        self.pending, self.wanted = Pending(), asyncio.Event()
        self.missed: set[str] = set()  # tables that changed while they were being opened here

    def changed(self, notice: ChangeNotice) -> None:
        """Follow what another worker changed: add the rows of the notice, and read all other changes. A room
        that nothing needs is not read: whoever visits it next reads it.

        Renamed and erased users come first: no row may be shown under their old name."""
        self._miss(None if notice.guests else notice.tables)
        renamed = {room.id: room for user in notice.guests for room in self.rooms.of(user)}
        for its_room in renamed.values():
            its_room.start(self._update(its_room))
        needed = {table: room for table in notice.tables if (room := self.rooms.get(table)) and room.needed}
        for added in notice.added:
            if room := needed.get(added.table):
                room.start(self._add(room, added))
        read = renamed.keys() | {each.table for each in notice.added}
        lists = set(notice.my_tables) if self.my_tables.of else set()
        self._want(Pending(needed.keys() - read, lists=lists))

    def changed_all(self) -> None:
        """Read every open room again: notices may have been missed."""
        self._miss(None)
        self._want(Pending(set(self.rooms), set(self.rooms)))

    def _miss(self, tables: Collection[str] | None) -> None:
        """Note which of the tables that are being opened changed meanwhile; None: perhaps all of them."""
        opening = self.rooms.opening.keys()
        changed = opening if tables is None else opening & set(tables)
        self.missed = (self.missed & opening) | changed

    def opened(self, room: Room, stored: StoredTable) -> None:
        """Note what was read of a room that is open now, and read what it missed."""
        self.leases.set_owner(room, stored.owner)
        self._show_watchers(room, stored)
        if room.id in self.missed:
            self._want(Pending({room.id}, {room.id}))

    def _want(self, pending: Pending) -> None:
        self.pending.add(pending)
        if self.pending.rooms or self.pending.lists:
            self.wanted.set()

    async def run(self) -> None:
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            pending, self.pending = self.pending, Pending()
            try:
                await self._update_rooms(pending)
                await self._update_lists(pending.lists)
            except NotSaved:
                await self._retry(pending)

    async def _retry(self, pending: Pending) -> None:
        self.pending.add(pending)
        await asyncio.sleep(RETRY_SECONDS)
        self.wanted.set()

    async def refresh(self, room: Room) -> None:
        """Read a room's changes now. A user who comes from another worker may know more than this one."""
        async with room.lock:
            await self._read_one(room)
        self.events.publish(RoomTouched(room.id))

    async def _add(self, room: Room, added: AddedRows) -> None:
        """Add rows that another worker committed. Read the table if they do not follow what is known here."""
        async with room.lock:
            after = None if room.closed else self._with_rows(room, added)
            if after is not None:
                room.follow(after, 0.0)
        if after is None:
            self._want(Pending({room.id}))
        else:
            self.events.publish(RoomTouched(room.id))

    @staticmethod
    def _with_rows(room: Room, added: AddedRows) -> Snapshot | None:
        try:
            return with_added_rows(room.snapshot, added)
        except Refusal:  # a newer worker plays by rules that this one does not know
            return None

    async def _update_rooms(self, pending: Pending) -> None:
        """Read all changed rooms in one query. Read a room that changed here meanwhile once more, alone."""
        rooms = [room for table in pending.rooms if (room := self.rooms.get(table))]
        if not rooms:
            return
        versions = {room.id: room.changes for room in rooms}
        snapshots = {room.id: room.snapshot for room in rooms}
        found = await read_changes(self.database, snapshots, pending.seats)
        for room in rooms:
            if room.id in found:
                room.start(self._update(room, found[room.id], versions[room.id]))

    async def _update(self, room: Room, remote: SharedTable | None = None, version: int = 0) -> None:
        """Apply what was read of a room; read it now if nothing was, or if it changed here meanwhile."""
        try:
            async with room.lock:
                if remote and room.changes == version:
                    await self._apply(room, remote)
                else:
                    await self._read_one(room)
        except NotSaved:
            await self._retry(Pending({room.id}, {room.id}))
        except Refusal:  # a newer worker plays by rules that this one does not know
            room.close()
            return
        self.events.publish(RoomTouched(room.id))

    async def _read_one(self, room: Room) -> None:
        """Read a room's changes under its lock, so that nothing changes here before they are applied."""
        found = (await read_changes(self.database, {room.id: room.snapshot}, [room.id])).get(room.id)
        if found is None:
            raise NotFound("no_table")  # the database was restored from an older backup
        await self._apply(room, found)

    async def _apply(self, room: Room, remote: SharedTable) -> None:
        if room.closed:
            return
        self.leases.set_owner(room, remote.stored.owner)
        self._show_watchers(room, remote.stored)
        after, left = with_changes(room.snapshot, remote), remote.stored.left
        if after is None and isinstance(room.snapshot, Waiting):  # the game has begun: all of it was read
            after = (await self.tables.opened(room.id, remote.stored)).snapshot
        elif after is None:
            after, left = await self.tables.load(room.id)
        room.follow(after, left)

    def _show_watchers(self, room: Room, stored: StoredTable) -> None:
        audience = RemoteAudience(watchers_elsewhere(stored))
        before, room.audience.elsewhere = room.audience.elsewhere, audience
        if before != room.audience.elsewhere:
            room.presences.schedule_update()

    async def _update_lists(self, tables: set[str]) -> None:
        """Update the lists of users who sit at these tables, or have them in a list and sit there no more."""
        if tables and self.my_tables.of:
            for table, user in await seated_users(self.database, tables, list(self.my_tables.of)):
                self.my_tables.update(table, user)
            self.my_tables.update_shown(tables)
