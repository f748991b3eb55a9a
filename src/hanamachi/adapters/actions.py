"""Moves as whole numbers: a move's id is its place in the sorted universe of its game.

Players' decisions and nature's moves are numbered apart, each from 0. The ids are those of a setting (seats
and options may add moves) and change only with the game's version; tests/adapters/ids pins them.
"""

from collections.abc import Sequence
from functools import cache
from operator import index
from typing import Any

from msgspec.structs import astuple

from hanamachi.adapters.setting import Setting
from hanamachi.core.game import NATURE, Move, State
from hanamachi.core.words import Refusal


class BadAction(Refusal):
    """A number that is no decision, or not one of those allowed now."""


class Actions:
    """Ids of one setting: `decisions[id]` and `nature[id]` are moves, `ids[move]` and `chances[move]` ids."""

    def __init__(self, setting: Setting) -> None:
        universe = setting.game.universe(setting.seats, setting.options)
        self.decisions = tuple(sorted(universe.decisions, key=order))
        self.nature = tuple(sorted(universe.nature, key=order))
        self.ids = {move: number for number, move in enumerate(self.decisions)}
        self.chances = {move: number for number, move in enumerate(self.nature)}

    def __len__(self) -> int:
        """How many decisions there are."""
        return len(self.decisions)

    def legal(self, state: State) -> list[int]:
        """The ids of the legal moves, nature's or a player's, from low to high."""
        ids = self.chances if state.actor == NATURE else self.ids
        return sorted([ids[move] for move in state.moves()])

    def decision(self, number: int, legal: Sequence[int]) -> Move:
        """The move of an id, which must be legal."""
        check(number, len(self), legal)
        return self.decisions[number]


def is_id(number: Any, count: int) -> bool:
    """Return whether this is a whole number (of Python or NumPy) below the count; True and False are none."""
    if isinstance(number, bool):
        return False
    try:
        return 0 <= index(number) < count
    except TypeError:
        return False


def check(number: Any, count: int, legal: Sequence[int]) -> None:
    if not is_id(number, count):
        raise BadAction("no_action_id", id=str(number), most=count - 1)
    if number not in legal:
        raise BadAction("masked_action", id=str(number), n=len(legal))


def order(move: Move) -> tuple[str, tuple[Any, ...]]:
    """By kind, then by what the move names; nobody comes before the first seat."""
    return type(move).__name__, tuple(-1 if value is None else value for value in astuple(move))


@cache
def actions(setting: Setting) -> Actions:
    return Actions(setting)
