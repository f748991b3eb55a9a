"""How the workers of one house hear of each other: a hint with every commit, by NOTIFY of PostgreSQL.

A hint names tables and says nothing about them: whoever hears it reads what is kept. It may be lost; whoever
could not listen for a while reads everything anew.
"""

import logging
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.runtime import metrics

if TYPE_CHECKING:
    import psycopg

LOG = logging.getLogger(__name__)
CHANNEL = "hanamachi"
MOST = 200  # tables of one hint: PostgreSQL takes 8,000 bytes
ALIVE = 5.0  # seconds of silence after which the line is tried
SHORT = 0.2  # seconds after which a listener looks whether it is to end
PAUSE = 0.5  # seconds before a line that broke is opened again


class ChangeNotice(Struct, frozen=True, array_like=True):
    """`tables` changed; of those in `streets` it can be seen from outside. `closing`: this worker goes.
    `guests` are called otherwise, or are known no more. `lobby`: what stands there has changed, or who wants
    to play."""

    worker: str
    tables: Sequence[str] = ()
    my_tables: Sequence[str] = ()
    closing: bool = False
    guests: Sequence[str] = ()
    lobby: bool = False


def notify(db: sa.Connection, hint: ChangeNotice) -> None:
    for part in parts(hint):
        payload = msgspec.json.encode(part).decode()
        db.exec_driver_sql("SELECT pg_notify(%(channel)s, %(said)s)", {"channel": CHANNEL, "said": payload})


def parts(hint: ChangeNotice) -> Iterator[ChangeNotice]:
    for at in range(0, max(1, len(hint.tables)), MOST):
        tables = hint.tables[at : at + MOST]
        streets = [table for table in hint.my_tables if table in tables]
        yield ChangeNotice(hint.worker, tables, streets, hint.closing, () if at else hint.guests, hint.lobby)


class Listener:
    """A connection of its own, outside every pool, in a thread. `hear` is called there with each hint, and
    with None whenever some may have been missed."""

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
                with psycopg.connect(self.url, autocommit=True, **self.settings) as line:
                    line.execute(f"LISTEN {CHANNEL}")
                    self.hear(None)
                    self._hear_all(line)
            except psycopg.Error as error:
                LOG.warning("the line to the other workers broke: %s", type(error).__name__)
                metrics.BROKEN.add()
                self.ended.wait(PAUSE)

    def _hear_all(self, line: "psycopg.Connection[Any]") -> None:
        silent = 0.0
        while not self.ended.is_set():
            silent += SHORT
            for said in line.notifies(timeout=SHORT, stop_after=1):
                silent = 0.0
                self.hear(msgspec.json.decode(said.payload, type=ChangeNotice))
            if silent > ALIVE:
                silent = 0.0
                line.execute("SELECT 1")
