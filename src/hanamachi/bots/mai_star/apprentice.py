"""Mai-Star's apprentice: the student's search with a fifteenth of the playouts."""

from hanamachi.bots.bot import Bot
from hanamachi.bots.certain import Careful
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.mai_star.student import Steady
from hanamachi.games.mai_star.view import MaiStarView

PLAYOUTS = 200


def apprentice(seed: int) -> Bot[MaiStarView]:
    return Careful(Steady(seed, PLAYOUTS), MaiStarLookout())
