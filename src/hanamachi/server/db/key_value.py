"""What the house keeps under a name. Several workers may do so at once."""

from collections.abc import Callable

import sqlalchemy as sa

FIND = sa.text("SELECT value FROM settings WHERE name = :name")
FIND_ALL = sa.text("SELECT name, value FROM settings WHERE substr(name, 1, :length) = :prefix")
INSERT = "INSERT INTO settings (name, value) VALUES (:name, :value) ON CONFLICT (name) DO "
KEEP, KEEP_FIRST = sa.text(INSERT + "UPDATE SET value = :value"), sa.text(INSERT + "NOTHING")


def setting(db: sa.Connection, name: str) -> str | None:
    found: str | None = db.scalar(FIND, {"name": name})
    return found


def beginning_with(db: sa.Connection, prefix: str) -> dict[str, str]:
    """Return all settings whose name begins so."""
    found = db.execute(FIND_ALL, {"prefix": prefix, "length": len(prefix)})
    return {row.name: row.value for row in found}


def keep(db: sa.Connection, name: str, value: str) -> None:
    db.execute(KEEP, {"name": name, "value": value})


def made_once(db: sa.Connection, name: str, make: Callable[[], str]) -> str:
    """Made when it is first asked for. Of several workers who ask at once all have the first one's."""
    while (found := setting(db, name)) is None:
        db.execute(KEEP_FIRST, {"name": name, "value": make()})
    return found
