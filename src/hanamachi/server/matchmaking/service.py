"""Bring strangers together: users who are online, the lobby, and the match queue (quick match)."""

from collections.abc import Callable
from typing import Protocol

from hanamachi.server.live.events import AudienceChanged, LobbyChanged
from hanamachi.server.matchmaking.lobby_feed import LobbyConnection, LobbyFeed
from hanamachi.server.matchmaking.match_queue import MatchQueue, QueueConnection, Visit
from hanamachi.server.matchmaking.online import OnlineUsers
from hanamachi.server.matchmaking.settlement import MatchTable
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.changes import changes_lobby
from hanamachi.server.tables.events import TableChanged, TableOpened


class MatchmakingConnection(LobbyConnection, QueueConnection, Protocol):
    """A connection that shows the lobby, its queue status, or both."""


class Matchmaking:
    """All of matchmaking at this worker. See `MatchQueue` for `visit` and `opened`, `LobbyFeed` for
    `spectators`."""

    def __init__(
        self,
        store: Store,
        visit: Visit,
        *,
        opened: Callable[[MatchTable], None],
        spectators: Callable[[], dict[str, int]],
    ) -> None:
        self.lobby = LobbyFeed(store, spectators)
        self.queue = MatchQueue(store, visit, opened, self.lobby.wake)
        self.online = OnlineUsers(store, self.wake)

    async def open(self) -> None:
        await self.online.open()
        self.lobby.open()
        self.queue.open()

    async def close(self) -> None:
        await self.lobby.close()
        await self.queue.close()
        await self.online.close()

    def table_changed(self, event: TableChanged) -> None:
        """Look again after a commit of this worker. The cluster tells of the others by `LobbyChanged`."""
        if event.origin == "here" and changes_lobby(event.before, event.after):
            self.wake()

    def table_opened(self, event: TableOpened) -> None:
        """Look again at a public table or a challenge, which expires. The queue knows its own matches."""
        setup = event.snapshot.setup
        if setup.public:
            self.lobby.wake()
        if setup.until and setup.host:
            self.queue.wake()

    def lobby_changed(self, _event: LobbyChanged) -> None:
        self.wake()

    def audience_changed(self, event: AudienceChanged) -> None:
        """Read the lobby again, which shows the number of spectators."""
        if event.public:
            self.lobby.wake()

    def wake(self) -> None:
        """Look at the lobby and at the queue again: a user, a public table or an entry changed."""
        self.lobby.wake()
        self.queue.wake()

    async def subscribe(self, connection: MatchmakingConnection) -> None:
        await self.lobby.subscribe(connection)
        await self.queue.subscribe(connection)

    def unsubscribe(self, connection: MatchmakingConnection) -> None:
        self.lobby.unsubscribe(connection)
        self.queue.unsubscribe(connection)
