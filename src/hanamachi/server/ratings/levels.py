"""The fixed ratings of the bots: measured bot against bot, with the student of each list at 1500."""

from functools import cache
from importlib.resources import files

import msgspec
from msgspec import Struct

from hanamachi.bots import ladder_of
from hanamachi.server.ratings.glicko import Rating

SURE = 1.96  # deviations to each side of an interval of 95 %


class LevelRating(Struct, frozen=True):
    """A level as an opponent: its rating and the standard error of that."""

    rating: float
    deviation: float

    @property
    def as_opponent(self) -> Rating:
        return Rating(self.rating, self.deviation)

    @property
    def interval(self) -> tuple[float, float]:
        """Return the interval of 95 % confidence."""
        return self.rating - SURE * self.deviation, self.rating + SURE * self.deviation


@cache
def measured() -> dict[str, dict[str, LevelRating]]:
    """Return the ratings of all levels by list (python -m tools.research.level_ratings writes them)."""
    data = files("hanamachi.bots").joinpath("strength.json").read_bytes()
    return msgspec.json.decode(data, type=dict[str, dict[str, LevelRating]])


def levels_of(rating_list: str) -> dict[str, LevelRating]:
    """Return the levels that have a rating in a list, from weak to strong."""
    return measured().get(rating_list, {})


def is_solved(game: str) -> bool:
    """Return True if a judge of this game is exact, so that a machine can play it perfectly."""
    return ladder_of(game).exact
