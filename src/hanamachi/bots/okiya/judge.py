"""Judge decisions of Okiya exactly: the solver's result of every move."""

from collections.abc import Sequence
from random import Random

from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Move, Told
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Take
from hanamachi.games.okiya.solver import solve
from hanamachi.games.okiya.view import OkiyaView

WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def judge(
    view: OkiyaView, moves: Sequence[Move], _story: Sequence[Told], _played: int | None = None
) -> Opinion:
    """Return the exact opinion on a decision, for the round."""
    solution = solve(imagine(view, Random(0))).moves
    values = [solution[move.square] for move in moves if isinstance(move, Take)]
    return Opinion([WORTH[value.result] for value in values], values=values)
