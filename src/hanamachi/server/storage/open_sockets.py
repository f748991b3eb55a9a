"""Write to the database who has a socket open at this worker, at most once a second.

A user who only changes pages stays for a few seconds.
"""

import asyncio
from collections import Counter
from typing import Generic, TypeVar

from hanamachi.core.words import Refusal
from hanamachi.server.runtime import monotonic

WRITE_INTERVAL = 1.0  # seconds between two writes
LINGER_SECONDS = 5.0  # for which a key stays after its last socket was closed
Key = TypeVar("Key")


class OpenSockets(Generic[Key]):
    """Counts of sockets by a key, and the keys that the database has."""

    def __init__(self) -> None:
        self.sockets: Counter[Key] = Counter()
        self.gone: dict[Key, float] = {}  # when the last socket was closed
        self.written: set[Key] = set()
        self.wanted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self._clear()
        self.task = asyncio.get_running_loop().create_task(self._keep_writing())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def add(self, key: Key) -> None:
        """Count a socket that was opened."""
        self.sockets[key] += 1
        self.gone.pop(key, None)
        self.wanted.set()

    def remove(self, key: Key, *, lingers: bool = True) -> None:
        """Count a socket that was closed."""
        self.sockets[key] -= 1
        if not self.sockets[key]:
            del self.sockets[key]
            if lingers:
                self.gone[key] = monotonic.now()
                asyncio.get_running_loop().call_later(LINGER_SECONDS, self.wanted.set)
            self.wanted.set()

    def here(self) -> set[Key]:
        """Return the keys with a socket, and those that only change pages."""
        until = monotonic.now() - LINGER_SECONDS
        self.gone = {key: then for key, then in self.gone.items() if then > until}
        return {*self.sockets, *self.gone}

    async def _keep_writing(self) -> None:
        while True:
            await self.wanted.wait()
            self.wanted.clear()
            try:
                await self._write()
            except Refusal:
                self.wanted.set()
            await asyncio.sleep(WRITE_INTERVAL)

    async def _write(self) -> None:
        here = self.here()
        came, went = here - self.written, self.written - here
        if came or went:
            await self._save(came, went)
            self.written = here

    async def _clear(self) -> None:
        """Delete what this worker wrote before a restart, and what workers wrote that are gone."""
        raise NotImplementedError

    async def _save(self, came: set[Key], went: set[Key]) -> None:
        """Write who came and who went."""
        raise NotImplementedError
