"""Health checks: /healthz says that the process runs, /readyz that it can write and has room on the disk.

They tell nothing about tables and cause at most one write a second.
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
FRESH_SECONDS, WRITE_SECONDS = 1.0, 5.0  # for which an answer holds, and which a write may take


class Alive(Struct, frozen=True):
    """The answer of /healthz. `hanamachi` recognises a running server of ours by it."""

    alive: bool = True
    program: str = "hanamachi"


class Ready(Struct, frozen=True):
    disk: float | None  # how full it is, from 0 to 1; unknown of a database elsewhere
    bots: Mapping[str, Mapping[str, str]] = {}  # by game and level: ready, waking, asleep or failed
    bots_run_in: str = ""  # local processes or a Ray cluster, in words


class Health:
    """`write` stores a small value; `folder` holds the database, if it is on this machine."""

    def __init__(
        self,
        write: Callable[[], Awaitable[None]],
        folder: Path | None,
        least: int,
        bots: Callable[[], Mapping[str, Mapping[str, str]]] = dict,
        clock: Callable[[], float] = time.monotonic,
        where: Callable[[], str] = str,
    ) -> None:
        self.write, self.folder, self.least, self.clock = write, folder, least, clock
        self.bots, self.where = bots, where
        self.lock, self.until = asyncio.Lock(), 0.0
        self.found: Ready | Refusal = Ready(None)

    async def alive(self, _request: Request) -> Response:
        return respond(Alive())

    async def ready(self, request: Request) -> Response:
        async with self.lock:
            if self.clock() >= self.until:
                self.found = await self.look()
                self.until = self.clock() + FRESH_SECONDS
        if isinstance(self.found, Refusal):
            return problem(self.found, request)
        return respond(replace(self.found, bots=self.bots(), bots_run_in=self.where()))

    async def look(self) -> Ready | Refusal:
        try:
            async with asyncio.timeout(WRITE_SECONDS):
                await self.write()
            return self.room()
        except TimeoutError:
            return RequestRejected("slow_disk")
        except Exception:
            LOG.exception("health check could not write to the database")
            return RequestRejected("not_writing")

    def room(self) -> Ready | Refusal:
        if self.folder is None:
            return Ready(None)
        disk = shutil.disk_usage(self.folder)
        if disk.free < self.least:
            return RequestRejected("disk_low", free=disk.free >> 20)
        return Ready(round(1 - disk.free / disk.total, 3))


def respond(thing: Alive | Ready) -> Response:
    return Response(encode(thing), headers={"cache-control": "no-store"}, media_type="application/json")
