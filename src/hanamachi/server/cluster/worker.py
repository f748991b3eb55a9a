"""Run this process as one worker of several that share a PostgreSQL database.

The database decides everything. A change notice that is lost or late costs a moment, never a move.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import sqlalchemy as sa

from hanamachi.server.cluster.follower import Follower
from hanamachi.server.cluster.shared_presence import SharedPresence
from hanamachi.server.cluster.table_leases import TableLeases
from hanamachi.server.db.connection import Database
from hanamachi.server.db.engine import POSTGRES_OPTIONS
from hanamachi.server.db.leases import RENEWED, Leases
from hanamachi.server.db.notify import ChangeNotice, Listener
from hanamachi.server.live.events import (
    AudienceChanged,
    Events,
    HostsPageChanged,
    LobbyChanged,
    UsersChanged,
)
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.events import TalkChanged


class ClusterWorker(Ownership):
    """This process among several on one PostgreSQL."""

    def __init__(
        self,
        database: Database,
        *,
        tables: TableStorage,
        rooms: OpenRooms,
        events: Events,
        my_tables: MyTablesFeeds,
    ) -> None:
        self.database, self.rooms, self.events = database, rooms, events
        self.leases = TableLeases(Leases(database), rooms, events)
        self.presence = SharedPresence(database)
        self.follower = Follower(
            database, tables=tables, rooms=rooms, events=events, leases=self.leases, my_tables=my_tables
        )
        self.listener: Listener | None = None
        self.tasks: set[asyncio.Task[Any]] = set()

    async def open(self) -> None:
        await self.leases.leases.renew()
        url = sa.engine.make_url(self.database.url).set(drivername="postgresql")
        self.listener = Listener(
            url.render_as_string(hide_password=False),
            POSTGRES_OPTIONS,
            self.database.worker,
            self._in_loop(),
        )
        self.listener.start()
        self._start(self._keep_renewing())
        self._start(self.follower.run())

    def _in_loop(self) -> Callable[[ChangeNotice | None], None]:
        """Return a function that the listener's thread may call."""
        loop = asyncio.get_running_loop()

        def receive(notice: ChangeNotice | None) -> None:
            loop.call_soon_threadsafe(self.on_notice, notice)

        return receive

    async def retire(self) -> None:
        await self.leases.retire()

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

    async def _keep_renewing(self) -> None:
        while True:
            await asyncio.sleep(RENEWED)
            if self.leases.retired:  # meanwhile: its lease must not come back
                return
            if await self.leases.renew():
                self.on_notice(None)  # the users of a worker that is gone are not there any more

    @property
    def others(self) -> frozenset[str]:
        return self.leases.leases.others

    def workers(self) -> list[str]:
        return [self.database.worker, *sorted(self.others)]

    def owns(self, room: Room) -> bool:
        return self.leases.owns(room)

    def want(self, room: Room) -> None:
        self.leases.claim(room)

    def leave(self, room: Room) -> None:
        known = self.leases.is_owner(room) or self.presence.is_published(room)
        if known and not self.leases.retired:
            self._start(self.leases.release(room.id))

    def opened(self, room: Room, stored: StoredTable) -> None:
        self.follower.opened(room, stored)

    async def refresh(self, room: Room) -> None:
        await self.follower.refresh(room)

    def audience_changed(self, event: AudienceChanged) -> None:
        """Tell the other workers who watches a table here."""
        if (room := self.rooms.get(event.table)) and not self.leases.retired:
            self.presence.publish(room)

    def on_notice(self, notice: ChangeNotice | None) -> None:
        """Follow what another worker announced; None: notices may have been missed."""
        if notice is None:
            self.follower.changed_all()
            self.events.publish(LobbyChanged())
            self.events.publish(HostsPageChanged())
            for table in list(self.rooms):
                self.events.publish(TalkChanged(table))
        elif notice.closing:
            self.leases.worker_closed(notice.worker)
            self.on_notice(None)
        else:
            if notice.lobby:
                self.events.publish(LobbyChanged())
            if notice.guests:
                self.events.publish(UsersChanged(tuple(notice.guests)))
            if notice.hosts:
                self.events.publish(HostsPageChanged())
            for table in notice.talk:
                self.events.publish(TalkChanged(table))
            self.follower.changed(notice)
