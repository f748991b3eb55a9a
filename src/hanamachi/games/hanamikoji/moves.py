"""The moves of Hanamikoji, the steps of its agenda, and the options."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanamachi.core.game import Move, Seat, Step
from hanamachi.core.options import STARTER
from hanamachi.games.hanamikoji.pieces import Counts, Item, Tokens

Pair = tuple[Item, Item]  # sorted, like every group of items


class Options(Struct, frozen=True):
    rounds: Annotated[Literal["3", "until_won"], Meta(extra={"only": {"box": ("full",)}})] = "3"
    starter: Annotated[Literal["random", "first", "second"], STARTER] = "random"
    box: Literal["full", "small"] = "full"


class Start(Move, frozen=True):
    starter: Seat


class Deal(Move, frozen=True):
    to: Seat
    item: Item


class Draw(Move, frozen=True):
    to: Seat
    item: Item


class Secret(Move, frozen=True):
    item: Item


class Discard(Move, frozen=True):
    items: Pair


class Gift(Move, frozen=True):
    items: tuple[Item, Item, Item]


class Competition(Move, frozen=True):
    pairs: tuple[Pair, Pair]

    @property
    def items(self) -> tuple[Item, ...]:
        one, other = self.pairs
        return (*one, *other)


class TakeOne(Move, frozen=True):
    item: Item


class TakePair(Move, frozen=True):
    pair: Pair


class Reveal(Move, frozen=True):
    owner: Seat
    item: Item


class Score(Move, frozen=True):
    """The art tokens move to the players who won the geishas over."""


AnyMove = Start | Deal | Draw | Secret | Discard | Gift | Competition | TakeOne | TakePair | Reveal | Score
Offer = Gift | Competition


class Starting(Step, frozen=True):
    pass


class Dealing(Step, frozen=True):
    to: Seat


class Drawing(Step, frozen=True):
    to: Seat


class Acting(Step, frozen=True):
    pass


class Choosing(Step, frozen=True):
    offer: Offer


class Revealing(Step, frozen=True):
    owner: Seat


class Scoring(Step, frozen=True):
    pass


AnyStep = Starting | Dealing | Drawing | Acting | Choosing | Revealing | Scoring


class Standing(Struct, frozen=True):
    """Geishas won over, and their art points."""

    geishas: int
    points: int


class Share(Struct, frozen=True):
    """A part of an offer: the cards that come with it, and those left for the other seat (H10, H11)."""

    takes: tuple[Item, ...]
    leaves: tuple[Item, ...]


class Outlook(Struct, frozen=True):
    """The result if the round ended now, with the public cards alone (H14 to H17)."""

    tokens: Tokens
    ahead: Seat | None
    wins: bool  # True if it would also end the game
    race: tuple[Standing, Standing]


class Round(Struct, frozen=True):
    """A finished round: the cards on the sides when it was scored, and the art tokens after it."""

    starter: Seat
    sides: tuple[Counts, Counts]
    tokens: Tokens
    points: tuple[int, int]
