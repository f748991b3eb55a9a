"""A bot of ten lines for the arena: in Okiya it leaves the rival few squares, elsewhere it takes any move.

cd examples && hanamachi arena okiya mine=py:first_bot:First random --deals 50
"""

from collections.abc import Sequence
from random import Random
from typing import Any

from hanamachi.core.game import Move, Told
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.view import OkiyaView


class First:
    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: Any, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        if not isinstance(view, OkiyaView):
            return self.rng.choice(moves)
        state = imagine(view, self.rng)  # in Okiya a view allows only one state
        return min(moves, key=lambda move: len(state.play(move).moves()))
