"""Who is here: whoever has a socket open, at whichever worker.

The database is told who came and who went, at most once a second. Whoever changes pages is not gone at once.
"""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from functools import partial

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.server.db.connection import WriteScope
from hanamachi.server.db.schema import VISITORS, WORKERS
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.runtime import monotonic
from hanamachi.server.storage.store import Store

PAUSE = 1.0  # seconds between two tellings
LINGER = 5.0  # seconds for which whoever closed the last page is still here
STRANGER = "?"  # before the number of a socket of somebody whom the house does not know: nobody can tell
# whether another socket is theirs, so they are gone with it


class OnlineUsers:
    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        self.store, self.changed = store, changed
        self.sockets: Counter[str] = Counter()
        self.left: dict[str, float] = {}  # who closed the last page, and when
        self.known: set[str] = set()  # who is here, as it is kept
        self.wanted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.store.database.write(partial(_clear, worker=self.store.worker))
        self.task = asyncio.get_running_loop().create_task(self._tell_on())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def come(self, guest: str) -> None:
        self.sockets[guest] += 1
        self.left.pop(guest, None)
        self.wanted.set()

    def go(self, guest: str) -> None:
        self.sockets[guest] -= 1
        if not self.sockets[guest]:
            del self.sockets[guest]
            if not guest.startswith(STRANGER):
                self.left[guest] = monotonic.now()
                asyncio.get_running_loop().call_later(LINGER, self.wanted.set)
            self.wanted.set()

    def here(self) -> set[str]:
        self.left = {guest: then for guest, then in self.left.items() if monotonic.now() < then + LINGER}
        return {*self.sockets, *self.left}

    async def _tell_on(self) -> None:
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            try:
                await self._tell()
            except Refusal:
                self.wanted.set()
            await asyncio.sleep(PAUSE)

    async def _tell(self) -> None:
        here = self.here()
        came, went = here - self.known, self.known - here
        if came or went:
            job = partial(_change, worker=self.store.worker, came=came, went=went)
            await self.store.database.write(job, WriteScope(lobby=True))
            self.known = here
            self.changed()


def _clear(db: sa.Connection, worker: str) -> None:
    """What a worker said that is gone, or what this house said before it was closed, is true no more."""
    gone = VISITORS.c.worker.not_in(sa.select(WORKERS.c.id))
    db.execute(sa.delete(VISITORS).where((VISITORS.c.worker == worker) | gone))


def _change(db: sa.Connection, worker: str, came: Collection[str], went: Collection[str]) -> None:
    stale = (VISITORS.c.worker == worker) & VISITORS.c.guest.in_([*came, *went])
    db.execute(sa.delete(VISITORS).where(stale))
    if came:
        db.execute(sa.insert(VISITORS), [{"guest": guest, "worker": worker} for guest in sorted(came)])


def at_work(db: sa.Connection) -> sa.ColumnElement[bool]:
    """Of several workers only those count whose lease runs."""
    if db.dialect.name != "postgresql":
        return sa.true()
    return VISITORS.c.worker.in_(sa.select(WORKERS.c.id).where(WORKERS.c.until > NOW))


def here(db: sa.Connection, guests: Collection[str]) -> set[str]:
    """Which of these guests are here."""
    query = sa.select(VISITORS.c.guest).where(VISITORS.c.guest.in_(list(guests)), at_work(db))
    return set(db.scalars(query)) if guests else set()


def people(db: sa.Connection) -> int:
    """How many are here."""
    return db.scalar(sa.select(sa.func.count(VISITORS.c.guest.distinct())).where(at_work(db))) or 0
