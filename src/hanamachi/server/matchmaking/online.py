"""Count who is online: every user with an open socket, on any worker.

Each worker writes its users to the database, at most once a second. A user who only changes pages stays
online for a few seconds.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.schema import VISITORS, WORKERS
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.runtime import monotonic
from hanamachi.server.storage.store import Store

WRITE_INTERVAL = 1.0  # seconds between two writes
LINGER_SECONDS = 5.0  # for which a user stays online after closing the last page
# Prefix of the key of a socket without a cookie. No other socket can be told to belong to the same user, so
# such a user goes offline with the socket.
ANONYMOUS = "?"


class OnlineUsers:
    """The users with a socket at this worker. `changed` is called after a change was written."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self.store, self.changed = store, changed
        self.sockets: Counter[str] = Counter()  # by user
        self.left: dict[str, float] = {}  # when each user closed the last socket
        self.written: set[str] = set()  # the users whom the database has
        self.wanted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.database.write(partial(_clear, worker=self.store.worker))
        self.task = asyncio.get_running_loop().create_task(self._keep_writing())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def connected(self, guest: str) -> None:
        """Count a socket that was opened."""
        self.sockets[guest] += 1
        self.left.pop(guest, None)
        self.wanted.set()

    def disconnected(self, guest: str) -> None:
        """Count a socket that was closed."""
        self.sockets[guest] -= 1
        if not self.sockets[guest]:
            del self.sockets[guest]
            if not guest.startswith(ANONYMOUS):
                self.left[guest] = monotonic.now()
                asyncio.get_running_loop().call_later(LINGER_SECONDS, self.wanted.set)
            self.wanted.set()

    def online(self) -> set[str]:
        """Return the users of this worker who are online."""
        until = monotonic.now() - LINGER_SECONDS
        self.left = {guest: then for guest, then in self.left.items() if then > until}
        return {*self.sockets, *self.left}

    async def _keep_writing(self) -> None:
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            try:
                await self._write()
            except Refusal:
                self.wanted.set()
            await asyncio.sleep(WRITE_INTERVAL)

    async def _write(self) -> None:
        online = self.online()
        came, went = online - self.written, self.written - online
        if came or went:
            job = partial(_change, worker=self.store.worker, came=came, went=went)
            await self.store.database.write(job, WriteScope(lobby=True))
            self.written = online
            self.changed()


def _clear(db: sa.Connection, worker: str) -> None:
    """Delete what this worker wrote before a restart, and what workers wrote that are gone."""
    gone = VISITORS.c.worker.not_in(sa.select(WORKERS.c.id))
    db.execute(sa.delete(VISITORS).where((VISITORS.c.worker == worker) | gone))


def _change(db: sa.Connection, worker: str, came: Collection[str], went: Collection[str]) -> None:
    stale = (VISITORS.c.worker == worker) & VISITORS.c.guest.in_([*came, *went])
    db.execute(sa.delete(VISITORS).where(stale))
    if came:
        db.execute(sa.insert(VISITORS), [{"guest": guest, "worker": worker} for guest in sorted(came)])


def at_live_worker(
    db: sa.Connection, worker: sa.ColumnElement[str] = VISITORS.c.worker
) -> sa.ColumnElement[bool]:
    """Return the condition that a row, of `visitors` or another table, was written by a worker whose lease
    runs."""
    if db.dialect.name != "postgresql":
        return sa.true()
    return worker.in_(sa.select(WORKERS.c.id).where(WORKERS.c.until > NOW))


def is_online(db: sa.Connection, guest: sa.ColumnElement[str]) -> sa.ColumnElement[bool]:
    """Return the condition that a row of `visitors` makes this guest online, for use in an EXISTS."""
    return (VISITORS.c.guest == guest) & at_live_worker(db)


def online_among(db: sa.Connection, guests: Collection[str]) -> set[str]:
    """Return those of these guests who are online."""
    query = sa.select(VISITORS.c.guest).where(VISITORS.c.guest.in_(list(guests)), at_live_worker(db))
    return set(db.scalars(query)) if guests else set()


def count_online(db: sa.Connection) -> int:
    return db.scalar(sa.select(sa.func.count(VISITORS.c.guest.distinct())).where(at_live_worker(db))) or 0
