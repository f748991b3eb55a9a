"""Define what a room asks of a connection that watches its table."""

from typing import Protocol

from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.server.live.broadcast.rendering import Eyes


class Watcher(Protocol):
    """A connection that watches a table. It fetches the newest state when it has time to send it."""

    guest: str
    seat: Seat | None
    through: Seat | None  # a player who lets spectators see what this player sees
    seq: int
    reads: bool  # the server waits for this reader between rounds

    @property
    def eyes(self) -> Eyes: ...
    def mark_changed(self) -> None: ...  # send the newest state of the table
    def mark_audience_changed(self) -> None: ...  # send who watches
    def send_from_start(self) -> None: ...  # the client must forget what it was sent
    def decline(self, refusal: Refusal, /) -> None: ...  # say that an action failed
    def notice(self, reason: str, seat: Seat, /) -> None: ...  # say how an offer was answered
    def close(self) -> None: ...  # the table cannot be read; the client comes back later
    def lose_seat(self) -> None: ...  # the seat is another player's now, before the game
    def return_to_gallery(self) -> None: ...  # a player stopped showing what they see
