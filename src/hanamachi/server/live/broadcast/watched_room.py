"""Define what broadcasting needs of a room."""

import asyncio
from collections.abc import Coroutine
from typing import Any, Protocol

from hanamachi.core.game import Seat
from hanamachi.server.live.broadcast.audience import Audience
from hanamachi.server.live.deadlines import Deadlines
from hanamachi.server.tables.model import Snapshot, Waking


class BotWork(Protocol):
    waking: Waking | None


class WatchedRoom(Protocol):
    """A room as its broadcaster and its presences see it. They hold it weakly, so that a room that is dropped
    is freed at once, with all of its log."""

    id: str
    snapshot: Snapshot
    audience: Audience
    deadlines: Deadlines
    passing: set[Seat]

    @property
    def bot_work(self) -> BotWork: ...
    def start(self, work: Coroutine[Any, Any, Any], /) -> "asyncio.Task[Any]": ...
    def publish_audience(self) -> None: ...
