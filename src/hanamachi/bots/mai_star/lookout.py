"""The endgame proof guard of Mai-Star: it searches to the end of the game if no other seat decides before."""

from collections.abc import Sequence
from random import Random

from hanamachi.bots.certain import Lookout
from hanamachi.core.game import Seat
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.pieces import ROUNDS
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.view import MaiStarView


class MaiStarLookout(Lookout[MaiStarView]):
    """Searches a single state, because guests and the number of cards in hand decide who wins, and not which
    cards they are."""

    most = 400

    def states(self, view: MaiStarView) -> Sequence[State]:
        return (imagine(view, Random(0)),) if view.round == ROUNDS else ()

    def settled(self, state: State, seat: Seat) -> float | None:
        outcome = state.outcome()
        return (seat in outcome.winners) / len(outcome.winners) if outcome else None
