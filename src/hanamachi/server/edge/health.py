"""Whether the house lives, and whether it can do its work: a real write, and room on the disk for the next.

Whoever asks learns nothing about tables and causes at most one write a second.
"""

import asyncio
import logging
import shutil
import time
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response

from hanamachi.core.words import Refusal
from hanamachi.server.edge.errors import RequestRejected, problem
from hanamachi.server.protocol.messages import encode

LOG = logging.getLogger(__name__)
FRESH, PATIENCE = 1.0, 5.0  # seconds for which an answer holds, and for a write


class Alive(Struct, frozen=True):
    alive: bool = True


class Ready(Struct, frozen=True):
    disk: float | None  # how full it is, from 0 to 1; unknown of a database elsewhere
    bots: Mapping[str, Mapping[str, str]] = {}  # by game and level: ready, waking, asleep or failed


class Health:
    """`write` puts something small on disk; `folder` is where the database is, if on this machine."""

    def __init__(
        self,
        write: Callable[[], Awaitable[None]],
        folder: Path | None,
        least: int,
        bots: Callable[[], Mapping[str, Mapping[str, str]]] = dict,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.write, self.folder, self.least, self.clock = write, folder, least, clock
        self.bots = bots
        self.lock, self.until = asyncio.Lock(), 0.0
        self.found: Ready | Refusal = Ready(None)

    async def alive(self, _request: Request) -> Response:
        return told(Alive())

    async def ready(self, request: Request) -> Response:
        async with self.lock:
            if self.clock() >= self.until:
                self.found = await self.look()
                self.until = self.clock() + FRESH
        if isinstance(self.found, Refusal):
            return problem(self.found, request)
        return told(replace(self.found, bots=self.bots()))

    async def look(self) -> Ready | Refusal:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.write()
            return self.room()
        except TimeoutError:
            return RequestRejected("slow_disk")
        except Exception:
            LOG.exception("the house cannot write")
            return RequestRejected("not_writing")

    def room(self) -> Ready | Refusal:
        if self.folder is None:
            return Ready(None)
        disk = shutil.disk_usage(self.folder)
        if disk.free < self.least:
            return RequestRejected("disk_low", free=disk.free >> 20)
        return Ready(round(1 - disk.free / disk.total, 3))


def told(thing: Alive | Ready) -> Response:
    return Response(encode(thing), headers={"cache-control": "no-store"}, media_type="application/json")
