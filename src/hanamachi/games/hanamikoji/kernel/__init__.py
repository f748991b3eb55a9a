"""The compiled kernel of Hanamikoji, for playouts and training: the fast twin of rules.py.

Its functions take a row (`layout`) and the state of a random generator, and change them.
"""

from hanamachi.games.hanamikoji.kernel.cards import ahead, card_at, id_at, row_of, taken_by, total
from hanamachi.games.hanamikoji.kernel.games import Batch, playout, random_games, warm
from hanamachi.games.hanamikoji.kernel.rounds import deal, legal, nature, play, start, winner
from hanamachi.games.hanamikoji.kernel.unseen import forget, imagine

__all__ = [
    "Batch",
    "ahead",
    "card_at",
    "deal",
    "forget",
    "id_at",
    "imagine",
    "legal",
    "nature",
    "play",
    "playout",
    "random_games",
    "row_of",
    "start",
    "taken_by",
    "total",
    "warm",
    "winner",
]
