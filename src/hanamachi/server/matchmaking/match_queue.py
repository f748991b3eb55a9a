"""Serve the match queue: let players join and leave it, settle it, and tell them their status.

`pairing` decides who plays with whom, and the database which worker settles the queue. Each worker looks
at every change and deadline, and tells its own connections.
"""

import asyncio
import contextlib
from collections.abc import Callable, Collection
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any, Protocol

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.server.db.group_commit import NotSaved, WriteScope
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking import queue_entries, queue_status
from hanamachi.server.matchmaking.address_entries import AddressEntries
from hanamachi.server.matchmaking.pairing import MatchRequest
from hanamachi.server.matchmaking.queue_status import QueueStatus
from hanamachi.server.matchmaking.settlement import (
    OVERDUE_SECONDS,
    MatchTable,
    QueueReading,
    Settlement,
    is_due,
    read_queue,
    settle,
)
from hanamachi.server.protocol.messages import YourPlace
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.model import Snapshot, Waiting

Visit = Callable[[str], AbstractAsyncContextManager[Room]]


class QueueConnection(Protocol):
    """A connection that is told its user's queue status."""

    guest: str
    lobby_lang: str

    def send_status(self, message: YourPlace, /) -> None: ...


class MatchQueue:
    """The match queue at this worker.

    `visit` opens the room of a table. `opened` is called with the table of each new match, `lobby_changed`
    when the lobby must count the queue again."""

    def __init__(
        self,
        store: Store,
        visit: Visit,
        opened: Callable[[MatchTable], None],
        lobby_changed: Callable[[], None],
    ) -> None:
        self.store, self.visit, self.opened, self.lobby_changed = store, visit, opened, lobby_changed
        self.connections: set[QueueConnection] = set()
        self.told: dict[str, QueueStatus] = {}  # the last status of each guest with a connection here
        self.wanted = asyncio.Event()
        self.telling = asyncio.Lock()  # so that an older reading is never told after a newer one
        self.entries = AddressEntries()
        self.is_pairing_worker = True  # until the database names another one
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._keep_settling())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def wake(self) -> None:
        """Look at the queue again now: an entry, a match table or an online user may have changed."""
        self.wanted.set()

    async def subscribe(self, connection: QueueConnection) -> None:
        """Tell a connection its status now, and whenever it changes."""
        self.connections.add(connection)
        self.wake()
        if connection.guest:
            async with self.telling:
                reading = await self.store.database.read(partial(read_queue, guests=[connection.guest]))
                status = queue_status.statuses(reading, [connection.guest]).get(connection.guest)
                connection.send_status(queue_status.message(status, reading.now, connection.lobby_lang))

    def unsubscribe(self, connection: QueueConnection) -> None:
        self.connections.discard(connection)

    async def join(self, guest: str, request: MatchRequest, address: str, most: int) -> None:
        """Add a guest to the queue. At most `most` guests of one address may wait, counted by each worker."""
        others = self.entries.add(address, guest)
        job = partial(queue_entries.join, guest=guest, request=request, others_of_address=others, most=most)
        try:
            queued = await self._write(job)
        except queue_entries.TooManyEntries as refusal:
            self.entries.keep(address, refusal.queued)
            raise
        self.entries.keep(address, queued)

    async def accept_bots(self, guest: str) -> None:
        await self._write(partial(queue_entries.accept_bots, guest=guest))

    async def leave(self, guest: str) -> None:
        """Remove a guest from the queue. The other players of an open match return to it."""
        if table := await self._write(partial(queue_entries.leave, guest=guest)):
            await self._end_match(table, "left", {guest})

    async def _write(self, job: Callable[[sa.Connection], Any]) -> Any:
        found = await self.store.database.write(job, WriteScope(lobby=True))
        self._changed()
        return found

    def _changed(self) -> None:
        self.wake()
        self.lobby_changed()

    async def _keep_settling(self) -> None:
        while True:
            self.wanted.clear()
            try:
                wait = await self.settle()
            except NotSaved:
                wait = OVERDUE_SECONDS
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):  # `wait_for` may swallow a cancellation
                    await self.wanted.wait()

    async def settle(self) -> float | None:
        """Do what is due, and tell connections what changed. Return the seconds until more may be due.

        Reads the queue once: under the lock on the worker that settles it, without a lock on any other. A
        worker that takes this over reads it twice."""
        guests = {each.guest for each in self.connections if each.guest}
        async with self.telling:
            settled = await self._settle(guests) if self.is_pairing_worker else None
            if settled is None:
                reading, due = await self.store.database.read(partial(_read, guests=guests))
                settled = await self._settle(guests) if due else None
            if settled is not None:
                reading = settled.reading
            await self._tell(reading, guests)
        for table in reading.expired if settled else ():
            with contextlib.suppress(Refusal):
                await self._end_match(table, "late", None)
        return reading.seconds_until_due()

    async def _settle(self, guests: Collection[str]) -> Settlement | None:
        job = partial(settle, worker=self.store.worker, guests=guests)
        settled = await self.store.database.write(job)
        self.is_pairing_worker = settled is not None
        if settled and settled.changed:
            for table in settled.opened:
                self.opened(table)
            self.lobby_changed()
        return settled

    async def _end_match(self, table: str, why: str, dropped: Collection[str] | None) -> None:
        """Close the table of a match. Remove `dropped` from the queue, or else those who did not confirm."""
        late: set[str] = set()

        def transition(snapshot: Snapshot) -> Snapshot:
            if isinstance(snapshot, Waiting):
                late.clear()
                late.update(held.guest for held in snapshot.seats if held.guest and held.words is None)
            return transitions.lapse(snapshot)

        def write(db: sa.Connection) -> None:
            queue_entries.end_match(db, table, late if dropped is None else dropped, why)

        async with self.visit(table) as room:
            await room.change(transition, and_write=write)
        self._changed()

    async def _tell(self, reading: QueueReading, guests: set[str]) -> None:
        """Tell the connections of these guests their status if it changed."""
        if not guests:
            return
        found = await asyncio.to_thread(queue_status.statuses, reading, guests)
        for guest in guests & (found.keys() | self.told.keys()):
            if found.get(guest) != self.told.get(guest):
                self._tell_one(guest, found.get(guest), reading.now)
        self.told = found

    def _tell_one(self, guest: str, status: QueueStatus | None, now: float) -> None:
        for each in list(self.connections):
            if each.guest == guest:
                each.send_status(queue_status.message(status, now, each.lobby_lang))


def _read(db: sa.Connection, guests: Collection[str]) -> tuple[QueueReading, bool]:
    reading = read_queue(db, guests)
    return reading, is_due(reading)
