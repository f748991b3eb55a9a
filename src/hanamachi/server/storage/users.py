"""Store users: their names, and which of them were erased."""

from collections.abc import Sequence
from functools import partial

import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.prepared import Prepared, PreparedWithTime
from hanamachi.server.db.schema import GUESTS, SEATS, TABLES
from hanamachi.server.storage import reserved_names, table_rows
from hanamachi.server.storage.restrictions import NAME as NAME_RESTRICTION
from hanamachi.server.storage.restrictions import check_allowed

NEW_COLUMNS = ("id", "name", "skeleton", "lookalike", "compared", "homonym")
ADD_USER = PreparedWithTime(
    lambda now: sa.insert(GUESTS).values(
        {"created": now} | {column: sa.bindparam(column) for column in NEW_COLUMNS}
    )
)
NAME = Prepared(sa.select(GUESTS.c.name).where(GUESTS.c.id == sa.bindparam("user")))
MOST_LISTED = 1_000  # tables of one user that may be on the screens of others


class UserStore:
    """Read and write users. A change is on disk when its call returns."""

    def __init__(self, database: Database) -> None:
        self.database = database

    async def add(self, user: str, name: str) -> None:
        """Add a user whose id is new. Nobody can have heard of them."""
        await self.database.write(partial(_add, user=user, name=name))

    async def rename(self, user: str, name: str, listed: Sequence[str] = ()) -> None:
        """Give a user a name; the first one creates the user. `listed`: tables whose list entries show it."""
        change = partial(_rename_self, user=user, name=name)
        await self.database.write(change, WriteScope(my_tables=listed, guests=[user]))

    async def name(self, user: str) -> str | None:
        """Return the name of a user, if there is one."""
        return await self.database.read_one(lambda db: NAME.scalar(db, {"user": user}))

    async def is_erased(self, user: str) -> bool:
        """Return True if a user wished to be erased."""
        return await self.database.read_one(partial(table_rows.is_erased, guest=user))

    async def newest_tables(self, user: str) -> list[str]:
        """Return the tables at which a user sits, the newest first, as far back as lists reach."""
        query = sa.select(TABLES.c.id).join(SEATS, SEATS.c.table_id == TABLES.c.id).distinct()
        query = query.add_columns(TABLES.c.number).where(SEATS.c.guest == user)
        newest = query.order_by(TABLES.c.number.desc()).limit(MOST_LISTED)
        return await self.database.read(lambda db: list(db.scalars(newest)))


def _rename_self(db: sa.Connection, user: str, name: str) -> None:
    check_allowed(db, user, NAME_RESTRICTION)
    rename_guest(db, user, name)


def rename_guest(db: sa.Connection, user: str, name: str) -> None:
    """Give a guest a name that no member has."""
    values = _named(db, user, name)
    changed = db.execute(sa.update(GUESTS).where(GUESTS.c.id == user).values(values))
    if not changed.rowcount:
        table_rows.check_not_erased(db, [user])
        _insert(db, user, values)


def _add(db: sa.Connection, user: str, name: str) -> None:
    """Add a guest with a name that no member has."""
    _insert(db, user, _named(db, user, name))


def _named(db: sa.Connection, user: str, name: str) -> dict[str, str | bool]:
    """Return the columns of a name that this user may have."""
    look = reserved_names.check_free(db, name, user)
    columns = {"name": name, "compared": reserved_names.compared(name)}
    return {**columns, "skeleton": look.skeleton, "lookalike": look.lookalike, "homonym": False}


def _insert(db: sa.Connection, user: str, columns: dict[str, str | bool]) -> None:
    ADD_USER(db, {"id": user, **columns})
