"""Send the statements of a transaction to PostgreSQL without waiting for the answer to each.

A move needs BEGIN, a lock, a query and four more statements with COMMIT. Asked one after the other that is
seven times to wait for another process; in libpq's pipeline mode it is two.
"""

from contextlib import ExitStack, suppress
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from hanamachi.server.db.prepared import Prepared, errors_of

Query = tuple[Prepared, Any]  # and its values


class Pipeline:
    """Pipeline mode of the connection of an engine that has only one.

    In this mode `execute` queues statements until a result is fetched or the transaction ends. If one fails,
    PostgreSQL skips all that follow it, the COMMIT, too. A statement of SQLAlchemy's own ends the mode: it
    expects its answer at once."""

    def __init__(self, engine: sa.Engine) -> None:
        self._open: ExitStack | None = None
        event.listen(engine, "before_cursor_execute", lambda db, *_: self.leave(db))

    def enter(self, db: sa.Connection) -> None:
        """Enter pipeline mode, until `leave`. This sends nothing."""
        if self._open is None:
            self._open = ExitStack()
            connection: Any = db.connection.dbapi_connection
            self._open.enter_context(connection.pipeline())

    def leave(self, db: sa.Connection) -> None:
        """Wait for the answers to all statements that are queued, and leave pipeline mode."""
        if self._open:
            queued, self._open = self._open, None
            with errors_of(db):
                queued.close()

    def give_up(self) -> None:
        """Leave pipeline mode on a connection that is dropped."""
        if self._open:
            queued, self._open = self._open, None
            with suppress(Exception):  # it may be broken
                queued.close()


def together(db: sa.Connection, *queries: Query) -> list[list[Any]]:
    """Run several prepared queries at once. Return the rows of each."""
    if db.dialect.name != "postgresql":
        return [query.rows(db, values) for query, values in queries]
    connection: Any = db.connection.dbapi_connection
    with errors_of(db), connection.pipeline():
        cursors = [query(db, values) for query, values in queries]
    return [query.named(cursor.fetchall()) for (query, _), cursor in zip(queries, cursors, strict=True)]
