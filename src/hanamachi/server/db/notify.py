"""Tell the other workers what changed: one NOTIFY of PostgreSQL with every commit.

A notice names tables but carries none of their content; a worker that receives one reads the rows. Notices
may be lost: a worker that could not listen for a while reads everything anew.
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
MOST_TABLES = 200  # tables of one notice: PostgreSQL takes 8,000 bytes
PROBE_AFTER = 5.0  # seconds of silence after which the connection is tested
POLL = 0.2  # seconds between two looks at whether the listener shall end
RECONNECT_AFTER = 0.5  # seconds


class ChangeNotice(Struct, frozen=True, array_like=True):
    """Say what a commit changed. `tables`: all that changed; `my_tables`: those whose list entries changed.
    `closing`: the worker ends. `guests`: users who were renamed or erased. `lobby`: the lobby or the queue
    changed."""

    worker: str
    tables: Sequence[str] = ()
    my_tables: Sequence[str] = ()
    closing: bool = False
    guests: Sequence[str] = ()
    lobby: bool = False


def notify(db: sa.Connection, notice: ChangeNotice) -> None:
    """Send a notice with the current transaction."""
    for part in parts(notice):
        payload = msgspec.json.encode(part).decode()
        execute(db, "SELECT pg_notify(%s, %s)", (CHANNEL, payload))


def parts(notice: ChangeNotice) -> Iterator[ChangeNotice]:
    """Split a notice into parts that fit into PostgreSQL's payload."""
    for at in range(0, max(1, len(notice.tables)), MOST_TABLES):
        tables = notice.tables[at : at + MOST_TABLES]
        listed = [table for table in notice.my_tables if table in tables]
        yield ChangeNotice(
            notice.worker,
            tables,
            listed,
            closing=notice.closing,
            guests=() if at else notice.guests,
            lobby=notice.lobby,
        )


class Listener:
    """Listen for notices in a thread, on a connection of its own. `hear` is called there with each notice,
    and with None whenever some may have been missed."""

    def __init__(
        self, url: str, settings: Mapping[str, Any], hear: Callable[[ChangeNotice | None], None]
    ) -> None:
        self.url, self.settings, self.hear = url, settings, hear
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
                self.hear(msgspec.json.decode(received.payload, type=ChangeNotice))
            if silent > PROBE_AFTER:
                silent = 0.0
                connection.execute("SELECT 1")
