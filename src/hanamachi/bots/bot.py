"""What a bot is: it sees a view, the moves it has, and the story its seat heard. Never a state."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from hanamachi.core.game import Move, Told


class Bot(Protocol):
    def choose(self, view: Any, moves: Sequence[Move], story: Sequence[Told], /) -> Move: ...


class RandomBot:
    """Any legal move."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, _view: Any, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        return self.rng.choice(moves)
