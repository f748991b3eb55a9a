"""Judge decisions of Okiya exactly: the solver's result of every move."""

from collections.abc import Sequence
from random import Random

from msgspec.structs import replace

from hanamachi.bots.judge import Opinion, Reply
from hanamachi.core.game import Move, Told
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Take, Taking
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import solve
from hanamachi.games.okiya.view import OkiyaView

AHEAD = 3  # moves that follow, as they are expected
WORTH = {"win": 1.0, "draw": 0.5, "loss": 0.0}


def judge(
    view: OkiyaView, moves: Sequence[Move], _story: Sequence[Told], played: int | None = None
) -> Opinion:
    """Return the exact opinion on a decision, for the round."""
    state = imagine(view, Random(0))
    solution = solve(state).moves
    values = [solution[move.square] for move in moves if isinstance(move, Take)]
    opinion = Opinion([WORTH[value.result] for value in values], values=values)
    told = {opinion.ranked()[0], *(() if played is None else (played,))}
    return replace(opinion, replies={place: Reply(line(state.play(moves[place]))) for place in told})


def line(state: State) -> list[int]:
    """Return the next moves if both play as well as can be, each by its place among the legal ones."""
    places = list[int]()
    while len(places) < AHEAD and state.todo and isinstance(state.todo[0], Taking):
        moves, best = state.moves(), solve(state).best_moves()[0]
        places.append(moves.index(best))
        state = state.play(best)
    return places
