"""Okiya's strongest bot: it plays perfectly, and sets traps."""

from collections.abc import Sequence
from random import Random

from hanamachi.bots.bot import Bot, evenly
from hanamachi.core.game import Move, Told
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Scoring
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import solve
from hanamachi.games.okiya.view import OkiyaView


class Perfect:
    """Plays perfectly. Among equal moves it prefers the one after which the rival has the fewest saving
    replies."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: OkiyaView, _moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        return self.rng.choice(self.best(view))

    def policy(self, view: OkiyaView, moves: Sequence[Move], _story: Sequence[Told]) -> list[float]:
        return evenly(self.best(view), moves)

    def best(self, view: OkiyaView) -> list[Move]:
        state = imagine(view, self.rng)
        best: list[Move] = list(solve(state).best_moves())
        if len(best) == 1:
            return best
        replies = {move: saving_replies(state.play(move)) for move in best}
        return [move for move in best if replies[move] == min(replies.values())]


def saving_replies(state: State) -> int:
    """Return how many replies keep the best result the rival can have."""
    if isinstance(state.todo[0], Scoring):
        return 0
    solution = solve(state)
    return sum(value.result == solution.best.result for value in solution.moves.values())


def perfect(seed: int) -> Bot[OkiyaView]:
    return Perfect(seed)
