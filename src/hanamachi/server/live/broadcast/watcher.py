"""Define what a room asks of a connection that watches its table."""

from typing import Protocol

from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.server.live.broadcast.rendering import Eyes


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
