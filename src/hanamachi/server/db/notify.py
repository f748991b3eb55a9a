"""Tell the other workers what changed: one NOTIFY of PostgreSQL with every commit.

A notice names the tables that changed. Where only log rows were added it carries them, so that they need not
be read; of every other change it says nothing, and a worker that has the table open reads it. Notices may be
lost: a worker that could not listen for a while reads everything anew.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.prepared import execute
from hanamachi.server.runtime import metrics

LOG = logging.getLogger(__name__)
CHANNEL = "hanamachi"
MOST_BYTES = 7_000  # of the tables in one notice: PostgreSQL takes 8,000
MOST_TALK = 20  # tables whose talk changed that are told beside other changes
PROBE_AFTER = 5.0  # seconds of silence after which the connection is tested
POLL = 0.2  # seconds between two looks at whether the listener shall end
RECONNECT_AFTER = 0.5  # seconds


class AddedRows(Struct, frozen=True, array_like=True):
    """The rows that a commit added to a table, if it changed nothing else but the clocks."""

    table: str
    version: int  # of the game
    seq: int  # how many rows the table had before
    rows: Sequence[str]
    clocks: str | None = None  # as JSON, if they changed; of the thinking times only those of these rows


class ChangeNotice(Struct, frozen=True, array_like=True):
    """Say what a commit changed. `tables`: all that changed; `my_tables`: those whose list entries changed.
    `closing`: the worker ends. `guests`: users who were renamed or erased. `lobby`: the lobby or the queue
    changed. `added`: what some of the tables gained; they need not be read. `talk`: tables whose talk
    changed. `hosts`: a host did something, or what hosts see changed."""

    worker: str
    tables: Sequence[str] = ()
    my_tables: Sequence[str] = ()
    closing: bool = False
    guests: Sequence[str] = ()
    lobby: bool = False
    added: Sequence[AddedRows] = ()
    talk: Sequence[str] = ()
    hosts: bool = False


def notify(db: sa.Connection, notice: ChangeNotice) -> None:
    """Send a notice with the current transaction."""
    for part in parts(notice):
        payload = msgspec.json.encode(part).decode()
        execute(db, "SELECT pg_notify(%s, %s)", (CHANNEL, payload))


def parts(notice: ChangeNotice) -> Iterator[ChangeNotice]:
    """Split a notice into parts that fit into PostgreSQL's payload. Leave out rows that are too long by
    themselves: then their table is read."""
    added = {each.table: each for each in notice.added if length(each) < MOST_BYTES // 2}
    much_talk = len(notice.talk) > MOST_TALK
    for number, tables in enumerate(portions(notice.tables, added)):
        yield ChangeNotice(
            notice.worker,
            tables,
            [table for table in notice.my_tables if table in tables],
            closing=notice.closing,
            guests=() if number else notice.guests,
            lobby=notice.lobby,
            added=[added[table] for table in tables if table in added],
            talk=() if number or much_talk else notice.talk,
            hosts=notice.hosts,
        )
    if much_talk:
        for tables in portions(notice.talk, {}):
            yield ChangeNotice(notice.worker, talk=tables)


def portions(tables: Sequence[str], added: Mapping[str, AddedRows]) -> list[list[str]]:
    """Divide tables so that each portion fits into one notice, with the rows that were added to them."""
    found: list[list[str]] = [[]]
    size = 0
    for table in tables:
        more = 2 * length(table) + (length(added[table]) if table in added else 0)
        if size + more > MOST_BYTES:
            found.append([])
            size = 0
        found[-1].append(table)
        size += more
    return found


def length(thing: str | AddedRows) -> int:
    """Return the size of a value in a notice, in bytes."""
    return len(msgspec.json.encode(thing)) + 1


class Listener:
    """Listen for notices in a thread, on a connection of its own. `hear` is called there with each
    notice of another worker, and with None whenever some may have been missed."""

    def __init__(
        self, url: str, settings: Mapping[str, Any], worker: str, hear: Callable[[ChangeNotice | None], None]
    ) -> None:
        self.url, self.settings, self.hear = url, settings, hear
        self.own = msgspec.json.encode([worker]).decode().rstrip("]")  # how this worker's own notices begin
        self.ended = threading.Event()
        self.thread = threading.Thread(target=self._listen, name="listener", daemon=True)

    def start(self) -> None:
        self.thread.start()

    def stop(self) -> None:
        self.ended.set()
        self.thread.join()

    def _listen(self) -> None:
        import psycopg

        while not self.ended.is_set():
            try:
                with psycopg.connect(self.url, autocommit=True, **self.settings) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    self.hear(None)
                    self._hear_all(connection)
            except psycopg.Error as error:
                LOG.warning("lost LISTEN connection to PostgreSQL: %s", type(error).__name__)
                metrics.BROKEN.add()
                self.ended.wait(RECONNECT_AFTER)

    def _hear_all(self, connection: Any) -> None:
        silent = 0.0
        while not self.ended.is_set():
            silent += POLL
            for received in connection.notifies(timeout=POLL, stop_after=1):
                silent = 0.0
                if not received.payload.startswith(self.own):
                    self.hear(msgspec.json.decode(received.payload, type=ChangeNotice))
            if silent > PROBE_AFTER:
                silent = 0.0
                connection.execute("SELECT 1")
