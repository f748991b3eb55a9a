"""Own tables: of several workers one runs the bots, answer windows and clocks of a table.

A table names its owner. A worker owns tables only while its own lease runs.
"""

import contextlib
import logging
from weakref import WeakKeyDictionary, WeakSet

from hanamachi.core.words import Refusal
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.leases import Leases
from hanamachi.server.live.events import Events, RoomTouched
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.room import Room
from hanamachi.server.runtime import metrics

LOG = logging.getLogger(__name__)


class TableLeases:
    def __init__(self, leases: Leases, rooms: OpenRooms, events: Events) -> None:
        self.leases, self.rooms, self.events = leases, rooms, events
        self.owners: WeakKeyDictionary[Room, str | None] = WeakKeyDictionary()  # as far as is known
        self.claiming: WeakSet[Room] = WeakSet()
        self.retired = False

    def owns(self, room: Room) -> bool:
        return self.is_owner(room) and self.leases.valid

    def is_owner(self, room: Room) -> bool:
        """True if the table names this worker, whether its lease still runs or not."""
        return self.owners.get(room) == self.leases.worker

    def set_owner(self, room: Room, owner: str | None) -> None:
        """Note which worker a table names as its owner."""
        self.owners[room] = owner

    def claim(self, room: Room) -> None:
        """Try to own a table, unless a worker that is alive owns it."""
        if self.owners.get(room) not in self.leases.others and room not in self.claiming and not self.retired:
            self.claiming.add(room)
            room.start(self._claim(room))

    async def _claim(self, room: Room) -> None:
        try:
            self.owners[room] = await self.leases.claim(room.id)
        except NotSaved:
            return  # the next renewal tries again
        finally:
            self.claiming.discard(room)
        if self.owns(room):
            self.events.publish(RoomTouched(room.id))

    async def renew(self) -> bool:
        """Renew this worker's lease, and take over tables. Return True if another worker is gone."""
        before = self.leases.others
        with contextlib.suppress(NotSaved):
            if await self.leases.renew():
                LOG.warning("the lease of this worker had expired; asking again for every table")
                metrics.LAPSED.add()
                self.owners.clear()
            self.take_over()
        return bool(before - self.leases.others)

    def take_over(self) -> None:
        """Look at every room that this worker does not own: its owner may be gone."""
        for room in list(self.rooms.values()):
            if not self.owns(room):
                self.events.publish(RoomTouched(room.id))

    def worker_closed(self, worker: str) -> None:
        """Take over the tables of a worker that announced its end."""
        self.leases.forget(worker)
        self.take_over()

    async def release(self, table: str) -> None:
        """Give up a table, and delete its watchers at this worker."""
        with contextlib.suppress(NotSaved):
            await self.leases.release(table)

    async def retire(self) -> None:
        """Give up all tables, and claim none from now on."""
        if not self.retired:
            self.retired = True
            with contextlib.suppress(Refusal):
                await self.leases.end()
