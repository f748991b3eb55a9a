"""Commit the writes of many callers together (group commit), in one thread.

Writes that arrive while a commit runs wait and go together into the next one. If one of them is refused, the
batch is run again with a savepoint for each: the refused one leaves no trace and does not affect the others.
If the database rejects a whole batch, each write is tried again alone.

On SQLite this process is the only writer. On PostgreSQL other workers write too, so a batch first locks the
rows of all its tables, in the order of their ids, then what else it must lock: what a write has checked stays
true until the commit, and no deadlock can arise. Each commit carries one notice to the other workers (see
`notify.py`).
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy.exc import DBAPIError, SQLAlchemyError

from hanamachi.core.words import Refusal
from hanamachi.server.db.engine import file_of, make_engine
from hanamachi.server.db.notify import AddedRows, ChangeNotice, notify
from hanamachi.server.db.prepared import execute

LOG = logging.getLogger(__name__)

Found = TypeVar("Found")
Transaction = Callable[[sa.Connection], Found]
Run = Callable[[Transaction[Any], sa.Connection], Any]


class WriteScope(Struct, frozen=True):
    """Say what a write affects. `tables`: locked during the write and, unless `announce` is False, announced
    to other workers. `my_tables`: tables whose entries in lists change. `guests`: users who were renamed or
    erased. `lobby`: the lobby or the queue changed. `added`: all that the write changes at its table.
    `locks`: names of anything else that no other worker may change until the commit. `talk`: tables whose
    talk changes. `hosts`: a host does something, or what hosts see changes."""

    tables: Sequence[str] = ()
    announce: bool = True
    my_tables: Sequence[str] = ()
    guests: Sequence[str] = ()
    lobby: bool = False
    added: AddedRows | None = None
    locks: Sequence[str] = ()
    talk: Sequence[str] = ()
    hosts: bool = False


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


class ConnectionLost(OSError):
    """The connection broke before the commit: nothing of the transaction has happened."""


class GroupCommit:
    """The one connection that writes. Its methods run in the writer's thread."""

    def __init__(self, url: str, worker: str) -> None:
        self.url, self.worker = url, worker
        self.engine = make_engine(url, 1, "IMMEDIATE")
        self.connection: sa.Connection | None = None  # kept until something fails
        self.file: tuple[int, int] | None = None  # device and inode of the open SQLite file

    def close(self) -> None:
        if self.connection:
            self.connection.close()
        self.engine.dispose()

    def write(self, batch: Sequence[PendingWrite]) -> list[Any]:
        """Run a batch in one transaction. Return the result or the error of each write."""
        try:
            return self._together(batch)
        except Exception as error:
            if len(batch) > 1:
                return [self.write([work])[0] for work in batch]
            LOG.error("database write failed: %s", error)
            return [NotSaved() if isinstance(error, SQLAlchemyError | OSError) else error]

    def _together(self, batch: Sequence[PendingWrite]) -> list[Any]:
        """Run a batch; if one of its writes is refused, once more with savepoints, which keep the others."""
        if self.file and file_of(self.url) != self.file:  # SQLite would go on writing to the deleted file
            raise FileNotFoundError("the SQLite file was deleted or replaced")
        try:
            return self._commit(batch, run)
        except Refusal as refusal:
            return [refusal] if len(batch) == 1 else self._commit(batch, attempt)

    def _commit(self, batch: Sequence[PendingWrite], how: Run) -> list[Any]:
        try:
            return self._commit_once(batch, how)
        except ConnectionLost:  # it broke since the last batch, and nothing has happened yet
            return self._commit_once(batch, how)

    def _commit_once(self, batch: Sequence[PendingWrite], how: Run) -> list[Any]:
        with self._transaction() as db:
            try:
                return self._run_all(db, batch, how)
            except DBAPIError as error:
                if error.connection_invalidated:
                    raise ConnectionLost from error
                raise

    @contextmanager
    def _transaction(self) -> Iterator[sa.Connection]:
        """Begin a transaction on the writing connection, which is kept until a statement fails."""
        db = self.connection = self.connection or self.engine.connect()
        try:
            with db.begin():
                yield db
        except Refusal:
            raise
        except BaseException:
            self.connection = None
            db.close()
            raise

    def _run_all(self, db: sa.Connection, batch: Sequence[PendingWrite], how: Run) -> list[Any]:
        tables = {table for work in batch for table in work.scope.tables}
        names = {name for work in batch for name in work.scope.locks}
        if self.worker:
            lock(db, tables)
            lock_names(db, names)
        answers = [how(work.change, db) for work in batch]
        if self.worker:
            done = [work.scope for work, answer in zip(batch, answers, strict=True) if not is_error(answer)]
            self._announce(db, done)
        return answers

    def _announce(self, db: sa.Connection, done: Sequence[WriteScope]) -> None:
        """Send one notice for the whole batch, and one for talk: PostgreSQL commits transactions that NOTIFY
        one by one."""
        tables = {table for scope in done if scope.announce for table in scope.tables}
        listed = {table for scope in done for table in scope.my_tables}
        guests = {guest for scope in done for guest in scope.guests}
        lobby, hosts = any(scope.lobby for scope in done), any(scope.hosts for scope in done)
        if tables or listed or guests or lobby or hosts:
            notice = ChangeNotice(
                self.worker,
                sorted(tables | listed),
                sorted(listed),
                guests=sorted(guests),
                lobby=lobby,
                added=added_alone(done),
                hosts=hosts,
            )
            notify(db, notice)
        if talk := {table for scope in done for table in scope.talk}:
            notify(db, ChangeNotice(self.worker, talk=sorted(talk)))


def added_alone(done: Sequence[WriteScope]) -> list[AddedRows]:
    """Return the rows of tables at which these writes changed nothing else."""
    writes = Counter(table for scope in done for table in scope.tables)
    return [scope.added for scope in done if scope.added and writes[scope.added.table] == 1]


LOCK = "SELECT id FROM tables WHERE id = %s FOR NO KEY UPDATE"
LOCK_MANY = "SELECT id FROM tables WHERE id = ANY(%s) ORDER BY id FOR NO KEY UPDATE"


def lock(db: sa.Connection, tables: set[str]) -> None:
    """Lock the rows of these tables until the commit. PostgreSQL plans the statement for one table once, that
    for many each time."""
    if len(tables) == 1:
        execute(db, LOCK, tuple(tables))
    elif tables:
        execute(db, LOCK_MANY, (sorted(tables),))


LOCK_NAME = "SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))"


def lock_names(db: sa.Connection, names: set[str]) -> None:
    """Lock these names until the commit, always in the same order, so that no deadlock can arise."""
    for name in sorted(names):
        execute(db, LOCK_NAME, (name,))


def is_error(answer: Any) -> bool:
    return isinstance(answer, BaseException)


def run(change: Transaction[Any], db: sa.Connection) -> Any:
    """Run one write. A refusal ends the transaction."""
    return change(db)


def attempt(change: Transaction[Any], db: sa.Connection) -> Any:
    """Run one write within a savepoint. Return its result; or return its refusal, with all that it wrote
    undone."""
    execute(db, "SAVEPOINT job")
    try:
        answer = change(db)
    except Refusal as refusal:
        execute(db, "ROLLBACK TO SAVEPOINT job")
        answer = refusal
    execute(db, "RELEASE SAVEPOINT job")
    return answer
