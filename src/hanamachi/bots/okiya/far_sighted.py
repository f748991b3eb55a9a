"""Okiya's adept: it sees forced results far ahead, and else plays the student's move."""

from collections.abc import Sequence

from hanamachi.bots.bot import Bot
from hanamachi.bots.okiya.look_ahead import LookAhead
from hanamachi.core.game import Move
from hanamachi.core.value import Value
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Take
from hanamachi.games.okiya.solver import solve
from hanamachi.games.okiya.view import OkiyaView

STUDENT = 4  # moves ahead
SIGHT = 12
OPEN = (1, 0)


class FarSighted(LookAhead):
    """Knows every result that can be forced within `sight` moves, and none beyond."""

    def __init__(self, seed: int, depth: int, sight: int) -> None:
        super().__init__(seed, depth)
        self.sight = sight

    def best(self, view: OkiyaView, moves: Sequence[Move]) -> list[Move]:
        values = solve(imagine(view, self.rng)).moves
        seen = {move: self.order(values[move.square]) for move in moves if isinstance(move, Take)}
        best = min(seen.values())
        left: list[Move] = [move for move, order in seen.items() if order == best]
        return super().best(view, left) if best == OPEN else left

    def order(self, value: Value) -> tuple[int, int]:
        """Return a sort key; less is better. A result too far to be seen counts as a draw."""
        return value.order if value.plies <= self.sight else OPEN


def adept(seed: int) -> Bot[OkiyaView]:
    return FarSighted(seed, STUDENT, SIGHT)
