"""Number the moves of a game: a move's action id is its place in the sorted universe of its game.

Players' decisions and nature's moves are numbered apart, each from 0. The ids depend on the setting, because
seats and options may add moves. They change only with the game's version; tests/adapters/ids pins them.
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
    """Raised for a number that is no action id, or not a legal one now."""


class Actions:
    """The action ids of one setting: `decisions[id]` and `nature[id]` are moves, `ids[move]` and
    `chances[move]` ids."""

    def __init__(self, setting: Setting) -> None:
        universe = setting.game.universe(setting.seats, setting.options)
        self.decisions = tuple(sorted(universe.decisions, key=order))
        self.nature = tuple(sorted(universe.nature, key=order))
        self.ids = {move: number for number, move in enumerate(self.decisions)}
        self.chances = {move: number for number, move in enumerate(self.nature)}

    def __len__(self) -> int:
        """Return the number of decisions."""
        return len(self.decisions)

    def legal(self, state: State) -> list[int]:
        """Return the ids of the legal moves, of nature or of a player, in ascending order."""
        ids = self.chances if state.actor == NATURE else self.ids
        return sorted([ids[move] for move in state.moves()])

    def decision(self, number: int, legal: Sequence[int]) -> Move:
        """Return the move of an id. Raise BadAction if it is not legal."""
        check(number, len(self), legal)
        return self.decisions[number]


def is_id(number: Any, count: int) -> bool:
    """Return whether this is a whole number (of Python or NumPy) below the count. Booleans are not."""
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
    """Return a sort key: the kind of move, then its fields. None comes before seat 0."""
    return type(move).__name__, tuple(-1 if value is None else value for value in astuple(move))


@cache
def actions(setting: Setting) -> Actions:
    return Actions(setting)
