"""The house's way to its database: one connection writes, others read.

What is to be written while a commit runs waits, and goes together into the next. Each job has a savepoint:
one that is refused leaves nothing behind and does not spoil the others; if the database throws a batch away,
each job is tried again by itself.

On SQLite nobody else writes while a batch is written. On PostgreSQL other workers may, so a batch first locks
all its tables, in their order: then what a job has checked stays true until the commit, and nobody waits in a
circle. With the commit goes one hint to the other workers.
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
MOST = 64  # jobs of one commit
SCRUBS, BETWEEN, WAIT = 20, 0.5, 0.1  # tries to empty the write-ahead log, seconds between two, and of each
PRAGMAS = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "secure_delete=ON")

SHARED = "postgresql"  # the kind that several workers may share
PLAIN = {"sqlite": "sqlite", "postgresql": f"{SHARED}+psycopg", "postgres": f"{SHARED}+psycopg"}
LINE: dict[str, Any] = {  # a line that is dead is noticed within seconds
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
    """What a job has to do with tables: nobody else writes to them meanwhile, other workers hear that they
    changed (`told`), and so does whoever has one of `streets` in a list. `guests`: whoever sits somewhere
    with one of them hears what they are called now. `lobby`: whoever wants to play looks."""

    tables: Sequence[str] = ()
    announce: bool = True
    my_tables: Sequence[str] = ()
    guests: Sequence[str] = ()
    lobby: bool = False


NOTHING = WriteScope()


class Work(Struct, frozen=True):
    job: Transaction[Any]
    scope: WriteScope
    answer: asyncio.Future[Any]


class NotSaved(Refusal):
    """The database could not take it, or did not say whether it did."""

    def __init__(self) -> None:
        super().__init__("not_kept")


def url_of(database: str) -> str:
    """A URL, or the path of a SQLite file, as SQLAlchemy wants it. The house waits in threads of its own, so
    drivers that wait in an event loop give way to plain ones."""
    if "://" not in database:
        return f"sqlite:///{database}"
    scheme, _, rest = database.partition("://")
    plain = PLAIN.get(scheme.partition("+")[0], scheme)
    if plain.startswith(SHARED):
        rest = re.sub(r"([?&])ssl=", r"\1sslmode=", rest)  # as asyncpg has it
    return f"{plain}://{rest}"


def is_shared(database: str) -> bool:
    """Whether several workers may use this database."""
    return url_of(database).startswith(SHARED)


class Database:
    def __init__(self, database: str) -> None:
        self.url = url_of(database)
        self.writing, self.reading = make_engine(self.url, 1, "IMMEDIATE"), make_engine(self.url, READERS, "")
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.worker = secrets.token_urlsafe(6) if is_shared(database) else ""  # who this is among several
        self.waiting: list[Work] = []
        self.task: asyncio.Task[None] | None = None
        self.file: tuple[int, int] | None = None  # which file it is, while it is open

    async def open(self) -> None:
        """Bring the database to the newest shape."""
        await self._aside(self.writer, migrate, self.url)
        self.file = file_of(self.url)

    async def close(self) -> None:
        if self.task:
            await self.task
        for threads in (self.writer, self.readers):
            await asyncio.to_thread(threads.shutdown)
        self.writing.dispose()
        self.reading.dispose()

    async def read(self, job: Transaction[Found]) -> Found:
        """What a job finds, on a connection that takes no lock."""
        try:
            return await self._aside(self.readers, self._read, job)
        except (SQLAlchemyError, OSError) as error:
            LOG.error("could not read: %s", error)
            raise NotSaved from error

    async def write(self, job: Transaction[Found], scope: WriteScope = NOTHING) -> Found:
        """What a job has to say when it is on disk. It goes on to its end even if nobody waits for it."""
        future: asyncio.Future[Found] = asyncio.get_running_loop().create_future()
        self.waiting.append(Work(job, scope, future))
        if self.task is None or self.task.done():
            self.task = asyncio.create_task(self._write_all())
        return await asyncio.shield(future)

    async def scrub(self) -> None:
        """Empty SQLite's write-ahead log, which still holds what was deleted. PostgreSQL overwrites old
        versions of rows when it vacuums."""
        path = path_of(self.url)
        for _ in range(SCRUBS if path else 0):
            if await self._aside(self.writer, emptied, path):
                return
            await asyncio.sleep(BETWEEN)
        if path:
            LOG.warning("deleted text stays in the write-ahead log for now: somebody reads the database")

    async def _write_all(self) -> None:
        while self.waiting:
            batch, self.waiting = self.waiting[:MOST], self.waiting[MOST:]
            with metrics.COMMITS.timed():
                answers = await self._aside(self.writer, self._batch, batch)
            metrics.BATCHES.add(len(batch))
            for work, answer in zip(batch, answers, strict=True):
                settle(work.answer, answer)

    async def _aside(self, threads: ThreadPoolExecutor, work: Callable[..., Found], *args: Any) -> Found:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *args)

    def _read(self, job: Transaction[Found]) -> Found:
        """Once more if the line was broken: who only reads need not try it before."""
        try:
            with self.reading.begin() as db:
                return job(db)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        with self.reading.begin() as db:
            return job(db)

    def _batch(self, batch: Sequence[Work]) -> list[Any]:
        """The answer to each job, or what was raised for it."""
        try:
            return self._together(batch)
        except Exception as error:
            if len(batch) > 1:
                return [self._batch([work])[0] for work in batch]
            LOG.error("could not write: %s", error)
            return [NotSaved() if isinstance(error, SQLAlchemyError | OSError) else error]

    def _together(self, batch: Sequence[Work]) -> list[Any]:
        if (
            self.file and file_of(self.url) != self.file
        ):  # SQLite would go on in a file that has no name any more
            raise FileNotFoundError("the database's file is gone")
        with self.writing.begin() as db:
            if self.worker:
                lock(db, {table for work in batch for table in work.scope.tables})
            answers = [attempt(work.job, db) for work in batch]
            if self.worker:
                self._tell(db, batch, answers)
            return answers

    def _tell(self, db: sa.Connection, batch: Sequence[Work], answers: Sequence[Any]) -> None:
        """One hint for all: a transaction with a hint is committed by itself."""
        done = [work.scope for work, answer in zip(batch, answers, strict=True) if not is_error(answer)]
        tables = {table for scope in done if scope.announce for table in scope.tables}
        streets = {table for scope in done for table in scope.my_tables}
        guests = {guest for scope in done for guest in scope.guests}
        lobby = any(scope.lobby for scope in done)
        if tables or streets or guests or lobby:
            hint = ChangeNotice(
                self.worker, sorted(tables | streets), sorted(streets), guests=sorted(guests), lobby=lobby
            )
            notify(db, hint)


def emptied(path: Path) -> bool:
    """Whether the write-ahead log could be emptied: not while somebody looks at an earlier moment."""
    try:
        with closing(sqlite3.connect(existing(path), uri=True, isolation_level=None, timeout=WAIT)) as db:
            busy, *_ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    except sqlite3.Error:
        return False
    return not busy


def existing(path: Path | str) -> str:
    """The address of a SQLite file that must be there: one that is gone does not come back empty."""
    return f"{Path(path).absolute().as_uri()}?mode=rw"


LOCK = "SELECT id FROM tables WHERE id = ANY(%(tables)s) ORDER BY id FOR NO KEY UPDATE"


def lock(db: sa.Connection, tables: set[str]) -> None:
    """Nobody else writes to these tables until the commit."""
    if tables:
        db.exec_driver_sql(LOCK, {"tables": sorted(tables)}).all()


def is_error(answer: Any) -> bool:
    return isinstance(answer, BaseException)


def attempt(job: Transaction[Any], db: sa.Connection) -> Any:
    """Return a job's answer, or its refusal: then all that it wrote is taken back."""
    db.exec_driver_sql("SAVEPOINT job")  # in plain SQL: SQLAlchemy's own take twice as long
    try:
        answer = job(db)
    except Refusal as refusal:
        db.exec_driver_sql("ROLLBACK TO SAVEPOINT job")
        answer = refusal
    db.exec_driver_sql("RELEASE SAVEPOINT job")
    return answer


def settle(future: asyncio.Future[Any], answer: Any) -> None:
    if future.cancelled():
        return
    if is_error(answer):
        future.set_exception(answer)
        future.exception()  # whoever asked may be gone: that is no fault
    else:
        future.set_result(answer)


def make_engine(url: str, connections: int, begin: str) -> sa.Engine:
    engine = sa.create_engine(
        url, pool_size=connections, max_overflow=0, hide_parameters=True, **manners(url, begin)
    )
    if engine.dialect.name == "sqlite":
        _tune(engine, begin)
    return engine


def manners(url: str, begin: str) -> dict[str, Any]:
    """Whoever reads PostgreSQL sees one moment, however many queries it takes. A line is tried before
    somebody writes, and replaced if it broke."""
    if not url.startswith(SHARED):
        return {"paramstyle": "named"} if url.startswith("sqlite") else {}
    level = "READ COMMITTED" if begin else "REPEATABLE READ"
    return {"pool_pre_ping": bool(begin), "isolation_level": level, "connect_args": LINE}


def _tune(engine: sa.Engine, begin: str) -> None:
    """Write-ahead log, a sync with every commit, and a writer that says at once that it will write. What is
    deleted is overwritten."""

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
    """The file of a SQLite database."""
    found = sa.engine.make_url(url_of(url))
    return Path(found.database) if found.get_backend_name() == "sqlite" and found.database else None


def shown(database: str) -> str:
    """Name a database for people: the path of its file, or its address without the password."""
    return str(path_of(database) or sa.engine.make_url(database).render_as_string())


def file_of(url: str) -> tuple[int, int] | None:
    """Which file a SQLite database is in now, whatever it is called."""
    path = path_of(url)
    if path is None:
        return None
    found = path.stat()
    return found.st_dev, found.st_ino
