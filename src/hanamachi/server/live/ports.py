"""Who looks at a table, and where it is kept: what a room asks of both."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import sqlalchemy as sa

from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.server.live.rendering import Eyes
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.tables.model import Snapshot
from hanamachi.server.tables.time_control import Off

if TYPE_CHECKING:
    from hanamachi.server.live.room import Room

Also = Callable[[sa.Connection], Any]
DaysOff = tuple[tuple[Off, ...], ...]  # by seat


class Watcher(Protocol):
    """Somebody who looks at a table. What is new is fetched when there is time to send it."""

    guest: str
    seat: Seat | None
    through: Seat | None  # from the gallery, with the eyes of a player who allows it
    seq: int
    reads: bool  # is waited for between rounds

    @property
    def eyes(self) -> Eyes: ...
    def stir(self) -> None: ...  # the table is not as it was told
    def see(self) -> None: ...  # others came or went
    def forget(self) -> None: ...  # what was told is told anew
    def decline(self, refusal: Refusal, /) -> None: ...  # something did not happen
    def notice(self, reason: str, seat: Seat, /) -> None: ...  # what a seat asked for was answered
    def turn_away(self) -> None: ...  # the table cannot be read: come back later
    def unseat(self) -> None: ...  # the seat is not theirs any more, and nothing is hidden here
    def give_back(self) -> None: ...  # the eyes that were borrowed


class Keeper(Protocol):
    """Where a room's table is kept, and what happens because it changed."""

    uptime: Uptime

    async def days_off(self, snapshot: Snapshot, /) -> DaysOff: ...
    async def load(self, table: str, /) -> tuple[Snapshot, float]: ...
    async def keep(
        self, table: str, before: Snapshot, after: Snapshot, left: float, also: Also | None, /
    ) -> None: ...
    def attend(self, room: "Room", /) -> None: ...
    def show(self, room: "Room", /) -> None: ...  # who is here: to whoever looks at this table elsewhere
    def leave(self, room: "Room", /) -> None: ...  # nobody needs it now
    def drop(self, room: "Room", /) -> None: ...
