"""What the house keeps: guests, tables, seats, every row of every log, and answers that are sealed."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

import sqlalchemy as sa

from hanamachi.core.log import Result
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database, Job, Touch
from hanamachi.server.db.key_value import keep
from hanamachi.server.db.schema import GUESTS, NOBODY, SEATS, TABLES
from hanamachi.server.storage import table_rows, vacations
from hanamachi.server.storage.game_lists import Listed, Wanted, tables_of
from hanamachi.server.storage.table_rows import Stored
from hanamachi.server.storage.vacations import Holidays
from hanamachi.server.tables.changes import changed_list_entries, changes_lobby
from hanamachi.server.tables.model import SeatHolder, Setup, Snapshot
from hanamachi.server.tables.time_control import Off

EVERY = Wanted()
SEEN = 1_000  # tables of one guest of which others may have something in a list that they look at


class Store:
    """Each call is one job for the database; what changes is on disk when the call returns."""

    worker = ""  # who this is, if there are several

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.worker = self.database.worker

    async def open(self) -> None:
        await self.database.open()

    async def close(self) -> None:
        await self.database.close()

    async def name_guest(self, guest: str, name: str, streets: Sequence[str] = ()) -> None:
        """`streets`: tables in whose lists that is seen."""
        job = partial(_name_guest, guest=guest, name=name)
        await self.database.write(job, Touch(my_tables=streets, guests=[guest]))

    async def is_forgotten(self, guest: str) -> bool:
        return await self.database.read(partial(table_rows.is_forgotten, guest=guest))

    async def guest_name(self, guest: str) -> str | None:
        return await self.database.read(
            lambda db: db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest))
        )

    async def add_table(
        self,
        table: str,
        setup: Setup,
        seats: Sequence[SeatHolder],
        rows: Sequence[str] = (),
        *,
        turn: int = NOBODY,
        result: Result | None = None,
        check: Job[None] | None = None,
    ) -> None:
        """`check`: what may refuse it, asked together with the writing."""

        def job(db: sa.Connection) -> None:
            if check:
                check(db)
            table_rows.add_table(db, table, setup, seats, rows, turn, result=result)

        await self.database.write(job, Touch(my_tables=[table], lobby=setup.public))

    async def load(self, table: str) -> Stored | None:
        return await self.database.read(partial(table_rows.load, table=table))

    async def length(self, table: str) -> int:
        """Return how many rows a table has."""
        return await self.database.read(partial(table_rows.length, table=table))

    async def newest_of(self, guest: str) -> list[str]:
        """The tables at which a guest sits that may stand in somebody's list, the newest first."""
        query = sa.select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id).distinct()
        query = query.add_columns(TABLES.c.number).where(SEATS.c.guest == guest)
        newest = query.order_by(TABLES.c.number.desc()).limit(SEEN)
        return await self.database.read(lambda db: list(db.scalars(newest)))

    async def renew(self, table: str, before: Stored, after: Snapshot) -> None:
        """A table of an older version as it is now, all or nothing. Raced if it was not `before` any more."""
        await self.database.write(
            partial(table_rows.renew, table=table, before=before, after=after), Touch([table])
        )

    async def keep(
        self, table: str, before: Snapshot, after: Snapshot, left: float = 0.0, also: Job[Any] | None = None
    ) -> None:
        """What a table has become, all or nothing. Raced if it was not `before` any more."""
        await self.database.write(
            partial(table_rows.keep, table=table, before=before, after=after, left=left, also=also),
            Touch(
                [table],
                my_tables=changed_list_entries(table, before, after),
                lobby=changes_lobby(before, after),
            ),
        )

    async def keep_left(self, windows: Sequence[tuple[str, int, float]]) -> None:
        """How many seconds are left to each (table, asked, left)."""
        tables = [table for table, _, _ in windows]
        await self.database.write(partial(table_rows.keep_left, windows=windows), Touch(tables, told=False))

    async def keep_hours(self, reached: float) -> float:
        """How far the house's time has come, at the furthest."""
        return await self.database.write(partial(table_rows.keep_hours, reached=reached))

    async def due(self, before: float, others: Collection[str] = ()) -> list[str]:
        """The tables at which a clock comes to something before then, but for those of other workers."""
        return await self.database.read(partial(table_rows.due, before=before, others=others))

    async def days_off(self, guests: Collection[str]) -> dict[str, tuple[Off, ...]]:
        return await self.database.read(partial(vacations.off, guests=guests))

    async def timed(self, guest: str) -> list[str]:
        """The tables at which time runs for this guest."""
        return await self.database.read(partial(vacations.waiting_for, guest=guest))

    async def take_days_off(self, guest: str, days: int, now: float) -> Holidays:
        return await self.database.write(partial(vacations.take, guest=guest, days=days, now=now))

    async def note(self, table: str, turn: int, result: Result | None, *, damaged: bool) -> None:
        """What was found when the table was looked at."""
        job = partial(table_rows.note, table=table, turn=turn, result=result, damaged=damaged)
        await self.database.write(job, Touch([table], told=False))

    async def unsettled(self) -> list[str]:
        """Games of an older house that are over, and nobody wrote down how."""
        query = sa.select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.result.is_(None), ~TABLES.c.damaged)
        return await self.database.read(lambda db: list(db.scalars(query)))

    async def tables_of(
        self, guest: str, most: int = 100, wanted: Wanted = EVERY, only: Collection[str] = ()
    ) -> list[Listed]:
        """A guest's tables, the newest first; or `only` these."""
        return await self.database.read(partial(tables_of, guest=guest, wanted=wanted, most=most, only=only))

    async def now(self) -> float:
        """Return the current time by the database's clock."""
        return await self.database.read(timestamps.now)

    async def breathe(self) -> None:
        """A write that changes nothing anybody sees."""
        await self.database.write(partial(keep, name="breath", value=str(timestamps.wall())))


def _name_guest(db: sa.Connection, guest: str, name: str) -> None:
    changed = db.execute(sa.update(GUESTS).where(GUESTS.c.id == guest).values(name=name))
    if not changed.rowcount:
        table_rows.welcome(db, [guest])
        db.execute(sa.insert(GUESTS).values(id=guest, name=name, created=timestamps.value(db)))
