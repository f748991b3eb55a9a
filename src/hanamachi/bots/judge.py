"""What a strong player thinks of a decision, by nothing but what the deciding seat itself knows."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Move, Told

JUDGES = {
    "okiya": "hanamachi.bots.okiya.judge:judge",
    "hanamikoji": "hanamachi.bots.hanamikoji.judge:judge",
}


class Belief(Struct, frozen=True):
    """What a rival may have of one thing: the chance of at least one that still counts, and how many are
    expected in each place."""

    chance: float
    places: dict[str, float] = {}


class Opinion(Struct, frozen=True):
    """The chance to win the game after each move, in their order; how far it spreads over what is hidden (a
    standard deviation, after the best move or the one that was made); and what a rival may hold, by phrases
    of the game."""

    chances: list[float]
    unknown: float = 0.0
    holds: dict[str, Belief] = {}


def opinion(
    game: str, view: Any, moves: Sequence[Move], story: Sequence[Told], played: int | None = None
) -> Opinion:
    """If it is known which move was made, that one is weighed as closely as the best."""
    module, _, name = JUDGES[game].partition(":")
    thought: Opinion = getattr(import_module(module), name)(view, moves, story, played)
    return thought
