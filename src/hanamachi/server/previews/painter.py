"""Have pictures drawn in a process of their own, and keep the newest.

A request for a picture that is being drawn waits for it.
"""

import asyncio
from collections import OrderedDict
from functools import partial

import msgspec

from hanamachi.core.table import Refused
from hanamachi.pictures.parts import are_built
from hanamachi.pictures.picture import Picture, png
from hanamachi.server.runtime.digests import digest
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed

MOST = 300  # pictures that are kept, of some 100 kB each
WAITING = 40  # pictures that may wait to be drawn


def version_of(picture: Picture) -> str:
    """Return what tells a picture from all others, and nothing that it does not show."""
    return digest(msgspec.json.encode(picture).decode())[:16]


class Painter:
    """Pictures by their version, which follows from all that they show."""

    def __init__(self, pool: ProcessPool) -> None:
        self.pool, self.can_draw = pool, are_built()
        self.kept: OrderedDict[str, bytes] = OrderedDict()
        self.drawing: dict[str, asyncio.Task[bytes]] = {}

    async def png(self, picture: Picture, who: str) -> bytes:
        """Return a picture as PNG. `who`: whose turn it is in the queue."""
        version = version_of(picture)
        if version in self.kept:
            self.kept.move_to_end(version)
            return self.kept[version]
        if not self.can_draw:
            raise Refused("no_pictures")
        if version not in self.drawing:
            if len(self.drawing) >= WAITING:
                raise Refused("took_too_long")
            task = asyncio.create_task(self._draw(version, picture, who))
            self.drawing[version] = task
            task.add_done_callback(partial(self._drawn, version))
        return await asyncio.shield(self.drawing[version])

    async def _draw(self, version: str, picture: Picture, who: str) -> bytes:
        try:
            made: bytes = await self.pool.do(who, png, picture)
        except TaskFailed as lost:
            raise Refused("took_too_long") from lost
        self.kept[version] = made
        while len(self.kept) > MOST:
            self.kept.popitem(last=False)
        return made

    def _drawn(self, version: str, task: asyncio.Task[bytes]) -> None:
        del self.drawing[version]
        if not task.cancelled():
            task.exception()  # whoever asked may be gone

    async def close(self) -> None:
        for task in list(self.drawing.values()):
            task.cancel()
        await asyncio.gather(*self.drawing.values(), return_exceptions=True)
