"""A nature that says what a story says, instead of throwing dice."""

from collections.abc import Sequence

from hanamachi.core.fair import Chance
from hanamachi.core.game import Move
from hanamachi.core.log import Fold


class Script:
    """All moves of a story, its players' too. Where it breaks off, nature is silent."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = moves

    def throw(self, fold: Fold, odds: Sequence[tuple[Move, int]]) -> Chance | None:
        if len(fold.stands) == len(self.moves):
            return None
        weights = [weight for _, weight in odds]
        wanted = [move for move, _ in odds].index(self.moves[len(fold.stands)])
        return Chance(fold.state.round, sum(weights), sum(weights[:wanted]))
