"""Okiya's beginners: depth-limited search with an evaluation of open patterns."""

from collections.abc import Callable, Sequence
from random import Random

from hanamachi.bots.bot import Bot, evenly
from hanamachi.core.game import Move, Seat, Told
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Scoring
from hanamachi.games.okiya.pieces import BOXES, LINES
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.view import OkiyaView

WON = 1000


def prospects(state: State, seat: Seat) -> int:
    """Return the evaluation: geishas in patterns that only one house can still complete, less the rival's."""
    mine, theirs = state.geishas[seat], state.geishas[1 - seat]
    return sum(
        (mine & pattern).bit_count() * (not theirs & pattern)
        - (theirs & pattern).bit_count() * (not mine & pattern)
        for pattern in LINES + BOXES
    )


class LookAhead:
    """Searches `depth` moves ahead (negamax); beyond that it goes by the prospects of each house."""

    def __init__(self, seed: int, depth: int, worth: Callable[[State, Seat], int] = prospects) -> None:
        self.rng, self.depth, self.worth = Random(seed), depth, worth

    def choose(self, view: OkiyaView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        return self.rng.choice(self.best(view, moves))

    def policy(self, view: OkiyaView, moves: Sequence[Move], _story: Sequence[Told]) -> list[float]:
        return evenly(self.best(view, moves), moves)

    def best(self, view: OkiyaView, moves: Sequence[Move]) -> list[Move]:
        state = imagine(view, self.rng)
        seat = state.todo[0].seat
        values = {move: -self.value(state.answer(move), 1 - seat, self.depth - 1) for move in moves}
        best = max(values.values())
        return [move for move in moves if values[move] == best]

    def value(self, state: State, seat: Seat, depth: int) -> int:
        """Return the state's worth to `seat`. Sooner wins are better."""
        step = state.todo[0]
        if isinstance(step, Scoring):
            won = {seat: 1, 1 - seat: -1, None: 0}[step.score.winner]
            return won * (WON + step.score.points)
        if depth == 0:
            return self.worth(state, seat)
        return max(-self.value(state.answer(move), 1 - seat, depth - 1) for move in state.moves())


def novice(seed: int) -> Bot[OkiyaView]:
    return LookAhead(seed, depth=1, worth=lambda _state, _seat: 0)


def apprentice(seed: int) -> Bot[OkiyaView]:
    return LookAhead(seed, depth=1)


def student(seed: int) -> Bot[OkiyaView]:
    return LookAhead(seed, depth=4)
