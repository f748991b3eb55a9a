"""The kernel and the rulebook play the same games side by side.

Both draw from splitmix64: a draw for each choice that is not forced, nature's or a player's.
"""

from collections.abc import Callable, Sequence
from itertools import product
from typing import get_args, get_type_hints

import numpy as np

from hanamachi.core.game import NATURE, Move, at
from hanamachi.games.geishas_road.kernel import layout
from hanamachi.games.geishas_road.kernel.answers import play
from hanamachi.games.geishas_road.kernel.layout import (
    AFTER,
    BEFORE,
    CHANCE,
    HANGING,
    HANGING_LOW,
    LOW,
    UP,
    Row,
)
from hanamachi.games.geishas_road.kernel.playouts import begin
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, new_table, outcome, to_move
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.rules import State, start

WORD = (1 << 64) - 1
CHOICES = {name: get_args(kind) for name, kind in get_type_hints(Options).items()}
CHOICES["destiny"] = (False, True)
ALL_OPTIONS = [Options(*chosen) for chosen in product(*CHOICES.values())]

Pick = Callable[[Sequence[Move], "Splitmix"], int]


class Splitmix:
    """splitmix64, after the public-domain code of Sebastiano Vigna. `below` is the kernel's."""

    def __init__(self, state: int) -> None:
        self.state = state & WORD

    def below(self, bound: int) -> int:
        if bound < 2:
            return 0
        self.state = (self.state + 0x9E3779B97F4A7C15) & WORD
        z = self.state
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        z ^= z >> 31
        return (z >> 33) * bound >> 31

    @property
    def signed(self) -> int:
        return self.state - (self.state >> 63 << 64)


def any_move(moves: Sequence[Move], chance: Splitmix) -> int:
    return chance.below(len(moves))


def lively(moves: Sequence[Move], chance: Splitmix) -> int:
    """The kind first: rare kinds come more often."""
    kinds = [(type(move), getattr(move, "hidden", None)) for move in moves]
    names = list(dict.fromkeys(kinds))
    kind = names[chance.below(len(names))]
    alike = [i for i, each in enumerate(kinds) if each == kind]
    return alike[chance.below(len(alike))]


def after_chance(state: State, chance: Splitmix) -> State:
    """The state when nature has moved, up to a decision or the end."""
    while state.actor == NATURE:
        odds = state.odds()
        state = state.play(at(odds, chance.below(sum(weight for _, weight in odds))))
    return state


def laws_game(options: Options, seed: int) -> tuple[int, int, State]:
    """A random game by the rulebook: its decisions, the legal moves there were in all, and its end."""
    chance = Splitmix(seed)
    state, decisions, moves = after_chance(start(2, options), chance), 0, 0
    while state.actor is not None:
        legal = state.moves()
        decisions, moves = decisions + 1, moves + len(legal)
        state = after_chance(state.play(legal[chance.below(len(legal))]), chance)
    return decisions, moves, state


def in_lockstep(options: Options, seed: int, pick: Pick) -> list[str]:
    """One game on both sides, compared at every decision; the kinds of the moves that were made."""
    chance = Splitmix(seed)
    state, row = after_chance(start(2, options), chance), new_table(options, Splitmix(seed).signed)
    begin(row)
    kinds = list[str]()
    while state.actor is not None:
        compare(state, row, chance)
        legal, found = list(state.moves()), answers(row)
        assert [to_move(row, answer) for answer in found] == legal
        at_ = pick(legal, chance)
        row[CHANCE] = chance.signed
        kinds.append(kind_of(state, legal[at_]))
        play(row, found[at_])
        state = after_chance(state.play(legal[at_]), chance)
    assert outcome(row) == state.outcome()
    assert row[CHANCE] == chance.signed
    assert not answers(row)
    return kinds


def compare(state: State, row: Row, chance: Splitmix) -> None:
    """The rulebook's state, written as a row, is the kernel's row."""
    assert outcome(row) is None
    truth = from_state(state, chance.signed)
    assert np.array_equal(seen(truth), seen(row)), differences(truth, row)


def seen(row: Row) -> Row:
    """A row without lanterns that are no longer in their row, and without what is put aside."""
    row = row.copy()
    row[HANGING : HANGING + row[UP]] = row[HANGING_LOW : HANGING_LOW + row[LOW]] = layout.NONE
    row[BEFORE : AFTER + layout.STREET] = layout.NONE
    return row


def differences(truth: Row, row: Row) -> str:
    names = {value: name for name, value in reversed(vars(layout).items()) if isinstance(value, int)}
    wrong = np.flatnonzero(seen(truth) != seen(row))
    return ", ".join(f"{names.get(i, i)}: {truth[i]} is {row[i]}" for i in wrong.tolist())


def kind_of(state: State, move: Move) -> str:
    """The kind of a move, the more exact the rarer it is."""
    hidden = "hidden " * bool(getattr(move, "hidden", False))
    again = "second " * bool(type(move).__name__ == "Counter" and state.offer and state.offer.counters)
    return again + hidden + type(move).__name__
