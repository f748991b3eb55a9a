"""Okiya: two players, perfect information. `solve` plays it perfectly."""

from hanamachi.core.game import Game
from hanamachi.core.value import Value
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.layout import LAYOUTS
from hanamachi.games.okiya.moves import AnyMove, Options
from hanamachi.games.okiya.rules import State, bound, pieces, start, universe
from hanamachi.games.okiya.solver import Solution, solve
from hanamachi.games.okiya.text import TEXT
from hanamachi.games.okiya.view import OkiyaView

GAME = Game(
    name="okiya",
    version=1,
    seats=range(2, 3),
    options=Options,
    set_up=start,
    state=State,
    move=AnyMove,
    view=OkiyaView,
    imagine=imagine,
    universe=universe,
    bound=bound,
    pieces=pieces,
    text=TEXT,
    secrets=False,
    layouts=LAYOUTS,
)

__all__ = ["GAME", "Solution", "Value", "solve"]
