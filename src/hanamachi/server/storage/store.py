"""Store tables: their set-ups, seats, log rows, clocks and sealed answers. Users and deadlines hang on it."""

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any, Protocol

import sqlalchemy as sa

from hanamachi.core.log import Result
from hanamachi.server.db import key_value, timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import Transaction, WriteScope
from hanamachi.server.db.schema import NOBODY, TABLES
from hanamachi.server.storage import shared_tables, table_rows
from hanamachi.server.storage.added_rows import added_rows
from hanamachi.server.storage.deadlines import DeadlineStore
from hanamachi.server.storage.game_lists import Listed, Wanted, tables_of
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.storage.users import UserStore
from hanamachi.server.tables.changes import changed_list_entries, changes_lobby
from hanamachi.server.tables.model import SeatHolder, Setup, Snapshot

EVERY = Wanted()


class LongLog(Exception):
    """The log of a table is longer than the caller wished to read."""


class SavesWithTables(Protocol):
    """A part that is saved in the same transactions as tables."""

    def locks(self, before: Snapshot, after: Snapshot) -> Sequence[str]:
        """Return the names that must be locked before this change is saved."""

    def save(self, db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
        """Save what this change of a table means."""


class Store:
    """Read and write tables. Each call is one transaction; a change is on disk when its call returns."""

    worker = ""  # the id of this process, if several share the database

    def __init__(self, url: str) -> None:
        self.database = Database(url)
        self.worker = self.database.worker
        self.users, self.deadlines = UserStore(self.database), DeadlineStore(self.database)
        self.with_tables: list[SavesWithTables] = []

    async def open(self) -> None:
        """Migrate the database to the newest schema."""
        await self.database.open()

    async def close(self) -> None:
        """Finish pending writes and close all connections."""
        await self.database.close()

    async def add_table(
        self,
        table: str,
        setup: Setup,
        seats: Sequence[SeatHolder],
        rows: Sequence[str] = (),
        *,
        turn: int = NOBODY,
        result: Result | None = None,
        check: Transaction[None] | None = None,
    ) -> None:
        """Add a table. `check` may refuse it and runs in the same transaction."""

        def add(db: sa.Connection) -> None:
            if check:
                check(db)
            table_rows.add_table(db, table, setup, seats, rows, turn, result=result)

        await self.database.write(add, WriteScope(my_tables=[table], lobby=setup.public))

    async def load(self, table: str, long: int | None = None) -> StoredTable | None:
        """Return a table as its rows have it, if it exists. Raise `LongLog` if it has `long` rows or more."""

        def load(db: sa.Connection) -> StoredTable | None:
            if long is not None and table_rows.length(db, table) >= long:
                raise LongLog
            return shared_tables.load(db, table, self.worker) if self.worker else table_rows.load(db, table)

        return await (self.database.read_one(load) if self.worker else self.database.read(load))

    async def upgrade(self, table: str, before: StoredTable, after: Snapshot) -> None:
        """Replace a table of an older version of its game. Raise `ConcurrentUpdate` if it is not `before`."""
        await self.database.write(
            partial(table_rows.upgrade, table=table, before=before, after=after), WriteScope([table])
        )

    async def save(
        self,
        table: str,
        before: Snapshot,
        after: Snapshot,
        left: float = 0.0,
        also: Transaction[Any] | None = None,
    ) -> None:
        """Save what a table has become. Raise `ConcurrentUpdate` if the stored table is not `before`. `left`:
        seconds of the answer window. `also`: more to write in the same transaction."""

        def write(db: sa.Connection) -> None:
            table_rows.save(db, table, before, after, left, also)
            for each in self.with_tables:
                each.save(db, table, before, after)

        await self.database.write(
            write,
            WriteScope(
                [table],
                my_tables=changed_list_entries(table, before, after),
                lobby=changes_lobby(before, after),
                added=added_rows(table, before, after) if self.worker and not also else None,
                locks=[name for each in self.with_tables for name in each.locks(before, after)],
            ),
        )

    async def save_window_times(self, windows: Sequence[tuple[str, int, float]]) -> None:
        """Save the seconds left of each open answer window, given as (table, question, seconds)."""
        tables = [table for table, _, _ in windows]
        await self.database.write(
            partial(table_rows.save_window_times, windows=windows), WriteScope(tables, announce=False)
        )

    async def save_findings(self, table: str, turn: int, result: Result | None, *, damaged: bool) -> None:
        """Save what rehydrating a table has shown: whose turn it is, its result, and damage."""
        change = partial(table_rows.save_findings, table=table, turn=turn, result=result, damaged=damaged)
        await self.database.write(change, WriteScope([table], announce=False))

    async def without_result(self) -> list[str]:
        """Return the tables that an older server finished without saving a result."""
        query = sa.select(TABLES.c.id).where(TABLES.c.finished, TABLES.c.result.is_(None), ~TABLES.c.damaged)
        return await self.database.read(lambda db: list(db.scalars(query)))

    async def tables_of(
        self, guest: str, most: int = 100, wanted: Wanted = EVERY, only: Collection[str] = ()
    ) -> list[Listed]:
        """Return a user's tables, the newest first; or `only` these of them."""
        return await self.database.read(partial(tables_of, guest=guest, wanted=wanted, most=most, only=only))

    async def now(self) -> float:
        """Return the current time by the database's clock."""
        return await self.database.read_one(timestamps.now) if self.worker else timestamps.wall()

    async def probe(self) -> None:
        """Write a value that has no effect, to see whether the database accepts writes."""
        await self.database.write(partial(key_value.put, name="breath", value=str(timestamps.wall())))
