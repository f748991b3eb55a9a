"""A judge's opinion of a decision, formed only from what the deciding seat itself knows."""

from msgspec import Struct

from hanamachi.core.value import Value


class Belief(Struct, frozen=True):
    """The belief about one thing that a rival may have: the chance of at least one that still counts, and the
    expected number in each place."""

    chance: float
    places: dict[str, float] = {}


class Outlook(Struct, frozen=True):
    """What came of a move at the end of the round in the judge's playouts.

    It has the share of them in which the seat got each thing, and means of points, by phrases of the game.
    """

    gets: dict[str, float] = {}
    points: dict[str, float] = {}


class Reply(Struct, frozen=True):
    """The moves that are expected to follow a move, by their places among the legal ones.

    `own`: how many of the first are further steps of the same seat. `share`: in how many of the imagined
    deals the first answer of another seat is played.
    """

    places: list[int]
    share: float = 1.0
    own: int = 0


class Opinion(Struct, frozen=True):
    """A judge's opinion of the legal moves of a decision.

    `chances` are the chances to win the game after each move, in their order. `unknown` is the standard
    deviation of that chance over hidden cards, after the best move or the one that was made. `holds` is the
    belief about a rival's cards, by phrases of the game. An exact judge gives in `values` what each move
    leads to. Where a move takes several steps, `lines` gives for its first step (by place) the best next
    steps, by their places among the legal ones. `outlooks` says what came of the best moves and of the one
    that was made; `replies` what follows, where it may follow alike in every deal.
    """

    chances: list[float]
    unknown: float = 0.0
    holds: dict[str, Belief] = {}
    values: list[Value] | None = None
    lines: dict[int, list[int]] = {}
    outlooks: dict[int, Outlook] = {}
    replies: dict[int, Reply] = {}

    def ranked(self) -> list[int]:
        """Return the places of the moves, the best first. Among equals, those with a known continuation come
        first."""
        return sorted(range(len(self.chances)), key=self._order)

    def _order(self, place: int) -> tuple[float, tuple[int, int], bool]:
        order = self.values[place].order if self.values else (0, 0)
        return -self.chances[place], order, place not in self.lines
