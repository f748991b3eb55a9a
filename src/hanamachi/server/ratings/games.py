"""Rate one game: turn the ranks of its seats into results, and its players' ratings into new ones."""

from collections.abc import Collection, Sequence

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.server.ratings.glicko import Rating, Score, rated, rested

Pair = tuple[Seat, Seat]  # of two seats whose result counts, the lower one first


class Player(Struct, frozen=True):
    """A seat's rating before a game. `periods`: for how long a member has rested; a bot's rating is fixed."""

    rating: Rating
    periods: float = 0.0
    fixed: bool = False

    @property
    def now(self) -> Rating:
        """Return the rating at the time of the game."""
        return self.rating if self.fixed else rested(self.rating, self.periods)


def rated_game(
    players: Sequence[Player], ranks: Sequence[int], pairs: Collection[Pair]
) -> dict[Seat, Rating]:
    """Return the new rating of each member who has a result in this game."""
    now = [player.now for player in players]
    found = {}
    for seat, player in enumerate(players):
        scores = [] if player.fixed else scores_of(seat, now, ranks, pairs)
        if scores:
            found[seat] = rated(player.rating, scores, player.periods)
    return found


def scores_of(
    seat: Seat, now: Sequence[Rating], ranks: Sequence[int], pairs: Collection[Pair]
) -> list[Score]:
    """Return a seat's results against the others, which together weigh as much as one game of two. Seats of
    the same rank have half a point each."""
    weight = 1 / (len(ranks) - 1)
    return [
        Score(now[other], score_of(ranks[seat], rank), weight)
        for other, rank in enumerate(ranks)
        if (min(seat, other), max(seat, other)) in pairs
    ]


def score_of(mine: int, theirs: int) -> float:
    return 0.5 if mine == theirs else float(mine < theirs)
