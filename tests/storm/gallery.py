"""A full gallery: many who look on at one table, in a process of their own."""

import asyncio
import multiprocessing
import time
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from typing import Any

from msgspec import Struct

from hanamachi.server.protocol.messages import Updates
from tests.storm.players import Watcher
from tests.storm.rest import Rest

SPAWN = multiprocessing.get_context("spawn")
AT_ONCE = 50  # who come at the same time


class Looked(Struct, frozen=True):
    """How many were dropped, and when the last one heard of each length of the log."""

    dropped: int
    behind: int  # who had not heard of the last one
    last: dict[int, float]


class Spectator(Watcher):
    def __init__(self, rest: Rest, table: str, last: dict[int, float]) -> None:
        super().__init__(rest, table, None)
        self.last = last

    def told(self, message: Updates) -> None:
        self.last[message.seq] = self.heard


@contextmanager
def gallery(port: int, table: str, count: int) -> Iterator[Connection]:
    """The pipe first says how many seconds they took to come; it is told to end, and says what was Looked."""
    ours, theirs = SPAWN.Pipe()
    process = SPAWN.Process(target=look_on, args=(port, table, count, theirs), daemon=True)
    process.start()
    try:
        yield ours
    finally:
        process.kill()
        process.join()


def look_on(port: int, table: str, count: int, pipe: Connection) -> None:
    asyncio.run(_look_on(port, table, count, pipe))


async def _look_on(port: int, table: str, count: int, pipe: Connection) -> None:
    last: dict[int, float] = {}
    watchers = [Spectator(Rest(port), table, last) for _ in range(count)]
    began = time.monotonic()
    for first in range(0, count, AT_ONCE):
        await asyncio.gather(*(watcher.come() for watcher in watchers[first : first + AT_ONCE]))
    while not all(watcher.seq for watcher in watchers):
        await asyncio.sleep(0.01)
    pipe.send(time.monotonic() - began)
    while not pipe.poll():
        await asyncio.sleep(0.01)
    newest: Any = max(last)
    dropped, behind = sum(w.dropped for w in watchers), sum(w.seq != newest for w in watchers)
    pipe.send(Looked(dropped, behind, last))
