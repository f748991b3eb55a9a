"""How many ways the game can go from a few set-ups, counted in two independent ways.

perft.txt: options, seed, plies played at random first, then the number of positions after 1, 2, ...
decisions. Nature's answers are fixed: drawn from a generator seeded by the number of plies so far. In each position
the second way tries every decision that there is, so it goes on from a few positions only.
"""

from collections.abc import Callable, Iterator
from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from hanamachi.core.game import NATURE, IllegalMove, Move
from hanamachi.core.options import choose
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.choices import actions_with
from hanamachi.games.hanamikoji.moves import Competition, Discard, Gift, Options, Secret
from hanamachi.games.hanamikoji.pieces import VALUE, spread
from hanamachi.games.hanamikoji.rules import State, universe

LINES = [
    line.split() for line in (Path(__file__).parent / "perft.txt").read_text().splitlines() if line[:1] != "#"
]
Children = Callable[[State], Iterator[State]]
FEW = 60


def settled(state: State, seed: int, ply: int) -> tuple[State, int]:
    while state.actor == NATURE:
        state, ply = state.play(state.draw(Random(1000 * seed + ply))), ply + 1
    return state, ply


def by_moves(state: State) -> Iterator[State]:
    return map(state.play, state.moves())


def by_trying(state: State) -> Iterator[State]:
    """Every decision of the universe that is not refused."""
    for move in EVERYTHING[state.options]:
        try:
            yield state.play(move)
        except IllegalMove:
            continue


def perft(state: State, ply: int, seed: int, depth: int, children: Children) -> int:
    state, ply = settled(state, seed, ply)
    if depth == 0 or state.actor is None:
        return 1
    return sum(perft(child, ply + 1, seed, depth - 1, children) for child in children(state))


class Universes(dict[Options, tuple[Move, ...]]):
    def __missing__(self, options: Options) -> tuple[Move, ...]:
        self[options] = universe(2, options).decisions
        return self[options]


EVERYTHING = Universes()


def set_up(options: Options, seed: int, plies: int) -> State:
    state, rng = GAME.start(2, options), Random(seed)
    assert isinstance(state, State)
    for _ in range(plies):
        state = state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves()))
    return state


@pytest.mark.parametrize("line", LINES, ids=" ".join)
def test_perft(line: list[str]) -> None:
    given, seed, plies, *numbers = line
    options = choose(Options, dict(pair.split("=") for pair in given.split(",")))
    state = set_up(options, int(seed), int(plies))
    for depth, number in enumerate(map(int, numbers), 1):
        assert perft(state, int(plies), int(seed), depth, by_moves) == number
        if depth == 1 or int(numbers[depth - 2]) < FEW:
            assert perft(state, int(plies), int(seed), depth, by_trying) == number


def physical(hand: list[int]) -> set[Move]:
    """Every action with single cards on the table, named as a move afterwards."""
    found: set[Move] = {Secret(item) for item in hand}
    for a, b in map(sorted, combinations(hand, 2)):
        found.add(Discard((a, b)))
    for a, b, c in map(sorted, combinations(hand, 3)):
        found.add(Gift((a, b, c)))
    for a, b, c, d in permutations(hand, 4):
        pairs = sorted([(min(a, b), max(a, b)), (min(c, d), max(c, d))])
        found.add(Competition((pairs[0], pairs[1])))
    return found


@pytest.mark.parametrize("seed", range(25))
def test_moves_are_those_with_single_cards(seed: int) -> None:
    cards = Random(seed).sample(spread(VALUE), 7)
    hand = tuple(cards.count(item) for item in range(7))
    moves = actions_with(hand, (0, 1, 2, 3))
    assert set(moves) == physical(cards)
    assert len(set(moves)) == len(moves)


def test_the_universe_is_what_single_cards_allow() -> None:
    assert set(actions_with(VALUE, (0, 1, 2, 3))) == physical(spread(VALUE))
