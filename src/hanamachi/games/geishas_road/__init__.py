"""Geisha's Road: gifts win geishas and send them travelling around five teahouses."""

from hanamachi.core.game import Game, Pace
from hanamachi.games.geishas_road.agenda import bound
from hanamachi.games.geishas_road.choices import universe
from hanamachi.games.geishas_road.hidden import HIDDEN
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.moves import AnyMove, Options
from hanamachi.games.geishas_road.orders import order_is_moot
from hanamachi.games.geishas_road.rules import State, pieces, start
from hanamachi.games.geishas_road.text import TEXT
from hanamachi.games.geishas_road.upgrade import UPGRADES
from hanamachi.games.geishas_road.view import RoadView

GAME = Game(
    name="geishas_road",
    version=2,
    seats=range(2, 3),
    options=Options,
    set_up=start,
    state=State,
    move=AnyMove,
    view=RoadView,
    imagine=imagine,
    universe=universe,
    bound=bound,
    pieces=pieces,
    hands=lambda view: view.hands,
    moot=order_is_moot,
    text=TEXT,
    hidden=HIDDEN,
    pace=Pace(900, 10),
    rated_apart="mode",
    upgrades=UPGRADES,
    kernel="hanamachi.games.geishas_road.kernel.playouts",
)
