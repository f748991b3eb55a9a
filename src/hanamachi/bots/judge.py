"""What a strong player thinks of a decision, by nothing but what the deciding seat itself knows."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Move, Told

JUDGES = {"okiya": "hanamachi.bots.okiya:judge"}


class Opinion(Struct, frozen=True):
    """The chance to win the game after each move, in their order, and what a rival may hold: of each thing,
    named by a phrase of the game, the chance that at least one is theirs."""

    chances: list[float]
    holds: dict[str, float] = {}


def opinion(game: str, view: Any, moves: Sequence[Move], story: Sequence[Told]) -> Opinion:
    module, _, name = JUDGES[game].partition(":")
    thought: Opinion = getattr(import_module(module), name)(view, moves, story)
    return thought
