"""What a strong player thinks of a decision, by nothing but what the deciding seat itself knows."""

from msgspec import Struct

from hanamachi.core.value import Value


class Belief(Struct, frozen=True):
    """What a rival may have of one thing: the chance of at least one that still counts, and how many are
    expected in each place."""

    chance: float
    places: dict[str, float] = {}


class Opinion(Struct, frozen=True):
    """The chance to win the game after each move, in their order; how far it spreads over what is hidden (a
    standard deviation, after the best move or the one that was made); and what a rival may hold, by phrases
    of the game. An exact judge knows what each move leads to. Where a move takes several steps, `lines` tells
    for its first one (by place) which the best next ones are, by their places among what is legal then."""

    chances: list[float]
    unknown: float = 0.0
    holds: dict[str, Belief] = {}
    values: list[Value] | None = None
    lines: dict[int, list[int]] = {}

    def ranked(self) -> list[int]:
        """The places of the moves, the best first; of equals, those of which it is known how they go on."""
        return sorted(range(len(self.chances)), key=self._order)

    def _order(self, place: int) -> tuple[float, tuple[int, int], bool]:
        order = self.values[place].order if self.values else (0, 0)
        return -self.chances[place], order, place not in self.lines
