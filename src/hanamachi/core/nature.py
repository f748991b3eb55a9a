"""Answer for chance at a table: by fair dice, unless the table is given another nature.

Nature's moves are made here alone, for the server, the terminal and the arena.
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
        """Decide between these odds. None: nature gives no answer, and the game waits."""
        ...


class FairDice(Struct, frozen=True):
    """Dice that are committed beforehand and proven afterwards: a throw follows from the key and the earlier
    throws."""

    key: bytes

    def throw(self, fold: Fold, odds: Sequence[tuple[Move, int]]) -> Chance:
        a_round = fold.state.round
        total = sum(weight for _, weight in odds)
        return fair.throw(self.key, a_round, fold.throws.get(a_round, 0), total)


def fair_dice(seed: bytes, words: Iterable[str]) -> FairDice:
    return FairDice(fair.key(seed, words))


def answer(fold: Fold, nature: Nature, until: Move | None = None) -> None:
    """Make nature's moves up to the next decision, or until the move `until` is possible."""
    while fold.result is None and (state := fold.state).actor == NATURE:
        odds = state.odds()
        if until is not None and any(move == until for move, _ in odds):
            return
        chance = nature.throw(fold, odds)
        if chance is None:
            return
        move = at(odds, chance.pick)
        fold.play(Played(NATURE, move, chance), state.answer(move))
