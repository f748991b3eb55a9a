"""Mai-Star: three to six players, hidden hands, three festivals."""

from hanamachi.core.game import Game, Pace
from hanamachi.games.mai_star.hidden import HIDDEN
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.moves import Allow, AnyMove, Options
from hanamachi.games.mai_star.rules import State, bound, pieces, start, universe
from hanamachi.games.mai_star.text import TEXT
from hanamachi.games.mai_star.upgrade import UPGRADES
from hanamachi.games.mai_star.view import MaiStarView

GAME = Game(
    name="mai_star",
    version=2,
    seats=range(3, 7),
    options=Options,
    set_up=start,
    state=State,
    move=AnyMove,
    view=MaiStarView,
    imagine=imagine,
    universe=universe,
    bound=bound,
    pieces=pieces,
    hands=lambda view: [place.cards for place in view.places],
    text=TEXT,
    hidden=HIDDEN,
    kernel="hanamachi.games.mai_star.kernel",
    silence=Allow(),
    pace=Pace(1200, 10),
    upgrades=UPGRADES,
)

__all__ = ["GAME"]
