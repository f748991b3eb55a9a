"""Tsukimi, the fifth game: small, and with every kind of secret the house knows."""

from pathlib import Path

from fifth_game.imagine import imagine
from fifth_game.moves import AnyMove, Options
from fifth_game.rules import State, bound, pieces, start, universe
from fifth_game.text import TEXT
from fifth_game.view import TsukimiView
from hanamachi.core.game import Game

GAME = Game(
    name="tsukimi",
    version=1,
    seats=range(2, 4),
    options=Options,
    set_up=start,
    state=State,
    move=AnyMove,
    view=TsukimiView,
    imagine=imagine,
    universe=universe,
    bound=bound,
    pieces=pieces,
    hands=lambda view: view.hands,
    text=TEXT,
)

WING = Path(__file__).parent / "wing"  # its table in the browser
