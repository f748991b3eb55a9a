"""What goes over the wire: typed messages, both ways. The browser's types are made from these."""

from typing import Any

import msgspec
from msgspec import Raw, Struct

from hanamachi.core.fair import Chance
from hanamachi.core.game import Seat
from hanamachi.core.record import Result


class Message(Struct, frozen=True, tag=str.lower):
    pass


# From a client.


class Watch(Message, frozen=True):
    """Show me this table through a seat's eyes (null: the gallery); I have the log up to `seq`."""

    table: str
    seat: Seat | None = None
    seq: int = 0
    lang: str = "en"


class Submit(Message, frozen=True):
    """My move, made while the log had the length `seq`."""

    seat: Seat
    seq: int
    move: Raw


class Resign(Message, frozen=True):
    seat: Seat


class AskTakeback(Message, frozen=True):
    """May this seat's last move be taken back?"""

    seat: Seat


class AnswerTakeback(Message, frozen=True):
    seat: Seat
    agree: bool


class CallBot(Message, frozen=True):
    """This seat wants a bot for an absent one."""

    seat: Seat
    absent: Seat


class ComeBack(Message, frozen=True):
    """The bot hands my seat back to me."""

    seat: Seat


class Rematch(Message, frozen=True):
    """Another game with the sides changed, by the same options or new ones; everybody is taken along."""

    seat: Seat
    options: dict[str, Any] | None = None
    same_layout: bool = False  # Okiya: the garden of the first round once more


class AlwaysPass(Message, frozen=True):
    """A standing order: whenever this seat is asked a question with a window, its answer is to pass."""

    seat: Seat
    on: bool


class Ping(Message, frozen=True):
    pass


ClientMessage = (
    Watch | Submit | Resign | AskTakeback | AnswerTakeback | CallBot | ComeBack | Rematch | AlwaysPass | Ping
)


# From the house.


class Line(Struct, frozen=True):
    """One row of the log as the watcher may know it; `move` is a Move or a Veiled, null for an event."""

    seq: int
    seat: Seat | None
    move: Any
    event: Any  # the house's own row, null for a move
    said: str
    chance: Chance | None = None


class SeatInfo(Struct, frozen=True):
    """Who holds a seat: open, reserved, guest, shared or bot. A level without `bot`: a bot stands in."""

    kind: str
    name: str
    level: str | None = None
    here: bool = False
    mine: bool = False


class Choice(Struct, frozen=True):
    """A legal move, its notation and its words."""

    move: Any
    notation: str
    label: str


class TableInfo(Struct, frozen=True):
    """A table as its page needs it."""

    id: str
    game: str
    version: int
    options: dict[str, Any]
    seats: list[SeatInfo]
    spectators: bool
    takebacks: bool
    hints: bool
    started: bool
    commitment: str
    words: list[str]
    parent: str | None = None
    child: str | None = None
    layout: str | None = None  # a garden that was given by its code, not by chance
    lesson: str | None = None  # a lesson, whose chance is fixed
    window: float | None = None  # seconds of a window, in games that have them


class WindowInfo(Struct, frozen=True):
    """A question whose answer is told when a fixed time is up, in milliseconds."""

    whole: int
    left: int
    sealed: Any = None  # the move that will be told, for the seat that is asked alone


class Updates(Message, frozen=True):
    """Everything new since `from_seq`: lines, the view after them, and what may be chosen."""

    table: TableInfo
    seat: Seat | None
    from_seq: int
    seq: int
    lines: list[Line]
    view: Any
    words: str  # the view in plain lines
    ask: str | None
    asked: Seat | None
    choices: list[Choice]
    takeback: Seat | None  # who asks for one
    result: Result | None
    seed: str | None = None  # shown when the game is over
    window: WindowInfo | None = None
    passing: bool = False  # this seat's standing order


class Declined(Message, frozen=True):
    """What was not taken, and why. Nothing changed."""

    reason: str
    sentence: str


class Pong(Message, frozen=True):
    pass


HouseMessage = Updates | Declined | Pong

decode_client = msgspec.json.Decoder(ClientMessage).decode
encode = msgspec.json.encode
