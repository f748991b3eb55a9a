"""Solve a round of Okiya: the exact value of a position and of every legal move."""

from typing import Literal

from msgspec import Struct

from hanamachi.core.value import Value
from hanamachi.core.words import Refusal
from hanamachi.games.okiya.moves import Square, Take, Taking
from hanamachi.games.okiya.pieces import SQUARES
from hanamachi.games.okiya.rules import State


class NotSolvable(Refusal):
    pass


class Solution(Struct, frozen=True):
    """The values of a position and its moves, for the round only.

    Plies are counted to the end of the round, and points are those of the points match.
    """

    best: Value
    moves: dict[Square, Value]

    def best_moves(self) -> list[Take]:
        return [Take(square) for square, value in self.moves.items() if value == self.best]


def check_solvable(state: State) -> None:
    if not state.todo or not isinstance(state.todo[0], Taking):
        raise NotSolvable("not_solvable")


def solve(state: State) -> Solution:
    """Solve the round. What a win is worth for the match is not considered."""
    check_solvable(state)
    from hanamachi.games.okiya.kernel import values  # numba loads only when a position is solved

    seat = state.todo[0].seat
    mine, theirs = state.geishas[seat], state.geishas[1 - seat]
    last = -1 if state.last is None else state.last
    scores = values(state.layout, mine, theirs, last, state.options.full_board)
    known = {square: score for square, score in enumerate(scores) if score is not None}
    return Solution(
        best=_value(state, max(known.values())),
        moves={square: _value(state, score) for square, score in known.items()},
    )


def _value(state: State, score: int) -> Value:
    """Convert the kernel's score: an end after p plies of the round is 17 - p for its winner, a draw 0."""
    end = len(SQUARES) + 1 - abs(score) if score else len(SQUARES)
    played = (state.geishas[0] | state.geishas[1]).bit_count()
    result: Literal["win", "draw", "loss"] = "win" if score > 0 else "loss" if score else "draw"
    points = None
    if state.options.match == "points":
        points = (1 if score > 0 else -1) * (len(SQUARES) - end)
    return Value(result, end - played, points)
