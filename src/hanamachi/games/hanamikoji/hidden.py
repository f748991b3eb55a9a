"""Say which cards a seat does not see: the rival's hand, Secret and discards."""

from hanamachi.core.game import Hidden, HiddenCards, Seat
from hanamachi.games.hanamikoji.pieces import NAMES, spread
from hanamachi.games.hanamikoji.rules import State

CARDS = tuple(f"item.{name}" for name in NAMES)


def lie(state: State, eyes: Seat) -> list[Hidden]:
    rival = 1 - eyes
    secret = state.secrets[rival]
    lying = {
        "hand": tuple(spread(state.hands[rival])),
        "secret": () if secret is None else (secret,),
        "discards": state.discards[rival],
    }
    return [Hidden(place, rival, CARDS[item]) for place, items in lying.items() for item in items]


HIDDEN = HiddenCards(CARDS, frozenset({"item", "items"}), lie, frozenset({"secret", "discards"}))
