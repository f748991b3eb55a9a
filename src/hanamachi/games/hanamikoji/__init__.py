"""Hanamikoji: two tea houses court seven geishas with gifts."""

from hanamachi.core.game import Game
from hanamachi.games.hanamikoji.hidden import HIDDEN
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.moves import AnyMove, Options
from hanamachi.games.hanamikoji.rules import State, bound, pieces, start, universe
from hanamachi.games.hanamikoji.text import TEXT
from hanamachi.games.hanamikoji.view import HanamikojiView

GAME = Game(
    name="hanamikoji",
    version=1,
    seats=range(2, 3),
    options=Options,
    set_up=start,
    state=State,
    move=AnyMove,
    view=HanamikojiView,
    imagine=imagine,
    universe=universe,
    bound=bound,
    pieces=pieces,
    hands=lambda view: view.hands,
    text=TEXT,
    hidden=HIDDEN,
    kernel="hanamachi.games.hanamikoji.kernel",
)
