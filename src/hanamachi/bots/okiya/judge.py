"""The judge of Okiya: every move's result, exact."""

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
    """Exact, for the round."""
    values = solve(imagine(view, Random(0))).moves
    return Opinion([WORTH[values[move.square].result] for move in moves if isinstance(move, Take)])
