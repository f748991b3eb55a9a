"""What goes over the wire between a house and whoever thinks for it on another machine.

A question is what a bot or a judge at home is asked, and nothing else: what a seat sees, may do and has
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
    """What somebody knows of a game: the version of its rules, the levels of its bots, and the edition of its
    judge (null: there is none)."""

    version: int
    levels: list[str]
    judge: int | None


# From a thinker.


class Hello(Message, frozen=True):
    """I can think about so many questions at once, and know these games."""

    release: str
    places: Annotated[int, Meta(ge=1)]
    knows: dict[str, Known]


class Places(Message, frozen=True):
    """So many at once from now on."""

    places: Annotated[int, Meta(ge=1)]


class Chosen(Message, frozen=True):
    """The answer to `ask`: the place of a move among those that may be made."""

    id: int
    index: int


class Weighed(Message, frozen=True):
    """The answer to `weigh`."""

    id: int
    opinion: Opinion


class Sorry(Message, frozen=True):
    """I can give no answer to this one."""

    id: int


class Beat(Message, frozen=True):
    """I am here."""


# From the house.


class Welcome(Message, frozen=True):
    """This worker of the house, and all that it has: each hands out its own questions. The answer to `hello`
    and to every `beat`."""

    worker: str
    workers: list[str]


class Ask(Message, frozen=True):
    """What would a bot of this level do, with these dice of its own?"""

    id: int
    game: str
    view: Raw
    moves: Raw
    story: Raw
    level: str
    dice: int


class Weigh(Message, frozen=True):
    """What would a judge say of every move, that with the place `played` above all?"""

    id: int
    game: str
    view: Raw
    moves: Raw
    story: Raw
    played: int | None


def known() -> dict[str, Known]:
    """What this program knows."""
    return {name: known_of(name) for name in GAMES}


def known_of(game: str) -> Known:
    ladder = ladder_of(game)
    return Known(GAMES[game].version, ladder.names, ladder.edition if ladder.judge else None)


FromThinker = Hello | Places | Chosen | Weighed | Sorry | Beat
FromHouse = Welcome | Ask | Weigh | Declined
decode_thinker = msgspec.json.Decoder(FromThinker).decode
decode_house = msgspec.json.Decoder(FromHouse).decode
