"""Run the statements of every move on the driver's own cursor.

SQLAlchemy compiles each of them once for each kind of database. Its result objects, which cost more than the
statement itself, are left out.
"""

from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError

from hanamachi.server.db import timestamps


class Prepared:
    """A statement that is compiled to SQL once for each kind of database."""

    def __init__(self, statement: sa.Executable) -> None:
        self.statement = statement
        self.sql: dict[str, str] = {}
        columns = statement.selected_columns.keys() if isinstance(statement, sa.SelectBase) else ()
        self.row = namedtuple("row", columns, rename=True)  # type: ignore[misc]

    def __call__(self, db: sa.Connection, values: Any) -> Any:
        """Execute the statement, given a list of values once for each. Return the driver's cursor."""
        kind = db.dialect.name
        if kind not in self.sql:
            self.sql[kind] = str(self.statement.compile(dialect=db.dialect))  # type: ignore[attr-defined]
        return execute(db, self.sql[kind], values)

    def rows(self, db: sa.Connection, values: Any) -> list[Any]:
        """Return the rows that a query finds, as named tuples of what the driver returns."""
        cursor = self(db, values)
        with errors_of(db):
            return self.named(cursor.fetchall())

    def named(self, found: Iterable[Any]) -> list[Any]:
        """Return rows of the driver as named tuples."""
        return [self.row(*each) for each in found]

    def first(self, db: sa.Connection, values: Any) -> Any | None:
        """Return the first row that a query finds."""
        found = fetch(db, self(db, values))
        return None if found is None else self.row(*found)

    def scalar(self, db: sa.Connection, values: Any) -> Any | None:
        """Return the first column of the first row."""
        found = fetch(db, self(db, values))
        return None if found is None else found[0]


class PreparedWithTime:
    """A statement in which the current time stands, by the database's clock. PostgreSQL puts it in itself."""

    def __init__(self, make: Callable[[sa.ColumnElement[float]], sa.Executable]) -> None:
        self.alone, self.shared = Prepared(make(sa.bindparam("now"))), Prepared(make(timestamps.NOW))

    def __call__(self, db: sa.Connection, values: dict[str, Any]) -> Any:
        """Execute the statement. Return the driver's cursor."""
        if db.dialect.name == "postgresql":
            return self.shared(db, values)
        return self.alone(db, {**values, "now": timestamps.wall()})


def execute(db: sa.Connection, sql: str, values: Any = ()) -> Any:
    """Execute SQL on the driver's cursor and return it. Errors are SQLAlchemy's, without the values."""
    connection: Any = db.connection.dbapi_connection
    cursor = connection.cursor()
    with errors_of(db, sql):
        if isinstance(values, list) and len(values) != 1:
            cursor.executemany(sql, values)
        else:
            cursor.execute(sql, values[0] if isinstance(values, list) else values)
    return cursor


def fetch(db: sa.Connection, cursor: Any) -> Any | None:
    """Return the next row of a cursor."""
    with errors_of(db):
        return cursor.fetchone()


@contextmanager
def errors_of(db: sa.Connection, sql: str = "") -> Iterator[None]:
    """Raise the driver's errors as SQLAlchemy's, without the values."""
    connection: Any = db.connection.dbapi_connection
    try:
        yield
    except db.dialect.loaded_dbapi.Error as error:
        lost = db.dialect.is_disconnect(error, connection, None)
        if lost:
            db.invalidate(error)
        raise DBAPIError(sql, None, error, hide_parameters=True, connection_invalidated=lost) from error
