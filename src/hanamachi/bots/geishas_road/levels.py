"""The levels that can be chosen: each misses no sure thing. The student and the novice stay what they were as
yardsticks, in their own files."""

from hanamachi.bots.bot import Bot
from hanamachi.bots.certain import Careful
from hanamachi.bots.geishas_road import student as plain
from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.bots.geishas_road.walker import Walker
from hanamachi.games.geishas_road.view import RoadView

ADEPT, MASTER = 2_500, 25_000  # iterations


def student(seed: int) -> Bot[RoadView]:
    return Careful(plain.student(seed), RoadLookout())


def adept(seed: int) -> Bot[RoadView]:
    return Careful(Walker(seed, ADEPT), RoadLookout())


def master(seed: int) -> Bot[RoadView]:
    return Careful(Walker(seed, MASTER), RoadLookout())
