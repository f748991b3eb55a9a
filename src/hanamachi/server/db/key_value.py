"""Store single values under a name in the table `settings`. Several workers may write at once."""

from collections.abc import Callable

import sqlalchemy as sa

FIND = sa.text("SELECT value FROM settings WHERE name = :name")
FIND_ALL = sa.text("SELECT name, value FROM settings WHERE substr(name, 1, :length) = :prefix")
INSERT = "INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO "
UPSERT, INSERT_FIRST = sa.text(INSERT + "UPDATE SET value = :value"), sa.text(INSERT + "NOTHING")


def get(db: sa.Connection, name: str) -> str | None:
    """Return the value stored under a name, if there is one."""
    found: str | None = db.scalar(FIND, {"name": name})
    return found


def with_prefix(db: sa.Connection, prefix: str) -> dict[str, str]:
    """Return all values whose names begin with a prefix, by name."""
    found = db.execute(FIND_ALL, {"prefix": prefix, "length": len(prefix)})
    return {row.name: row.value for row in found}


def put(db: sa.Connection, name: str, value: str) -> None:
    """Store a value under a name, in place of an older one."""
    db.execute(UPSERT, {"name": name, "value": value})


def get_or_create(db: sa.Connection, name: str, make: Callable[[], str]) -> str:
    """Return the value under a name; the first call creates it. If several workers call at once, all get the
    value of the first."""
    while (found := get(db, name)) is None:
        db.execute(INSERT_FIRST, {"name": name, "value": make()})
    return found
