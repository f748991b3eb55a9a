"""Count who is online: every user with an open socket, on any worker."""

from collections.abc import Callable, Collection
from functools import partial

import sqlalchemy as sa

from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.schema import VISITORS, WORKERS
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.storage.open_sockets import OpenSockets
from hanamachi.server.storage.store import Store

# Prefix of the key of a socket without a cookie. No other socket can be told to belong to the same user, so
# such a user goes offline with the socket.
ANONYMOUS = "?"


class OnlineUsers(OpenSockets[str]):
    """The users with a socket at this worker. `changed` is called after a change was written."""

    def __init__(self, store: Store, changed: Callable[[], None]) -> None:
        super().__init__()
        self.store, self.changed = store, changed

    def disconnected(self, guest: str) -> None:
        """Count a socket that was closed."""
        self.remove(guest, lingers=not guest.startswith(ANONYMOUS))

    async def _clear(self) -> None:
        await self.store.database.write(partial(_clear, worker=self.store.worker))

    async def _save(self, came: set[str], went: set[str]) -> None:
        job = partial(_change, worker=self.store.worker, came=came, went=went)
        await self.store.database.write(job, WriteScope(lobby=True))
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
