"""Read and change single fields of JSON that is stored in text columns, on SQLite and on PostgreSQL."""

from typing import Any

import msgspec
import sqlalchemy as sa

from hanamachi.server.db.schema import TABLES


def field(db: sa.Connection, column: sa.ColumnElement[Any], name: str) -> sa.ColumnElement[Any]:
    """Return a field of a JSON column, written exactly as the indexes on it are."""
    if db.dialect.name == "postgresql":
        return sa.cast(column, sa.JSON).op("->>", return_type=sa.Text())(sa.literal_column(f"'{name}'"))
    return sa.func.json_extract(column, sa.literal_column(f"'$.{name}'"), type_=sa.Text)


def patched(db: sa.Connection, column: sa.ColumnElement[Any], **new: str | None) -> sa.ColumnElement[Any]:
    """Return a JSON column with some of its fields replaced."""
    if db.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import JSONB  # SQLite does not need that dialect

        return sa.cast(sa.cast(column, JSONB).op("||")(sa.cast(sa.literal(new, JSONB), JSONB)), sa.Text)
    return sa.func.json_patch(column, msgspec.json.encode(new).decode())


def hosted_by(db: sa.Connection, guest: str) -> sa.ColumnElement[bool]:
    """Return the condition that a user opened a table."""
    return field(db, TABLES.c.setup, "host") == guest
