"""Connect to the database: one connection writes, others read.

Writes that arrive while a commit runs wait and go together into the next one (group commit). Each of them has
a savepoint: one that is refused leaves no trace and does not affect the others. If the database rejects a
whole batch, each write is tried again alone.

On SQLite this process is the only writer. On PostgreSQL other workers write too, so a batch first locks the
rows of all its tables, in the order of their ids: what a write has checked stays true until the commit, and
no deadlock can arise. Each commit carries one notice to the other workers (see `notify.py`).
"""

import asyncio
import logging
import re
import secrets
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from hanamachi.core.words import Refusal
from hanamachi.server.db.notify import ChangeNotice, notify
from hanamachi.server.db.schema import migrate
from hanamachi.server.runtime import metrics

LOG = logging.getLogger(__name__)
READERS = 2
LARGEST_BATCH = 64  # writes that go into one commit
SCRUBS, SCRUB_PAUSE, SCRUB_WAIT = 20, 0.5, 0.1  # tries to empty the log, seconds between them, and of each
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")

SHARED = "postgresql"  # the database that several workers may share
SYNCHRONOUS = {"sqlite": "sqlite", "postgresql": f"{SHARED}+psycopg", "postgres": f"{SHARED}+psycopg"}
POSTGRES_OPTIONS: dict[str, Any] = {  # notice a dead connection within seconds
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "hanamachi",
}

Found = TypeVar("Found")
Transaction = Callable[[sa.Connection], Found]


class WriteScope(Struct, frozen=True):
    """Say what a write affects. `tables`: locked during the write and, unless `announce` is False, announced
    to other workers. `my_tables`: tables whose entries in lists change. `guests`: users who were renamed or
    erased. `lobby`: the lobby or the queue changed."""

    tables: Sequence[str] = ()
    announce: bool = True
    my_tables: Sequence[str] = ()
    guests: Sequence[str] = ()
    lobby: bool = False


NO_TABLES = WriteScope()


class PendingWrite(Struct, frozen=True):
    """A write that waits for the next commit, and the future that its caller awaits."""

    change: Transaction[Any]
    scope: WriteScope
    answer: asyncio.Future[Any]


class NotSaved(Refusal):
    """The database refused the write, or the answer to the commit was lost."""

    def __init__(self) -> None:
        super().__init__("not_kept")


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


class Database:
    """The connections to one database: a writer and a few readers, each in threads of its own."""

    def __init__(self, database: str) -> None:
        self.url = url_of(database)
        self.writing, self.reading = make_engine(self.url, 1, "IMMEDIATE"), make_engine(self.url, READERS, "")
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.worker = (
            secrets.token_urlsafe(6) if is_shared(database) else ""
        )  # the id of this process among several
        self.waiting: list[PendingWrite] = []
        self.task: asyncio.Task[None] | None = None
        self.file: tuple[int, int] | None = None  # device and inode of the open file

    async def open(self) -> None:
        """Migrate the database to the newest schema."""
        await self._in_thread(self.writer, migrate, self.url)
        self.file = file_of(self.url)

    async def close(self) -> None:
        """Finish pending writes, then close all connections."""
        if self.task:
            await self.task
        for threads in (self.writer, self.readers):
            await asyncio.to_thread(threads.shutdown)
        self.writing.dispose()
        self.reading.dispose()

    async def read(self, query: Transaction[Found]) -> Found:
        """Run a query on a reading connection, which takes no lock, and return its result."""
        try:
            return await self._in_thread(self.readers, self._read, query)
        except (SQLAlchemyError, OSError) as error:
            LOG.error("database read failed: %s", error)
            raise NotSaved from error

    async def write(self, change: Transaction[Found], scope: WriteScope = NO_TABLES) -> Found:
        """Run a write and return its result once it is committed. The write completes even if the caller is
        cancelled."""
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self.waiting.append(PendingWrite(change, scope, future))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._write_all())
        return await asyncio.shield(future)

    async def scrub(self) -> None:
        """Empty SQLite's write-ahead log, which still holds deleted text. PostgreSQL overwrites deleted rows
        when it vacuums."""
        path = path_of(self.url)
        for _ in range(SCRUBS if path else 0):
            if await self._in_thread(self.writer, emptied, path):
                return
            await asyncio.sleep(SCRUB_PAUSE)
        if path:
            LOG.warning("could not truncate the SQLite write-ahead log: another process reads the database")

    async def _write_all(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:LARGEST_BATCH], self.waiting[LARGEST_BATCH:]
            with metrics.COMMITS.timed():
                answers = await self._in_thread(self.writer, self._batch, batch)
            metrics.BATCHES.add(len(batch))
            for work, answer in zip(batch, answers, strict=True):
                settle(work.answer, answer)

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[..., Found], *args: Any) -> Found:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *args)

    def _read(self, query: Transaction[Found]) -> Found:
        """Run a query, and once more if the connection was broken: readers skip the liveness check."""
        try:
            with self.reading.begin() as db:
                return query(db)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.reading.begin() as db:
            return query(db)

    def _batch(self, batch: Sequence[PendingWrite]) -> list[Any]:
        """Run a batch in one transaction. Return the result or the error of each write."""
        try:
            return self._together(batch)
        except Exception as error:
            if len(batch) > 1:
                return [self._batch([work])[0] for work in batch]
            LOG.error("database write failed: %s", error)
            return [NotSaved() if isinstance(error, SQLAlchemyError | OSError) else error]

    def _together(self, batch: Sequence[PendingWrite]) -> list[Any]:
        if self.file and file_of(self.url) != self.file:  # SQLite would go on writing to the deleted file
            raise FileNotFoundError("the SQLite file was deleted or replaced")
        with self.writing.begin() as db:
            if self.worker:
                lock(db, {table for work in batch for table in work.scope.tables})
            answers = [attempt(work.change, db) for work in batch]
            if self.worker:
                self._announce(db, batch, answers)
            return answers

    def _announce(self, db: sa.Connection, batch: Sequence[PendingWrite], answers: Sequence[Any]) -> None:
        """Send one notice for the whole batch: PostgreSQL commits transactions that NOTIFY one by
        one."""
        done = [work.scope for work, answer in zip(batch, answers, strict=True) if not is_error(answer)]
        tables = {table for scope in done if scope.announce for table in scope.tables}
        listed = {table for scope in done for table in scope.my_tables}
        guests = {guest for scope in done for guest in scope.guests}
        lobby = any(scope.lobby for scope in done)
        if tables or listed or guests or lobby:
            notice = ChangeNotice(
                self.worker, sorted(tables | listed), sorted(listed), guests=sorted(guests), lobby=lobby
            )
            notify(db, notice)


def emptied(path: Path) -> bool:
    """Try to empty the write-ahead log. Return False while another process reads an older state."""
    try:
        with closing(
            sqlite3.connect(existing(path), uri=True, isolation_level=None, timeout=SCRUB_WAIT)
        ) as db:
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def existing(path: Path | str) -> str:
    """Return the URI of a SQLite file that must exist. SQLite would otherwise recreate a deleted file,
    empty."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


LOCK = "SELECT id FROM tables WHERE id = ANY(%(tables)s) ORDER BY id FOR NO KEY UPDATE"


def lock(db: sa.Connection, tables: set[str]) -> None:
    """Lock the rows of these tables until the commit."""
    if tables:
        db.exec_driver_sql(LOCK, {"tables": sorted(tables)}).all()


def is_error(answer: Any) -> bool:
    return isinstance(answer, BaseException)


def attempt(change: Transaction[Any], db: sa.Connection) -> Any:
    """Run one write within a savepoint. Return its result; or return its refusal, with all that it wrote
    undone."""
    db.exec_driver_sql("SAVEPOINT job")  # in plain SQL: SQLAlchemy's own take twice as long
    try:
        answer = change(db)
    except Refusal as refusal:
        db.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        answer = refusal
    db.exec_driver_sql("RELEASE SAVEPOINT job")
    return answer


def settle(future: asyncio.Future[Any], answer: Any) -> None:
    """Deliver the result or the error of a write to its caller."""
    if future.cancelled():
        return
    if is_error(answer):
        future.set_exception(answer)
        future.exception()  # the caller may have been cancelled: that is no fault
    else:
        future.set_result(answer)


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
    make; a writing connection is tested before use and replaced if it broke."""
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
        connection.exec_driver_sql(f"BEGIN {begin}")


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
