"""Build SQLAlchemy engines for SQLite and PostgreSQL from what an operator gives: a path or a URL."""

import re
from pathlib import Path
from typing import Any

import sqlalchemy as sa
from sqlalchemy import event

from hanamachi.server.db.prepared import execute

PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")
SHARED = "postgresql"  # the database that several workers may share
SYNCHRONOUS = {"sqlite": "sqlite", "postgresql": f"{SHARED}+psycopg", "postgres": f"{SHARED}+psycopg"}
POSTGRES_OPTIONS: dict[str, Any] = {  # speak UTF-8, and notice a dead connection within seconds
    "client_encoding": "utf8",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "hanamachi",
}


def url_of(database: str) -> str:
    """Return the SQLAlchemy URL of a database given by URL or by the path of a SQLite file. Asynchronous
    drivers are replaced by synchronous ones, because the server waits in threads."""
    if "://" not in database:
        return f"sqlite:///{database}"
    scheme, _, rest = database.partition("://")
    plain = SYNCHRONOUS.get(scheme.partition("+")[0], scheme)
    if plain.startswith(SHARED):
        rest = re.sub(r"([?&])ssl=", r"\1sslmode=", rest)  # as asyncpg has it
    return f"{plain}://{rest}"


def is_shared(database: str) -> bool:
    """Return True if several workers may use this database."""
    return url_of(database).startswith(SHARED)


def make_engine(url: str, connections: int, begin: str) -> sa.Engine:
    """Return an engine with a fixed number of connections. `begin`: how its transactions begin ("" reads
    only)."""
    engine = sa.create_engine(
        url, pool_size=connections, max_overflow=0, hide_parameters=True, **connection_options(url, begin)
    )
    if engine.dialect.name == "sqlite":
        _tune(engine, begin)
    return engine


def connection_options(url: str, begin: str) -> dict[str, Any]:
    """Return the options of an engine. Readers of PostgreSQL see one snapshot, however many queries they
    make; a writing connection is tested when it is taken from the pool."""
    if not url.startswith(SHARED):
        return {"paramstyle": "named"} if url.startswith("sqlite") else {}
    level = "READ COMMITTED" if begin else "REPEATABLE READ"
    return {"pool_pre_ping": bool(begin), "isolation_level": level, "connect_args": POSTGRES_OPTIONS}


def _tune(engine: sa.Engine, begin: str) -> None:
    """Configure SQLite: write-ahead log, sync with every commit, overwrite deleted content; the writer takes
    its lock when its transaction begins."""

    @event.listens_for(engine, "do_connect")
    def _find(_dialect: Any, _record: Any, place: list[Any], manner: dict[str, Any]) -> None:
        place[0], manner["uri"] = existing(place[0]), True

    @event.listens_for(engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in PRAGMAS:
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        execute(connection, f"BEGIN {begin}")


def existing(path: Path | str) -> str:
    """Return the URI of a SQLite file that must exist. SQLite would otherwise recreate a deleted file,
    empty."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


def path_of(url: str) -> Path | None:
    """Return the file of a SQLite database, or None for other databases."""
    found = sa.engine.make_url(url_of(url))
    return Path(found.database) if found.get_backend_name() == "sqlite" and found.database else None


def shown(database: str) -> str:
    """Name a database for people: the path of its file, or its address without the password."""
    return str(path_of(database) or sa.engine.make_url(database).render_as_string())


def file_of(url: str) -> tuple[int, int] | None:
    """Return device and inode of a SQLite database's file, to notice if it was deleted or replaced."""
    path = path_of(url)
    if path is None:
        return None
    found = path.stat()
    return found.st_dev, found.st_ino
