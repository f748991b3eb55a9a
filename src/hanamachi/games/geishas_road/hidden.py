"""Say which cards a seat does not see: the rival's hand, Intrigue, and the card face down in an offer."""

from hanamachi.core.game import Hidden, HiddenCards, Seat
from hanamachi.games.geishas_road.pieces import CARD_NAMES, Card
from hanamachi.games.geishas_road.rules import State

CARDS = tuple(f"card.{name}" for name in CARD_NAMES)


def lie(state: State, eyes: Seat) -> list[Hidden]:
    rival = 1 - eyes
    one = {"left": state.lefts[rival], "right": state.rights[rival], "down": face_down(state, rival)}
    lying = {"hand": state.hands[rival]} | {
        place: () if card is None else (card,) for place, card in one.items()
    }
    return [Hidden(place, rival, CARDS[card]) for place, cards in lying.items() for card in cards]


def face_down(state: State, seat: Seat) -> Card | None:
    """Return the card that a seat laid face down in the open offer. Its place is named before it is laid."""
    place = state.offer.down[seat] if state.offer else None
    if state.offer is None or place is None or place >= len(state.offer.cards):
        return None
    return state.offer.cards[place]


HIDDEN = HiddenCards(CARDS, frozenset({"card"}), lie)
