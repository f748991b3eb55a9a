"""Say which positions of a game are kept for the end-to-end tests: the fullest of each kind."""

from collections.abc import Callable
from typing import Any, NamedTuple

Full = Callable[[Any], float]  # how full a position of its kind is; 0: it is of another kind


class Series(NamedTuple):
    """Games of one sort, and the positions to keep by name."""

    name: str
    game: str
    seats: int
    options: dict[str, Any]
    games: int
    kept: dict[str, Full]


def asks(state: Any, *steps: str) -> bool:
    return bool(state.todo) and type(state.todo[0]).__name__ in steps


def over(measure: Full) -> Full:
    return lambda state: 0 if state.todo else measure(state)


def at(measure: Full, *steps: str) -> Full:
    return lambda state: measure(state) if asks(state, *steps) else 0
