"""One worker among several of one house: what it attends to, and how it hears of what the others do.

Nothing here decides anything: the database does. A hint that is lost or late costs a moment, never a move.
"""

import asyncio
import contextlib
import logging
from collections.abc import Callable, Coroutine
from typing import Any

import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.core.words import Refusal
from hanamachi.server.cluster import remote_changes
from hanamachi.server.cluster.remote_changes import News
from hanamachi.server.db.connection import POSTGRES_OPTIONS, Database, NotSaved
from hanamachi.server.db.leases import RENEWED, Leases
from hanamachi.server.db.notify import ChangeNotice, Listener
from hanamachi.server.live.broadcast.presence import Elsewhere
from hanamachi.server.live.events import AudienceChanged, Events, LobbyChanged, RoomTouched, UsersChanged
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.runtime import metrics
from hanamachi.server.storage.rehydrate import with_new_rows
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot

LOG = logging.getLogger(__name__)
PAUSE = 0.5  # seconds after which something that could not be read is tried again


class ClusterWorker(Ownership):
    def __init__(
        self,
        database: Database,
        *,
        tables: TableStorage,
        rooms: OpenRooms,
        events: Events,
        my_tables: MyTablesFeeds,
    ) -> None:
        self.database, self.tables, self.rooms, self.events = database, tables, rooms, events
        self.lists = my_tables
        self.leases = Leases(database)
        self.changed: set[str] = set()  # tables of which something is to be read
        self.people: set[str] = set()  # those of them where somebody may be called otherwise
        self.my_tables: set[str] = set()
        self.wanted = asyncio.Event()
        self.tasks: set[asyncio.Task[Any]] = set()
        self.listener: Listener | None = None
        self.retired = False

    async def open(self) -> None:
        await self.leases.renew()
        url = sa.engine.make_url(self.database.url).set(drivername="postgresql")
        self.listener = Listener(
            url.render_as_string(hide_password=False), POSTGRES_OPTIONS, self._from_thread()
        )
        self.listener.start()
        self._start(self._renew())
        self._start(self._follow())

    def _from_thread(self) -> Callable[[ChangeNotice | None], None]:
        loop = asyncio.get_running_loop()

        def hear(hint: ChangeNotice | None) -> None:
            loop.call_soon_threadsafe(self.hear, hint)

        return hear

    async def retire(self) -> None:
        """What this worker attended to is left to the others, before its guests are."""
        if not self.retired:
            self.retired = True
            with contextlib.suppress(Refusal):
                await self.leases.end()

    async def close(self) -> None:
        await self.retire()
        if self.listener:
            await asyncio.to_thread(self.listener.stop)
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)

    def _start(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def workers(self) -> list[str]:
        return [self.leases.worker, *sorted(self.leases.others)]

    # What it attends to.

    @property
    def others(self) -> frozenset[str]:
        return self.leases.others

    def owns(self, room: Room) -> bool:
        return room.owner == self.leases.worker and self.leases.valid

    def want(self, room: Room) -> None:
        """Something is to happen there by itself, and nobody sees to it yet."""
        if room.owner not in self.leases.others and not room.claiming and not self.retired:
            room.claiming = True
            room.start(self._claim(room))

    async def _claim(self, room: Room) -> None:
        try:
            room.owner = await self.leases.claim(room.id)
        except NotSaved:
            return  # it is tried again with the next renewal
        finally:
            room.claiming = False
        if self.owns(room):
            self.events.publish(RoomTouched(room.id))

    async def _renew(self) -> None:
        while not self.retired:
            await asyncio.sleep(RENEWED)
            others = self.leases.others
            with contextlib.suppress(NotSaved):
                if await self.leases.renew():
                    self._start_anew()
                self._look_around()
            if others - self.leases.others:
                self.hear(None)  # its guests are not there any more

    def _start_anew(self) -> None:
        """The lease had run out: who attends to what is asked anew."""
        LOG.warning("this worker was away for too long")
        metrics.LAPSED.add()
        for room in self.rooms.values():
            room.owner = None

    def _look_around(self) -> None:
        """Tables whose owner is gone are taken over."""
        for room in list(self.rooms.values()):
            if not self.owns(room):
                self.events.publish(RoomTouched(room.id))

    def leave(self, room: Room) -> None:
        """Nobody looks at this table here any more. A worker that goes has left everything at once."""
        if not self.retired and (room.owner == self.leases.worker or room.shown is not None):
            self._start(self._release(room.id))

    async def _release(self, table: str) -> None:
        with contextlib.suppress(NotSaved):
            await self.leases.release(table)

    # What the others hear of it.

    def audience_changed(self, event: AudienceChanged) -> None:
        """Tell the other workers who looks at a table here."""
        if room := self.rooms.get(event.table):
            self._publish(room)

    def _publish(self, room: Room) -> None:
        here = room.presences.here()
        if here.public != room.shown and not self.retired:
            room.shown = here.public
            room.start(self._show(room))

    async def _show(self, room: Room) -> None:
        try:
            here, public = room.presences.here(), room.snapshot.setup.public
            await remote_changes.show(self.database, room.id, here, lobby=public)
        except NotSaved:
            room.shown = None  # with the next change

    # What it hears of the others.

    def hear(self, hint: ChangeNotice | None) -> None:
        if hint is None:
            self.changed |= set(self.rooms)
            self.people |= set(self.rooms)
            self.wanted.set()
            self.events.publish(LobbyChanged())
        elif hint.worker == self.leases.worker:
            return
        elif hint.closing:
            self.leases.forget(hint.worker)
            self._look_around()
            self.hear(None)
        else:
            if hint.lobby:
                self.events.publish(LobbyChanged())
            if hint.guests:
                self.events.publish(UsersChanged())
            self.people |= {room.id for guest in hint.guests for room in self.rooms.of(guest)}
            self.changed |= {table for table in hint.tables if table in self.rooms} | self.people
            self.my_tables |= set(hint.my_tables) if self.lists.of else set()
            if self.changed or self.my_tables:
                self.wanted.set()

    async def refresh(self, room: Room) -> None:
        """Whoever comes may come from another worker and know more than this one has heard of yet."""
        async with room.lock:
            await self._follow_now(room)
        self.events.publish(RoomTouched(room.id))

    async def _follow(self) -> None:
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            changed, self.changed = self.changed, set()
            people, self.people = self.people, set()
            streets, self.my_tables = self.my_tables, set()
            try:
                await self._catch_up(changed, people)
                await self._stir(streets)
            except NotSaved:
                self.my_tables |= streets
                self.people |= people
                await self._later(changed)

    async def _later(self, tables: set[str]) -> None:
        """They cannot be read now."""
        self.changed |= tables
        await asyncio.sleep(PAUSE)
        self.wanted.set()

    async def _catch_up(self, tables: set[str], people: set[str]) -> None:
        """All at once; who changed something meanwhile is read once more, alone."""
        rooms = [room for table in tables if (room := self.rooms.get(table))]
        if not rooms:
            return
        marks = {room.id: room.changes for room in rooms}
        found = await remote_changes.read(self.database, {room.id: room.snapshot for room in rooms}, people)
        for room in rooms:
            if room.id in found:
                room.start(self._follow_one(room, found[room.id], marks[room.id]))

    async def _follow_one(self, room: Room, new: News, mark: int) -> None:
        try:
            async with room.lock:
                if room.changes == mark:
                    await self._take(room, new)
                else:
                    await self._follow_now(room)
        except NotSaved:
            await self._later({room.id})
        except Refusal:  # a newer worker plays on by rules that are not known here
            room.close()
            return
        self.events.publish(RoomTouched(room.id))

    async def _follow_now(self, room: Room) -> None:
        """Said under the lock: nothing happens here between the reading and what follows of it."""
        found = (await remote_changes.read(self.database, {room.id: room.snapshot}, [room.id])).get(room.id)
        if found is None:
            raise NotFound("no_table")  # the database was put back to an older copy
        await self._take(room, found)

    async def _take(self, room: Room, new: News) -> None:
        if room.closed:
            return
        room.owner = new.stored.owner
        self._see(room, new)
        after = followed_by(room.snapshot, new)
        snapshot, left = (after, new.stored.left) if after else await self.tables.load(room.id)
        room.follow(snapshot, left)

    def _see(self, room: Room, new: News) -> None:
        before, room.elsewhere = room.elsewhere, Elsewhere(new.here)
        if before != room.elsewhere:
            room.presences.stir()

    async def _stir(self, tables: set[str]) -> None:
        """Who has such a table in a list hears of it."""
        streets = self.lists
        if tables and streets.of:
            for table, guest in await remote_changes.sitting(self.database, tables, list(streets.of)):
                streets.stir_one(table, guest)
            for table in tables:
                streets.stir(table, ())  # who had it there and does not sit at it any more


def followed_by(snapshot: Snapshot, new: News) -> Snapshot | None:
    """None: it must be read anew, because its game has begun, or what is here is not what is kept."""
    if isinstance(snapshot, Playing):
        return with_new_rows(snapshot, new.stored) if new.length >= snapshot.seq else None
    return None if new.length else replace(snapshot, setup=new.stored.setup, seats=new.stored.seats)
