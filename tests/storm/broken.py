"""A house whose store fails on order: `hanamachi serve` that obeys its stdin. Run as a script.

Each line names a fault, which then happens once, at the next place where it can. `fired.txt` beside the database
says which were ordered ("+job") and which happened ("job"). Nothing of this is in the house itself: only its
database's engines are tampered with.

begin    no transaction can be begun
job      a statement is broken off in the middle of a transaction
commit   a commit fails and has no effect
lost     a commit takes effect, and its answer is lost
read     nothing can be read
full     the disk is full, until `room` (SQLite)
hang     the next commit waits for ever

STORM_FIRED: the file that says so. STORM_BUSY: milliseconds to wait for another's lock. STORM_EARLY: everybody is told before it is kept, which is
the fault that all this is to find.
"""

import os
import random
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import patch

import sqlalchemy as sa
from sqlalchemy import event

from hanamachi import cli
from hanamachi.server import app
from hanamachi.server.db import engine, prepared
from hanamachi.server.db.connection import Database
from hanamachi.server.live.room import Room
from hanamachi.server.live.table_storage import Write
from hanamachi.server.storage import store
from hanamachi.server.tables.model import Snapshot

NO_LIMIT = 1 << 30  # pages


class Broken:
    """What is to go wrong with a database next."""

    def __init__(self, database: Database, fired: Path) -> None:
        self.orders: list[str] = []
        self.pages = NO_LIMIT
        self.error: type[Exception] = database.commits.engine.dialect.loaded_dbapi.OperationalError
        self.fired = os.open(fired, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._tamper(database)

    def obey(self, lines: Any) -> None:
        for line in lines:
            order = line.strip()
            if order in ("full", "room"):
                self.pages = 1 if order == "full" else NO_LIMIT
            self.orders.append(order)
            self.say(f"+{order}")

    def happens(self, fault: str) -> bool:
        if fault not in self.orders:
            return False
        self.orders.remove(fault)
        self.say(fault)
        return True

    def say(self, fault: str) -> None:
        os.write(self.fired, f"{fault}\n".encode())

    def fail(self, fault: str) -> None:
        if self.happens(fault):
            raise sa.exc.OperationalError(fault, None, self.error("disk I/O error"))

    def _tamper(self, database: Database) -> None:
        event.listen(database.commits.engine, "begin", self._begin, insert=True)
        if database.worker:
            event.listen(database.commits.engine, "before_cursor_execute", self._execute)
            prepared.execute = self._executing(prepared.execute)
        else:
            event.listen(database.commits.engine, "begin", self._begun)
        event.listen(database.reading, "begin", self._read, insert=True)
        dialect: Any = database.commits.engine.dialect
        dialect.do_commit = self._committing(dialect.do_commit)

    def _begin(self, _connection: sa.Connection) -> None:
        self.fail("begin")

    def _execute(self, *_: object) -> None:
        if "job" in self.orders and random.random() < 0.3:
            self.fail("job")

    def _executing(self, execute: Callable[..., Any]) -> Callable[..., Any]:
        """The statements of a move go around SQLAlchemy, and so around its events."""

        def broken(*args: Any) -> Any:
            self._execute()
            return execute(*args)

        return broken

    def _begun(self, connection: sa.Connection) -> None:
        sqlite: Any = connection.connection.driver_connection
        if self.happens("full") or "room" in self.orders:
            self.orders = [order for order in self.orders if order != "room"]
            sqlite.execute(f"PRAGMA max_page_count={self.pages}")
        if "job" in self.orders:
            self.orders.remove("job")
            sqlite.set_progress_handler(lambda: self._interrupt(sqlite), random.randint(1, 200))

    def _interrupt(self, sqlite: sqlite3.Connection) -> bool:
        sqlite.set_progress_handler(None, 1)
        self.say("job")
        return True

    def _read(self, _connection: sa.Connection) -> None:
        self.fail("read")

    def _committing(self, commit: Callable[[Any], None]) -> Callable[[Any], None]:
        def do_commit(connection: Any) -> None:
            if self.happens("hang"):
                threading.Event().wait()
            if self.happens("commit"):
                raise self.error("disk I/O error")
            commit(connection)
            if self.happens("lost"):
                raise self.error("disk I/O error")

        return do_commit


async def early(self: Room, before: Snapshot, after: Snapshot, and_write: Write | None) -> bool:
    self._become(after, self.deadlines.window_left_after(before, after), "here")
    return await save(self, before, after, and_write)


save = Room._save


def main() -> None:
    busy = os.environ.get("STORM_BUSY", "5000")
    pragmas = tuple(f"busy_timeout={busy}" if "busy" in each else each for each in engine.PRAGMAS)

    class BrokenDatabase(Database):
        def __init__(self, database: str) -> None:
            super().__init__(database)
            broken = Broken(self, Path(os.environ["STORM_FIRED"]))
            threading.Thread(target=broken.obey, args=(sys.stdin,), daemon=True).start()

    with (
        patch.object(engine, "PRAGMAS", pragmas),
        patch.object(store, "Database", BrokenDatabase),
        patch.object(Room, "_save", early if "STORM_EARLY" in os.environ else save),
        patch.object(app, "SETTLED", 3600.0),  # nobody stays long enough for warm bots
    ):
        sys.exit(cli.main(["serve", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
