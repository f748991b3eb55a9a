"""Houses of every schema there was, with all their tables, in whichever database is wanted."""

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from hanamachi.server.db.engine import is_shared, url_of
from hanamachi.server.db.schema import migrate
from tests.kept import packed

HERE = Path(__file__).parent
HOUSES = {
    "0001": "house_0001.sql.xz",
    "0002": "version_1.sql.xz",
    "0003": "house_0003.sql.xz",
    "0004": "house_0004.sql.xz",
    "0005": "house_0005.sql.xz",
    "0006": "house_0006.sql.xz",
    "0009": "house_0009.sql.xz",
    "0011": "house_0011.sql.xz",
    "0012": "house_0012.sql.xz",
}


def dump(schema: str) -> str:
    return packed.read(HERE / HOUSES[schema]).decode()


def unpack(schema: str, database: str) -> None:
    """The house as it was, not migrated yet. What is kept is SQLite's; for PostgreSQL every row is copied."""
    if not is_shared(database):
        with closing(sqlite3.connect(database)) as db:
            db.executescript(dump(schema))
        return
    migrate(url_of(database), schema)
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool)
    with closing(sqlite3.connect(":memory:")) as source, engine.begin() as target:
        source.executescript(dump(schema))
        source.row_factory = sqlite3.Row
        copy(source, target)


def copy(source: sqlite3.Connection, target: sa.Connection) -> None:
    shape = sa.MetaData()
    shape.reflect(target)
    for table in shape.sorted_tables:
        found = source.execute(f'SELECT * FROM "{table.name}"').fetchall()
        if found and table.name != "alembic_version":
            target.execute(sa.insert(table), [typed(table, row) for row in found])
    if sa.inspect(target).has_sequence("table_numbers"):
        target.exec_driver_sql("SELECT setval('table_numbers', (SELECT max(number) FROM tables))")


def typed(table: sa.Table, row: sqlite3.Row) -> dict[str, Any]:
    """SQLite has no truth values."""
    return {
        name: bool(row[name]) if isinstance(table.c[name].type, sa.Boolean) else row[name]
        for name in row.keys()  # noqa: SIM118
    }
