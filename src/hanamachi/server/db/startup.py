"""Check the database before the server starts: private, migrated to the newest schema, and writable.

Each problem becomes one sentence for the operator.
"""

import os
import sqlite3
from pathlib import Path

from sqlalchemy.exc import SQLAlchemyError

from hanamachi.core.words import Name, Refusal
from hanamachi.server.db import engine, key_value, timestamps
from hanamachi.server.db.engine import is_shared, make_engine, path_of, url_of
from hanamachi.server.db.schema import UnknownShape, is_in_use_by_older, migrate

OURS_ALONE = 0o600
PROBLEMS = {  # what SQLite says, and our phrase for it
    "SQLITE_FULL": "full_disk",
    "SQLITE_NOTADB": "damaged_database",
    "SQLITE_CORRUPT": "damaged_database",
    "SQLITE_READONLY": "no_permission",
    "SQLITE_CANTOPEN": "no_permission",
    "SQLITE_PERM": "no_permission",
    "SQLITE_IOERR": "no_permission",
    "SQLITE_BUSY": "busy_database",
}


class CannotOpen(Refusal):
    """Refuse to start."""


def prepare(database: str) -> None:
    """Create, migrate and test the database. Raise `CannotOpen` if it cannot be used."""
    try:
        make_private(path_of(database))
        check_encoding(database)
        if is_in_use_by_older(url_of(database)):
            raise CannotOpen("older_workers", path=shown(database))
        migrate(url_of(database))
        try_to_write(url_of(database))
    except CannotOpen:
        raise
    except OSError as error:
        raise CannotOpen("no_permission", path=shown(database), problem=error.strerror or "?") from error
    except UnknownShape as error:
        raise CannotOpen("newer_database", path=shown(database)) from error
    except (SQLAlchemyError, ImportError, ValueError) as error:
        raise in_words(error, database) from error


def shown(database: str) -> Name:
    """Return the database's address without a password."""
    return Name(engine.shown(database))


def make_private(path: Path | None) -> None:
    """Make the file readable by its owner alone: it holds the keys of all cookies and the seeds of running
    games. SQLite gives the files beside it the same mode."""
    if path is None:
        return
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, OURS_ALONE))
    for each in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
        if each.exists():
            each.chmod(OURS_ALONE)


def check_encoding(database: str) -> None:
    """Refuse a PostgreSQL database that cannot hold every name: without a locale initdb makes SQL_ASCII."""
    if not is_shared(database):
        return
    engine = make_engine(url_of(database), 1, "")
    with engine.connect() as db:
        encoding = str(db.exec_driver_sql("SHOW server_encoding").scalar_one())
    engine.dispose()
    if encoding != "UTF8":
        raise CannotOpen("not_utf8", path=shown(database), encoding=Name(encoding))


def try_to_write(url: str) -> None:
    engine = make_engine(url, 1, "IMMEDIATE")
    with engine.begin() as db:
        key_value.put(db, "opened", str(timestamps.wall()))
    engine.dispose()


def in_words(error: Exception, database: str) -> CannotOpen:
    """Translate an error of the database into a sentence for the operator."""
    said = getattr(error, "orig", None)
    if isinstance(said, sqlite3.Error) and hasattr(said, "sqlite_errorname"):
        kind = "_".join(said.sqlite_errorname.split("_")[:2])
        if kind in PROBLEMS:
            return CannotOpen(PROBLEMS[kind], path=shown(database), problem=Name(said))
    return CannotOpen("bad_database", problem=Name(str(error).split("\n")[0]))
