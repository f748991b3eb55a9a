"""Gift and Competition, and in Advanced what may be done against them (G16, G17, G34 to G41)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hanamachi.core.game import NATURE, IllegalMove, Seat
from hanamachi.games.geishas_road.agenda import Steps, countering, offering
from hanamachi.games.geishas_road.choices import OFFERS, shares
from hanamachi.games.geishas_road.moves import Choose, Resolving, TurningUp
from hanamachi.games.geishas_road.pieces import (
    ACTION_RULES,
    COMPETITION,
    COUNTEROFFER,
    HIDDEN_OFFER,
    Action,
    Card,
    Place,
    adding,
    put,
    without,
)
from hanamachi.games.geishas_road.records import Offer, Returned

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State


def begin(state: "State", actor: Seat, action: Action, hidden: bool) -> "State":
    offer = Offer(actor, action, down=put((None, None), actor, 0) if hidden else (None, None))
    return replace(state, todo=(*offering(state.options, actor, action, hidden), *state.todo[1:]), offer=offer)


def hide(state: "State", card: Card) -> "State":
    """The face-down card lies in the first place (G34)."""
    offer = offered(state)
    hid = put(state.hid, offer.actor, state.drawn[offer.actor])
    return replace(state, todo=state.todo[1:], offer=replace(offer, cards=(card,)), hid=hid)


def lay(state: "State", card: Card) -> "State":
    """Face-up cards lie in the order of the box, in whichever order they were laid."""
    offer = offered(state)
    first = int(offer.down[offer.actor] is not None)
    cards = (*offer.cards[:first], *sorted((*offer.cards[first:], card)))
    return replace(state, todo=state.todo[1:], offer=replace(offer, cards=cards))
