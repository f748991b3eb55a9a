"""Name the positions of Geisha's Road that are kept for the end-to-end tests."""

from typing import Any

from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.pieces import COLOUR
from tools.build.series import Full, Series, at, over


def street(state: Any) -> float:
    """Measure Geisha's Road: lanterns on tiles, the largest pile of cards, all cards."""
    lanterns = sum(map(len, state.tiles))
    return 100.0 * lanterns + 10 * largest_pile(state) + sum(map(len, state.sides))


def largest_pile(state: Any) -> int:
    colours = [[COLOUR[card] for card in side] for side in state.sides]
    return max((side.count(each) for side in colours for each in side), default=0)


def order_that_matters(state: Any) -> float:
    """Measure Geisha's Road if the order matters; otherwise the browser answers for the player."""
    return 0 if GAME.moot(state.view(state.actor)) else street(state)


def offer_and_street(state: Any) -> float:
    return 1000.0 * len(state.offer.cards) + street(state) if state.offer else 0


def guests_won(state: Any) -> float:
    return 1 + 10.0 * max(map(sum, state.guests)) + street(state) / 100


def first_turn(state: Any) -> float:
    """Measure a first turn, with all lanterns and guests in place: the larger hand is better."""
    return 1 + len(state.hands[state.actor]) if state.round == 1 and not any(state.sides) else 0


ROAD: dict[str, Full] = {
    "start": at(first_turn, "Acting"),
    "street": at(street, "Acting"),
    "offer": at(offer_and_street, "Choosing", "Countering"),
    "end": over(street),
}
GUESTS: dict[str, Full] = {
    "order": at(order_that_matters, "Resolving"),
    "guests": at(guests_won, "Acting"),
    "taking": at(guests_won, "Taking"),
}
SERIES = [
    Series("road_basic", "geishas_road", 2, {"mode": "basic"}, 12, ROAD),
    Series("road_harder", "geishas_road", 2, {"mode": "harder"}, 12, ROAD),
    Series("road_advanced", "geishas_road", 2, {"mode": "advanced"}, 12, ROAD | GUESTS),
    Series("road_destiny", "geishas_road", 2, {"mode": "advanced", "destiny": True}, 14, GUESTS),
]
