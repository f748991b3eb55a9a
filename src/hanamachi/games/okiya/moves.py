"""The moves of Okiya, the steps of its agenda, and the options."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanamachi.core.game import Move, Seat, Step

Tile = int
Square = int


class Options(Struct, frozen=True):
    match: Literal["single", "series", "points"] = "single"
    target: Annotated[int, Meta(ge=1, le=1000, extra={"only": {"match": ("points",)}})] = 10
    full_board: Literal["last_mover", "draw"] = "last_mover"


class Begin(Move, frozen=True):
    starter: Seat


class Lay(Move, frozen=True):
    tile: Tile


class Take(Move, frozen=True):
    square: Square


class Score(Move, frozen=True):
    """A round is over: its winner (None for a draw), the deciding rule, and the tiles still in the garden."""

    winner: Seat | None
    rule: str
    points: int


class Beginning(Step, frozen=True):
    pass


class Laying(Step, frozen=True):
    pass


class Taking(Step, frozen=True):
    pass


class Scoring(Step, frozen=True):
    score: Score


AnyMove = Begin | Lay | Take | Score
AnyStep = Beginning | Laying | Taking | Scoring
