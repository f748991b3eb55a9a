"""The novice looks one move ahead and counts what lies in the rows."""

from fifth_game import GAME
from fifth_game.pieces import VALUE
from fifth_game.view import TsukimiView
from hanamachi.bots.bot import Bot
from hanamachi.bots.novice import Novice


def novice(seed: int) -> Bot[TsukimiView]:
    return Novice(GAME, lead, seed)


def lead(view: TsukimiView) -> float:
    """Points more than the best of the others."""
    assert view.seat is not None
    points = [sum(VALUE[card] for card in row) for row in view.rows]
    return points.pop(view.seat) - max(points)
