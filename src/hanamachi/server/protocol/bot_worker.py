"""Define the messages between the server and machines that compute bots' moves for it.

A question holds what a local bot or judge would be given, and nothing else: what a seat sees, may do and has
heard.
"""

from importlib.metadata import version
from typing import Annotated

import msgspec
from msgspec import Meta, Raw, Struct

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.games import GAMES
from hanamachi.server.protocol.messages import Declined

RELEASE = version("hanamachi")  # of another one a bot of the same name may play otherwise
PATH = "/work"


class Message(Struct, frozen=True, tag=str.lower):
    pass


class Known(Struct, frozen=True):
    """The games that one side knows: the version of the rules, the levels of the bots, and the edition of the
    judge (null: there is none)."""

    version: int
    levels: list[str]
    judge: int | None


# From a thinker.


class Hello(Message, frozen=True):
    """Announce how many questions this machine computes at once, and which games it knows."""

    release: str
    places: Annotated[int, Meta(ge=1)]
    knows: dict[str, Known]


class Places(Message, frozen=True):
    """Change the number of questions at once."""

    places: Annotated[int, Meta(ge=1)]


class Chosen(Message, frozen=True):
    """Answer `ask`: the index of the chosen move among the legal ones."""

    id: int
    index: int


class Weighed(Message, frozen=True):
    """Answer `weigh`."""

    id: int
    opinion: Opinion


class Sorry(Message, frozen=True):
    """Report that this question has no answer."""

    id: int


class Beat(Message, frozen=True):
    """Show that this machine is alive."""


# From the house.


class Welcome(Message, frozen=True):
    """Name this server process, and all others: each hands out its own questions. Answers `hello` and every
    `beat`."""

    worker: str
    workers: list[str]


class Ask(Message, frozen=True):
    """Ask for the move of a bot of this level, with these dice of its own."""

    id: int
    game: str
    view: Raw
    moves: Raw
    story: Raw
    level: str
    dice: int


class Weigh(Message, frozen=True):
    """Ask for a judge's opinion of every move, above all of that with the index `played`."""

    id: int
    game: str
    view: Raw
    moves: Raw
    story: Raw
    played: int | None


def known() -> dict[str, Known]:
    """Return the games that this program knows."""
    return {name: known_of(name) for name in GAMES}


def known_of(game: str) -> Known:
    ladder = ladder_of(game)
    return Known(GAMES[game].version, ladder.names, ladder.edition if ladder.judge else None)


FromThinker = Hello | Places | Chosen | Weighed | Sorry | Beat
FromHouse = Welcome | Ask | Weigh | Declined
decode_thinker = msgspec.json.Decoder(FromThinker).decode
decode_house = msgspec.json.Decoder(FromHouse).decode
