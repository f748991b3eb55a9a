"""A copy of the whole house in one file, and the house from it. It may be open: a copy is of one moment.

SQLite copies itself; PostgreSQL does so by its own tools, which must be on this machine.
"""

import os
import re
import shutil
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import SQLAlchemyError

from hanamachi.core.words import Name, Refusal
from hanamachi.server.db import key_value, timestamps
from hanamachi.server.db.engine import POSTGRES_OPTIONS, is_shared, make_engine, path_of, shown, url_of
from hanamachi.server.db.schema import FORGOTTEN, TABLES, migrate
from hanamachi.server.db.startup import OURS_ALONE
from hanamachi.server.privacy import erase

MARKS = {b"SQLite": False, b"PGDMP": True}  # how a copy begins, and whether it is of PostgreSQL


class CannotCopy(Refusal):
    pass


def backup(database: str, file: Path) -> None:
    """The copy is the owner's alone: it holds the keys of the cookies and the seeds of games that run."""
    if not is_shared(database) and not (path_of(database) or file).exists():
        raise CannotCopy("nothing_kept", path=Name(database))
    try:
        os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OURS_ALONE))
    except FileExistsError as error:
        raise CannotCopy("file_exists", path=Name(file)) from error
    except OSError as error:
        raise CannotCopy("cannot_write", path=Name(file), problem=error.strerror or "?") from error
    try:
        (dump if is_shared(database) else copy)(database, file)
    except BaseException:
        file.unlink()
        raise
    with suppress(CannotCopy):
        note_copy(database)


def note_copy(database: str) -> None:
    """Write down when the data was last copied, for the host's page."""
    with opened(database) as db:
        key_value.put(db, "copied", str(timestamps.now(db)))


def restore(file: Path, database: str) -> None:
    """Into a place where no house is: nothing is ever written over."""
    try:
        mark = beginning(file)
    except OSError as error:
        raise CannotCopy("no_file", path=Name(file), problem=error.strerror or "?") from error
    shared = next((shared for sign, shared in MARKS.items() if mark.startswith(sign)), None)
    if shared is None:
        raise CannotCopy("no_copy", path=Name(file))
    if shared != is_shared(database):
        raise CannotCopy("other_kind")
    (undump if shared else copy_back)(file, database)


def listed(database: str) -> list[str]:
    """Of everybody whom this house has forgotten, what they can be recognised by."""
    with opened(database) as db:
        return list(db.scalars(sa.select(FORGOTTEN.c.digest).order_by(FORGOTTEN.c.at)))


def on_list(file: Path | None) -> set[str]:
    """Those of such a list, as a file."""
    try:
        lines = file.read_text("ascii").split() if file else []
    except (OSError, UnicodeDecodeError) as error:
        raise CannotCopy("no_list", path=Name(file)) from error
    if not all(re.fullmatch("[0-9a-f]{64}", line) for line in lines):
        raise CannotCopy("no_list", path=Name(file))
    return set(lines)


def forget_again(database: str, digests: set[str]) -> int:
    """A house that was put back has the newest shape, and knows these guests no more. How many they were."""
    migrate(url_of(database))
    with opened(database) as db:
        return erase.erase_again(db, digests)


@contextmanager
def opened(database: str) -> Iterator[sa.Connection]:
    path = path_of(database)
    if path and not path.exists():
        raise CannotCopy("nothing_kept", path=Name(database))
    engine = make_engine(url_of(database), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            yield db
    except SQLAlchemyError as error:
        raise CannotCopy("copy_failed", problem=str(error).split("\n")[0]) from error
    finally:
        engine.dispose()


def beginning(file: Path) -> bytes:
    with file.open("rb") as data:
        return data.read(6)


def copy(database: str, file: Path) -> None:
    try:
        with (
            closing(sqlite3.connect(path_of(database) or "")) as source,
            closing(sqlite3.connect(file)) as to,
        ):
            source.backup(to)
    except sqlite3.Error as error:
        raise CannotCopy("copy_failed", problem=str(error)) from error


def copy_back(file: Path, database: str) -> None:
    path = path_of(database)
    assert path is not None
    if path.exists():
        raise CannotCopy("house_exists", path=Name(path))
    beside = path.with_name(f"{path.name}.restoring")
    try:
        os.close(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OURS_ALONE))
        copy(str(file), beside)
        check_whole(beside, file)
        beside.rename(path)
    except OSError as error:
        raise CannotCopy("cannot_write", path=Name(path), problem=error.strerror or "?") from error
    finally:
        beside.unlink(missing_ok=True)


def check_whole(house: Path, file: Path) -> None:
    """Refuse what was copied from this file if pages of it are damaged, or if it is no database of ours."""
    try:
        with closing(sqlite3.connect(house)) as db:
            (found,) = db.execute("PRAGMA integrity_check(1)").fetchone()
            tables = db.execute("SELECT name FROM sqlite_master WHERE name = ?", [TABLES.name]).fetchall()
    except sqlite3.Error as error:
        raise CannotCopy("copy_failed", problem=str(error)) from error
    if found != "ok":
        raise CannotCopy("copy_failed", problem=found.split("\n")[-1])
    if not tables:
        raise CannotCopy("no_copy", path=Name(file))


def dump(database: str, file: Path) -> None:
    run("pg_dump", database, "--format=custom", "--no-owner", f"--file={file}")


def undump(file: Path, database: str) -> None:
    if tables_in(database):
        raise CannotCopy("house_exists", path=Name(shown(database)))
    run("pg_restore", database, "--no-owner", "--exit-on-error", "--single-transaction", str(file))


def tables_in(database: str) -> list[str]:
    engine = sa.create_engine(url_of(database), poolclass=sa.NullPool, connect_args=POSTGRES_OPTIONS)
    try:
        return sa.inspect(engine).get_table_names()
    except SQLAlchemyError as error:
        raise CannotCopy("copy_failed", problem=str(error).split("\n")[0]) from error


def run(tool: str, database: str, *flags: str) -> None:
    """One of PostgreSQL's own tools. The password is not for the list of processes."""
    if shutil.which(tool) is None:
        raise CannotCopy("no_tool", tool=tool)
    url = sa.engine.make_url(url_of(database))
    address = url.set(drivername="postgresql")._replace(password=None).render_as_string(hide_password=False)
    secret = {"PGPASSWORD": str(url.password)} if url.password else {}
    command = [tool, f"--dbname={address}", *flags]
    done = subprocess.run(command, env=os.environ | secret, capture_output=True, text=True)
    if done.returncode:
        raise CannotCopy("copy_failed", problem=(done.stderr.strip().split("\n") or ["?"])[0])
