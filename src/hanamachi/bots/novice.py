"""A one-ply search: try each move on a few imagined states and keep the one that looks best."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Generic

from hanamachi.bots.bot import evenly
from hanamachi.core.game import NATURE, Game, Move, Seat, State, Told, V


class Novice(Generic[V]):
    """A beginner with a simple evaluation. With `doubt` it errs about every move by a normal error of that
    size."""

    def __init__(
        self,
        game: Game[Move, V, Any],
        worth: Callable[[V], float],
        seed: int,
        looks: int = 8,
        doubt: float = 0.0,
    ) -> None:
        """Create the bot. `worth` rates a view for its own seat."""
        self.game, self.worth, self.looks, self.doubt = game, worth, looks, doubt
        self.rng = Random(seed)

    def choose(self, view: V, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        return self.rng.choice(self.best(view, moves))

    def policy(self, view: V, moves: Sequence[Move], _story: Sequence[Told]) -> list[float]:
        """Return the uniform policy over the moves that look best on a few imagined states. Another call
        imagines other states."""
        return evenly(self.best(view, moves), moves)

    def best(self, view: V, moves: Sequence[Move]) -> list[Move]:
        assert view.seat is not None
        states = [self.game.imagine(view, self.rng) for _ in range(self.looks)]
        values = [self.looks_like(states, move, view.seat) for move in moves]
        return [move for move, value in zip(moves, values, strict=True) if value == max(values)]

    def looks_like(self, states: Sequence[State[Move, V]], move: Move, seat: Seat) -> float:
        seen = sum(self.worth(self.settled(state.answer(move)).view(seat)) for state in states)
        return seen + (self.looks * self.rng.gauss(0, self.doubt) if self.doubt else 0.0)

    def settled(self, state: State[Move, V]) -> State[Move, V]:
        """Play nature's answers up to the next decision."""
        while state.actor == NATURE:
            state = state.answer(state.draw(self.rng))
        return state
