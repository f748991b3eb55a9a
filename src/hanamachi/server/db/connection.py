"""Connect to the database: one connection writes, others read, each in threads of their own."""

import asyncio
import logging
import secrets
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from hanamachi.server.db.engine import existing, file_of, is_shared, make_engine, path_of, url_of
from hanamachi.server.db.group_commit import (
    NO_TABLES,
    Found,
    GroupCommit,
    NotSaved,
    PendingWrite,
    Transaction,
    WriteScope,
    is_error,
)
from hanamachi.server.db.schema import migrate
from hanamachi.server.runtime import metrics

LOG = logging.getLogger(__name__)
READERS = 2
LARGEST_BATCH = 64  # writes that go into one commit
SPACING = 0.01  # least seconds from one commit to the next: writes in between are committed together
SCRUBS, SCRUB_PAUSE, SCRUB_WAIT = 20, 0.5, 0.1  # tries to empty the log, seconds between them, and of each


class Database:
    """The connections to one database: a writer and a few readers, each in threads of its own."""

    def __init__(self, database: str) -> None:
        self.url = url_of(database)
        self.writer = ThreadPoolExecutor(1, thread_name_prefix="writer")
        self.readers = ThreadPoolExecutor(READERS, thread_name_prefix="reader")
        self.worker = secrets.token_urlsafe(6) if is_shared(database) else ""  # among several processes
        self.commits, self.reading = GroupCommit(self.url, self.worker), make_engine(self.url, READERS, "")
        self.waiting: list[PendingWrite] = []
        self.task: asyncio.Task[None] | None = None
        self.next_commit = 0.0  # when the next one may begin, by the event loop's clock

    async def open(self) -> None:
        """Migrate the database to the newest schema."""
        await self._in_thread(self.writer, migrate, self.url)
        self.commits.file = file_of(self.url)

    async def close(self) -> None:
        """Finish pending writes, then close all connections."""
        if self.task:
            await self.task
        for threads in (self.writer, self.readers):
            await asyncio.to_thread(threads.shutdown)
        self.commits.close()
        self.reading.dispose()

    async def read(self, query: Transaction[Found]) -> Found:
        """Run a query on a reading connection, which takes no lock, and return its result."""
        return await self._reading(self._in_transaction, query)

    async def read_one(self, query: Transaction[Found]) -> Found:
        """Run a query of a single statement, or of some that need not see the same moment. It needs no
        transaction, which would ask PostgreSQL twice more."""
        return await self._reading(self._alone, query)

    async def _reading(self, how: Callable[[Transaction[Found]], Found], query: Transaction[Found]) -> Found:
        try:
            return await self._in_thread(self.readers, self._read, how, query)
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
        loop = asyncio.get_running_loop()
        while self.waiting:
            if (pause := self.next_commit - loop.time()) > 0:
                await asyncio.sleep(pause)
            self.next_commit = loop.time() + SPACING
            batch, self.waiting = self.waiting[:LARGEST_BATCH], self.waiting[LARGEST_BATCH:]
            with metrics.COMMITS.timed():
                answers = await self._in_thread(self.writer, self.commits.write, batch)
            metrics.BATCHES.add(len(batch))
            for work, answer in zip(batch, answers, strict=True):
                settle(work.answer, answer)

    async def _in_thread(self, threads: ThreadPoolExecutor, work: Callable[..., Found], *args: Any) -> Found:
        return await asyncio.get_running_loop().run_in_executor(threads, work, *args)

    def _read(self, how: Callable[[Transaction[Found]], Found], query: Transaction[Found]) -> Found:
        """Run a query, and once more if the connection was broken: readers skip the liveness check."""
        try:
            return how(query)
        except DBAPIError as error:
            if not error.connection_invalidated:
                raise
        return how(query)

    def _in_transaction(self, query: Transaction[Found]) -> Found:
        with self.reading.begin() as db:
            return query(db)

    def _alone(self, query: Transaction[Found]) -> Found:
        with self.reading.connect() as db:
            return query(db.execution_options(isolation_level="AUTOCOMMIT") if self.worker else db)


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


def settle(future: asyncio.Future[Any], answer: Any) -> None:
    """Deliver the result or the error of a write to its caller."""
    if future.cancelled():
        return
    if is_error(answer):
        future.set_exception(answer)
        future.exception()  # the caller may have been cancelled: that is no fault
    else:
        future.set_result(answer)
