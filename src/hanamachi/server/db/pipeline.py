"""Ask PostgreSQL several questions without waiting for the answer to each, in libpq's pipeline mode.

Asked one after the other, each question is a wait for another process.
"""

from typing import Any

import sqlalchemy as sa

from hanamachi.server.db.prepared import Prepared, errors_of

Query = tuple[Prepared, Any]  # and its values


def together(db: sa.Connection, *queries: Query) -> list[list[Any]]:
    """Run several prepared queries at once. Return the rows of each."""
    if db.dialect.name != "postgresql":
        return [query.rows(db, values) for query, values in queries]
    connection: Any = db.connection.dbapi_connection
    with errors_of(db), connection.pipeline():
        cursors = [query(db, values) for query, values in queries]
    return [query.named(cursor.fetchall()) for (query, _), cursor in zip(queries, cursors, strict=True)]
