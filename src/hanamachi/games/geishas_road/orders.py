"""Find out whether the order in which a seat resolves its cards can matter (G18)."""

from random import Random

from hanamachi.core.game import Seat
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.moves import Resolving, Taking
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.view import RoadView


def order_is_moot(view: RoadView) -> bool:
    """Return whether an order is asked for, and every order can reach the same results.

    Journeys use only public facts, so any state that the view allows gives the same answer.
    """
    if view.stage.now != Resolving.__name__:
        return False
    state = imagine(view, Random(0))
    seat = state.todo[0].seat
    ends = [ends_of(state.answer(move), seat) for move in state.moves()]
    return all(each == ends[0] for each in ends)


def ends_of(state: State, seat: Seat) -> frozenset[State]:
    """Return every state in which the seat's cards are all resolved, over all its choices on the way."""
    if not state.taken[seat] and not isinstance(state.todo[0], Taking):
        return frozenset([state])
    return frozenset().union(*(ends_of(state.answer(move), seat) for move in state.moves()))
