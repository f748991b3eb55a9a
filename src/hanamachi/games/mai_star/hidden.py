"""Say which cards a seat does not see: in other hands, unless it was shown them, and below the deck."""

from hanamachi.core.game import Hidden, HiddenCards, Seat
from hanamachi.games.mai_star.pieces import CARD_NAMES
from hanamachi.games.mai_star.rules import State

CARDS = tuple(f"card.{name}" for name in CARD_NAMES)


def lie(state: State, eyes: Seat) -> list[Hidden]:
    view = state.view(eyes)
    found = list[Hidden]()
    for seat, place in enumerate(state.places):
        hand = list(place.hand) if seat != eyes else []
        for card in view.known[seat] if hand else ():
            hand.remove(card)
        found += [Hidden("hand", seat, CARDS[card]) for card in hand]
    if view.bottom is None:
        found += [Hidden("bottom", None, CARDS[card]) for card in state.bottom]
    return found


HIDDEN = HiddenCards(CARDS, frozenset({"card"}), lie, frozenset({"bottom"}))
