"""The law and the kernel side by side: the same chance drives both, and they are compared at every decision."""

from collections.abc import Iterator
from typing import Literal

import numpy as np

from hanamachi.core.game import NATURE, Move
from hanamachi.core.game import at as falls_on
from hanamachi.games.hanamikoji import kernel
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, decode, encode
from hanamachi.games.hanamikoji.moves import Deal, Draw, Options, Start
from hanamachi.games.hanamikoji.packing import pack, rules_of, starter_of
from hanamachi.games.hanamikoji.rules import State, start
from hanamachi.games.kernels.chance import below

STARTERS: tuple[Literal["random", "first", "second"], ...] = ("random", "first", "second")
EVERY_OPTION = [
    *(Options(starter=starter) for starter in STARTERS),
    *(Options(starter=starter, rounds="until_won") for starter in STARTERS),
    *(Options(starter=starter, box="small") for starter in STARTERS),
]


class Chance:
    """The kernel's splitmix64 in plain Python."""

    def __init__(self, seed: int) -> None:
        self.word = seed

    def below(self, n: int) -> int:
        self.word = (self.word + 0x9E3779B97F4A7C15) % 2**64
        mixed = (self.word ^ self.word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB % 2**64
        mixed ^= mixed >> 31
        return (mixed >> 32) * n >> 32

    def settled(self, state: State) -> State:
        """The law up to the next decision. Secrets and scores need no chance."""
        while state.actor == NATURE:
            odds = state.odds()
            by_chance = isinstance(odds[0][0], Start | Deal | Draw)
            state = state.play(falls_on(odds, self.below(sum(n for _, n in odds)) if by_chance else 0))
        return state


def decisions(options: Options, seed: int) -> Iterator[tuple[State, Move | None]]:
    """A random game of the law: the states in which somebody was asked, with the answers; then the end."""
    chance = Chance(seed)
    state = chance.settled(start(2, options))
    while state.todo:
        moves = state.moves()
        move = moves[chance.below(len(moves))]
        yield state, move
        state = chance.settled(state.play(move))
    yield state, None


class Twin:
    """The same game in the kernel."""

    def __init__(self, options: Options, seed: int) -> None:
        self.rng = np.array([seed], np.uint64)
        self.row: Row = np.zeros(at.FIELDS, np.int64)
        self.buffer = np.empty(MOST_MOVES, np.int16)
        kernel.start(self.row, rules_of(options), starter_of(options), self.rng)

    def moves(self) -> list[int]:
        return list(map(int, self.buffer[: kernel.legal(self.row, self.buffer)]))

    def play(self) -> int:
        moves = self.moves()
        move = moves[below(self.rng, len(moves))]
        kernel.play(self.row, move)
        kernel.nature(self.row, self.rng)
        return move


def compare(options: Options, seed: int) -> int:
    """One game on both; an AssertionError where they part. How many rounds it had."""
    twin = Twin(options, seed)
    for state, answer in decisions(options, seed):
        where = (options, seed, state)
        assert twin.row.tolist() == pack(state).tolist(), where
        if answer is None:
            outcome = state.outcome()
            assert outcome is not None
            assert outcome.winners == ((), (0,), (1,))[kernel.winner(twin.row) + 1], where
            return state.round
        ids = twin.moves()
        assert [decode(number, state.offer) for number in ids] == list(state.moves()), where
        assert [encode(move, state.offer) for move in state.moves()] == ids, where
        assert decode(twin.play(), state.offer) == answer, where
    raise AssertionError("a game without an end")
