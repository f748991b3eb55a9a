"""Store the server's uptime, and find the tables whose clocks are due. Days off move deadlines."""

from collections.abc import Collection
from functools import partial

import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import CLOCKS, HOURS, TABLES
from hanamachi.server.storage import vacations
from hanamachi.server.storage.vacations import Holidays
from hanamachi.server.tables.time_control import Off

MOST_DUE = 100  # tables that one call returns


class DeadlineStore:
    """Read and write deadlines. All times are in seconds of uptime."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def save_uptime(self, reached: float) -> float:
        """Save the uptime that this worker has counted, and return the most that any worker has."""
        return await self.database.write(partial(_save_uptime, reached=reached))

    async def due(self, before: float, others: Collection[str] = ()) -> list[str]:
        """Return the tables whose reminder or flag is due before then, except those of `others`: workers
        whose lease runs."""
        return await self.database.read(partial(_due, before=before, others=others))

    async def days_off(self, users: Collection[str]) -> dict[str, tuple[Off, ...]]:
        """Return the days off of each of these users who has some."""
        return await self.database.read(partial(vacations.off, guests=users))

    async def tables_waiting_for(self, user: str) -> list[str]:
        """Return the tables at which the user's clock runs."""
        return await self.database.read(partial(vacations.waiting_for, guest=user))

    async def take_days_off(self, user: str, days: int, now: float) -> Holidays:
        """Begin days off now, in place of those still to come; 0 ends them."""
        return await self.database.write(partial(vacations.take, guest=user, days=days, now=now))


def _save_uptime(db: sa.Connection, reached: float) -> float:
    db.execute(sa.update(HOURS).where(HOURS.c.seconds < reached).values(seconds=reached))
    return float(db.scalar(sa.select(HOURS.c.seconds)) or 0.0)


def _due(db: sa.Connection, before: float, others: Collection[str]) -> list[str]:
    query = sa.select(CLOCKS.c.table_id).where(CLOCKS.c.due < before).order_by(CLOCKS.c.due).limit(MOST_DUE)
    if others:
        mine = TABLES.c.owner.is_(None) | TABLES.c.owner.not_in(others)
        query = query.join(TABLES, TABLES.c.id == CLOCKS.c.table_id).where(mine)
    return list(db.scalars(query))
