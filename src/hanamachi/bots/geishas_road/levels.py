"""The levels that people can choose. Each never misses a proved win, and plays a decided game for the lead.
The plain student in its own file stays unchanged as a yardstick."""

from hanamachi.bots.bot import Bot
from hanamachi.bots.certain import Careful
from hanamachi.bots.geishas_road import student as plain
from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.bots.geishas_road.walker import Steady, Walker
from hanamachi.games.geishas_road.view import RoadView

ADEPT, MASTER = 2_500, 25_000  # iterations of the tree search


def student(seed: int) -> Bot[RoadView]:
    return Careful(Steady(seed, plain.student(seed)), RoadLookout())


def adept(seed: int) -> Bot[RoadView]:
    return Careful(Steady(seed, Walker(seed, ADEPT)), RoadLookout())


def master(seed: int) -> Bot[RoadView]:
    return Careful(Steady(seed, Walker(seed, MASTER)), RoadLookout())
