"""Who answers for chance at a table: fair dice, unless the table is given another nature.

This is the one place where nature's moves are made, at tables of the house, in the terminal and in the arena.
"""

from collections.abc import Iterable, Sequence
from typing import Protocol

from msgspec import Struct

from hanamachi.core import fair
from hanamachi.core.fair import Chance
from hanamachi.core.game import NATURE, Move, at
from hanamachi.core.log import Fold, Played


class Nature(Protocol):
    def throw(self, fold: Fold, odds: Sequence[tuple[Move, int]], /) -> Chance | None:
        """What decides between these odds, here and now. None: nature says nothing, and the game waits."""
        ...


class FairDice(Struct, frozen=True):
    """Committed beforehand, proven afterwards: a throw follows from the key and the throws that were."""

    key: bytes

    def throw(self, fold: Fold, odds: Sequence[tuple[Move, int]]) -> Chance:
        a_round = fold.state.round
        total = sum(weight for _, weight in odds)
        return fair.throw(self.key, a_round, fold.throws.get(a_round, 0), total)


def fair_dice(seed: bytes, words: Iterable[str]) -> FairDice:
    return FairDice(fair.key(seed, words))


def answer(fold: Fold, nature: Nature, until: Move | None = None) -> None:
    """Nature's moves, up to the next decision, or until this one may come."""
    while fold.actor == NATURE:
        state = fold.state
        odds = state.odds()
        if until is not None and any(move == until for move, _ in odds):
            return
        chance = nature.throw(fold, odds)
        if chance is None:
            return
        move = at(odds, chance.pick)
        fold.play(Played(NATURE, move, chance), state.answer(move))
