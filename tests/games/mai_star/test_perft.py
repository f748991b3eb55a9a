"""How many ways the game can go from a few set-ups, counted in two independent ways.

perft.txt: seats, options, seed, plies played first, then the number of positions after 1, 2, ... decisions.
Nature's answers are fixed: drawn from a generator seeded by the number of plies so far.
"""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random

import pytest

from hanamachi.core.game import NATURE, IllegalMove, Move
from hanamachi.core.options import choose
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.rules import State, universe
from tests.games.mai_star.lively import lively_story

LINES = [
    line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line[:1] != "#"
]
Children = Callable[[State], Iterator[State]]


@cache
def everything(seats: int) -> tuple[Move, ...]:
    return universe(seats, Options()).decisions


def by_moves(state: State) -> Iterator[State]:
    return map(state.play, state.moves())


def by_trying(state: State) -> Iterator[State]:
    """Every decision of the universe that is not refused."""
    for move in everything(state.seats):
        try:
            yield state.play(move)
        except IllegalMove:
            continue


def perft(state: State, ply: int, seed: int, depth: int, children: Children) -> int:
    while state.actor == NATURE:
        state, ply = state.play(state.draw(Random(1000 * seed + ply))), ply + 1
    if depth == 0 or state.actor is None:
        return 1
    return sum(perft(child, ply + 1, seed, depth - 1, children) for child in children(state))


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_perft(line: list[str]) -> None:
    seats, given, seed, plies, *numbers = line
    options = choose(Options, dict(pair.split("=") for pair in given.split(",")))
    state = lively_story(int(seats), options, Random(int(seed))).states[int(plies)]
    assert isinstance(state, State)
    assert GAME.pieces(state) == GAME.pieces(GAME.start(int(seats), options))
    for depth, number in enumerate(numbers, 1):
        for children in (by_moves, by_trying):
            assert perft(state, int(plies), int(seed), depth, children) == int(number)
