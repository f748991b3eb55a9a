"""Run the statements of every move on the driver's own cursor.

SQLAlchemy compiles each of them once for each kind of database. Its result objects, which cost more than the
statement itself, are left out.
"""

from collections import namedtuple
from typing import Any

import sqlalchemy as sa
from sqlalchemy.exc import DBAPIError


class Prepared:
    """A statement that is compiled to SQL once for each kind of database."""

    def __init__(self, statement: sa.Executable) -> None:
        self.statement = statement
        self.sql: dict[str, str] = {}
        columns = statement.selected_columns.keys() if isinstance(statement, sa.Select) else ()
        self.row = namedtuple("row", columns, rename=True)  # type: ignore[misc]

    def __call__(self, db: sa.Connection, values: Any) -> Any:
        """Execute the statement, given a list of values once for each. Return the driver's cursor."""
        kind = db.dialect.name
        if kind not in self.sql:
            self.sql[kind] = str(self.statement.compile(dialect=db.dialect))  # type: ignore[attr-defined]
        return execute(db, self.sql[kind], values)

    def rows(self, db: sa.Connection, values: Any) -> list[Any]:
        """Return the rows that a query finds, as named tuples of what the driver returns."""
        return [self.row(*found) for found in self(db, values).fetchall()]

    def first(self, db: sa.Connection, values: Any) -> Any | None:
        """Return the first row that a query finds."""
        found = self(db, values).fetchone()
        return None if found is None else self.row(*found)

    def scalar(self, db: sa.Connection, values: Any) -> Any | None:
        """Return the first column of the first row."""
        found = self(db, values).fetchone()
        return None if found is None else found[0]


def execute(db: sa.Connection, sql: str, values: Any = ()) -> Any:
    """Execute SQL on the driver's cursor and return it. Errors are SQLAlchemy's, without the values."""
    connection: Any = db.connection.dbapi_connection
    cursor = connection.cursor()
    try:
        (cursor.executemany if isinstance(values, list) else cursor.execute)(sql, values)
    except db.dialect.loaded_dbapi.Error as error:
        lost = db.dialect.is_disconnect(error, connection, cursor)
        if lost:
            db.invalidate(error)
        raise DBAPIError(sql, None, error, hide_parameters=True, connection_invalidated=lost) from error
    return cursor
