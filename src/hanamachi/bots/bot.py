"""The interface of a bot: it gets its seat's view, the legal moves and the story its seat heard. Never a
state."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from typing import Generic, Protocol

from typing_extensions import TypeVar

from hanamachi.core.game import Move, Told, View

V = TypeVar("V", bound=View, contravariant=True, default=View)
M = TypeVar("M", bound=Move, default=Move)


class Bot(Protocol[V, M]):
    """Chooses moves. The type parameters let mypy find a bot that is given a state instead of a view."""

    def choose(self, view: V, moves: Sequence[M], story: Sequence[Told], /) -> M: ...


def evenly(chosen: Sequence[Move], moves: Sequence[Move]) -> list[float]:
    """Return the uniform policy over the chosen moves."""
    return [(move in chosen) / len(chosen) for move in moves]


class Sure(ABC, Generic[V]):
    """A bot that is deterministic by its seed: its policy puts all weight on the move it will choose."""

    @abstractmethod
    def choose(self, view: V, moves: Sequence[Move], story: Sequence[Told], /) -> Move: ...

    def policy(self, view: V, moves: Sequence[Move], story: Sequence[Told], /) -> list[float]:
        return evenly([self.choose(view, moves, story)], moves)


class RandomBot:
    """Plays any legal move with equal chance."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, _view: View, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        return self.rng.choice(moves)

    def policy(self, _view: View, moves: Sequence[Move], _story: Sequence[Told]) -> list[float]:
        return evenly(moves, moves)
