"""How many ways the game can go from a few set-ups, counted in two independent ways.

perft.txt: options, seed, plies played at random first, then the number of positions after 1, 2, ...
decisions. Nature's answers are fixed: drawn from a generator seeded by the number of plies so far. Journeys
are not counted: they are neither chosen nor drawn.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest

from hanamachi.core.game import NATURE, IllegalMove, Move
from hanamachi.core.options import choose
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.choices import universe
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import travelled

FILE = Path(__file__).parent / "perft.txt"
LINES = [line.split() for line in FILE.read_text().splitlines() if line[:1] != "#"]
Children = Callable[[State], Iterator[State]]


def settled(state: State, seed: int, ply: int) -> tuple[State, int]:
    while state.actor == NATURE:
        state, ply = travelled(state.play(state.draw(Random(1000 * seed + ply)))), ply + 1
    return state, ply


def by_moves(state: State) -> Iterator[State]:
    return map(travelled, map(state.play, state.moves()))


def by_trying(decisions: tuple[Move, ...]) -> Children:
    """Every decision of the universe that is not refused."""

    def children(state: State) -> Iterator[State]:
        for move in decisions:
            try:
                yield travelled(state.play(move))
            except IllegalMove:
                continue

    return children


def perft(state: State, ply: int, seed: int, depth: int, children: Children) -> list[int]:
    """How many positions there are after 1, 2, ... decisions; a finished game stays one."""
    level, counted = [settled(state, seed, ply)], list[int]()
    for _ in range(depth):
        level = [
            settled(child, seed, ply + 1)
            for state, ply in level
            for child in (children(state) if state.todo else [state])
        ]
        counted.append(len(level))
    return counted


def set_up(options: Options, seed: int, plies: int) -> State:
    state, rng = GAME.start(2, options), Random(seed)
    assert isinstance(state, State)
    for _ in range(plies):
        state = travelled(state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves())))
    return state


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_perft(line: list[str]) -> None:
    given, seed, plies, *numbers = line
    options = choose(Options, dict(pair.split("=") for pair in given.split(",")))
    state = set_up(options, int(seed), int(plies))
    for children in (by_moves, by_trying(universe(2, options).decisions)):
        counted = perft(state, int(plies), int(seed), len(numbers), children)
        assert counted == list(map(int, numbers))
