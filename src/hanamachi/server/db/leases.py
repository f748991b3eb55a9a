"""Decide which worker attends to a table: ends its windows and breaks, and asks its bots.

Each worker has one lease for all its tables, by the database's clock, and renews it every second. A table
names its owner, and an owner whose lease has expired loses it. What such a worker still writes is refused,
because rows follow that it does not know.
"""

from functools import partial
from time import monotonic

import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.notify import ChangeNotice, notify
from hanamachi.server.db.schema import PRESENCES, TABLES, WORKERS
from hanamachi.server.db.timestamps import NOW

LEASE = 3.5  # seconds
RENEWED = 1.0  # seconds between two renewals: a table whose owner died is taken over within five
DELETED_AFTER = 60.0  # seconds after which an expired lease is deleted


class Leases:
    """The lease of this worker, and the leases of the others."""

    def __init__(self, database: Database) -> None:
        self.database, self.worker = database, database.worker
        self.until = 0.0  # by this machine's clock, and rather too early
        self.others: frozenset[str] = frozenset()  # the other workers whose lease runs

    @property
    def valid(self) -> bool:
        return monotonic() < self.until

    async def renew(self) -> bool:
        """Renew the lease. Return True if it had expired, so that others may have taken over this worker's
        tables."""
        asked, lapsed = monotonic(), bool(self.until) and not self.valid
        self.others = await self.database.write(partial(_renew, worker=self.worker))
        self.until = asked + LEASE
        return lapsed

    async def claim(self, table: str) -> str | None:
        """Take over a table unless another worker with a valid lease owns it. Return the owner."""
        return await self.database.write(
            partial(_claim, table=table, worker=self.worker), WriteScope([table])
        )

    async def release(self, table: str) -> None:
        """Give up a table without watchers or waiting bots here."""
        await self.database.write(partial(_release, table=table, worker=self.worker), WriteScope([table]))

    async def end(self) -> None:
        """End the lease and tell the other workers, who take over at once."""
        self.until = 0.0
        await self.database.write(partial(_end, worker=self.worker))

    def forget(self, worker: str) -> None:
        """Drop a worker that announced its end."""
        self.others -= {worker}


def _renew(db: sa.Connection, worker: str) -> frozenset[str]:
    changed = db.execute(sa.update(WORKERS).where(WORKERS.c.id == worker).values(until=NOW + LEASE))
    if not changed.rowcount:
        _clear(db)
        db.execute(sa.insert(WORKERS).values(id=worker, until=NOW + LEASE))
    alive = sa.select(WORKERS.c.id).where(WORKERS.c.until > NOW, WORKERS.c.id != worker)
    return frozenset(db.scalars(alive))


def _clear(db: sa.Connection) -> None:
    """Delete workers whose lease expired long ago."""
    gone = (
        sa.select(WORKERS.c.id).where(WORKERS.c.until < NOW - DELETED_AFTER).with_for_update(skip_locked=True)
    )
    if names := list(db.scalars(gone)):
        db.execute(sa.delete(PRESENCES).where(PRESENCES.c.worker.in_(names)))
        db.execute(sa.delete(WORKERS).where(WORKERS.c.id.in_(names)))


def _claim(db: sa.Connection, table: str, worker: str) -> str | None:
    here = TABLES.c.id == table
    held = sa.exists().where(WORKERS.c.id == TABLES.c.owner, WORKERS.c.until > NOW, WORKERS.c.id != worker)
    db.execute(sa.update(TABLES).where(here, ~held).values(owner=worker))
    return db.scalar(sa.select(TABLES.c.owner).where(here))


def _release(db: sa.Connection, table: str, worker: str) -> None:
    mine = (TABLES.c.id == table) & (TABLES.c.owner == worker)
    db.execute(sa.update(TABLES).where(mine).values(owner=None))
    db.execute(sa.delete(PRESENCES).where(PRESENCES.c.table_id == table, PRESENCES.c.worker == worker))


def _end(db: sa.Connection, worker: str) -> None:
    db.execute(sa.delete(WORKERS).where(WORKERS.c.id == worker))
    db.execute(sa.delete(PRESENCES).where(PRESENCES.c.worker == worker))
    notify(db, ChangeNotice(worker, closing=True))
