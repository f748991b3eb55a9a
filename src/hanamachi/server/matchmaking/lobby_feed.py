"""Send the lobby to every connection that shows it, at most once a second and encoded once a language."""

import asyncio
import contextlib
from collections.abc import Callable
from functools import partial
from typing import Protocol

from hanamachi.core.words import Refusal
from hanamachi.server.matchmaking import lobby
from hanamachi.server.matchmaking.lobby import Lobby, read_lobby
from hanamachi.server.protocol.messages import encode
from hanamachi.server.storage.store import Store

READ_INTERVAL = 1.0  # seconds between two readings of the lobby


class LobbyConnection(Protocol):
    """A connection that shows the lobby. It fetches `encoded` when it has time to send."""

    tables: bool  # False: it only wants its queue status

    def mark_changed(self) -> None: ...  # the lobby changed


class LobbyFeed:
    """Read the lobby when it changed. `spectators` returns their number at this worker, by table."""

    def __init__(self, store: Store, spectators: Callable[[], dict[str, int]]) -> None:
        self.store, self.spectators = store, spectators
        self.connections: set[LobbyConnection] = set()
        self.lobby = Lobby()
        self.by_language: dict[str, bytes] = {}
        self.changed = asyncio.Event()
        self.reading = asyncio.Lock()  # so that an older reading never replaces a newer one
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.task = asyncio.get_running_loop().create_task(self._keep_reading())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def wake(self) -> None:
        """Read the lobby again soon: it may have changed."""
        self.changed.set()

    async def subscribe(self, connection: LobbyConnection) -> None:
        self.connections.add(connection)
        if connection.tables:
            await self._read()
            connection.mark_changed()

    def unsubscribe(self, connection: LobbyConnection) -> None:
        self.connections.discard(connection)

    def encoded(self, lang: str) -> bytes:
        """Return the lobby's message in a language."""
        if lang not in self.by_language:
            self.by_language[lang] = encode(lobby.message(self.lobby, lang))
        return self.by_language[lang]

    async def _keep_reading(self) -> None:
        while True:
            await self.changed.wait()
            self.changed.clear()
            if any(each.tables for each in self.connections):
                with contextlib.suppress(Refusal):
                    await self._read()
            await asyncio.sleep(READ_INTERVAL)

    async def _read(self) -> None:
        """Read the lobby, and notify all connections if it changed."""
        async with self.reading:
            read = partial(read_lobby, worker=self.store.worker, spectators=self.spectators())
            before, self.lobby = self.lobby, await self.store.database.read(read)
            if self.lobby != before:
                self.by_language = {}
                for each in list(self.connections):
                    if each.tables:
                        each.mark_changed()
