"""How far Mai-Star can be seen through: to the end of the game, if nobody else is asked before it."""

from collections.abc import Sequence
from random import Random

from hanamachi.bots.certain import Lookout
from hanamachi.core.game import Seat
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.pieces import ROUNDS
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.view import MaiStarView


class MaiStarLookout(Lookout[MaiStarView]):
    """Who wins is decided by guests, and by how many cards are left in the hands: what they are does not
    matter. So one state will do for all that the view allows."""

    most = 400

    def states(self, view: MaiStarView) -> Sequence[State]:
        return (imagine(view, Random(0)),) if view.round == ROUNDS else ()

    def settled(self, state: State, seat: Seat) -> float | None:
        outcome = state.outcome()
        return (seat in outcome.winners) / len(outcome.winners) if outcome else None
