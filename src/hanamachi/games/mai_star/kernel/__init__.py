"""The compiled kernel of Mai-Star, for search and batches of games: the fast twin of the rules.

It stops at decisions only: nature's answers and forced steps belong to the move before.
"""

from hanamachi.games.mai_star.kernel.games import Played, Position, random_ends, random_games, ranks, warm
from hanamachi.games.mai_star.kernel.imagine import imagined
from hanamachi.games.mai_star.kernel.translate import move_number, move_of, tables_of

__all__ = [
    "Played",
    "Position",
    "imagined",
    "move_number",
    "move_of",
    "random_ends",
    "random_games",
    "ranks",
    "tables_of",
    "warm",
]
