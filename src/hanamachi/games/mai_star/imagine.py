"""A state that a view allows: the unseen cards shuffled and laid out anew."""

from random import Random
from typing import Any

from hanamachi.core.game import Seat
from hanamachi.games.mai_star.knowledge import Known
from hanamachi.games.mai_star.moves import AnyStep, Card, Cards, Showing
from hanamachi.games.mai_star.pieces import CARDS, COPIES
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.table import Place
from hanamachi.games.mai_star.view import OWED, MaiStarView, Owed

STEPS: dict[str, Any] = {kind.__name__: kind for kind in OWED}


def imagine(view: MaiStarView, rng: Random) -> State:
    """Uniform over the ways to lay the unseen cards. What other seats alone know is left out."""
    unseen = unseen_cards(view)
    rng.shuffle(unseen)
    hands = imagined_hands(view, unseen)
    bottom = tuple(unseen.pop() for _ in range(view.buried)) if view.bottom is None else view.bottom
    return State(
        tuple(step(owed) for owed in view.owed),
        view.options,
        tuple(
            Place(place.geisha, hand, place.guests, place.advertisers)
            for place, hand in zip(view.places, hands, strict=True)
        ),
        known(view),
        pool=tuple(unseen.count(card) for card in CARDS),
        bottom=bottom,
        discards=view.discards,
        round=view.round,
        starter=view.starter,
        turn=view.turn,
        shone=view.shone,
        lap=view.lap,
        results=view.results,
    )


def unseen_cards(view: MaiStarView) -> list[Card]:
    left = list(COPIES)
    rows = [row for place in view.places for row in (place.guests, place.advertisers)]
    for pile in (view.discards, view.hand or (), view.bottom or (), *view.known, *rows):
        for card in pile:
            left[card] -= 1
    return [card for card in CARDS for _ in range(left[card])]


def imagined_hands(view: MaiStarView, unseen: list[Card]) -> list[Cards]:
    """What this seat cannot see of them is taken from `unseen`, first for a hand that is half shown."""
    hands = [list(cards) for cards in view.known]
    if view.seat is not None:
        hands[view.seat] = list(view.hand or ())
    for seat in sorted(range(len(hands)), key=lambda seat: -first_fitting(view, seat)):
        fitting = [card for card in unseen if card >= first_fitting(view, seat)]
        for card in fitting[: view.places[seat].cards - len(hands[seat])]:
            unseen.remove(card)
            hands[seat].append(card)
    return [tuple(sorted(hand)) for hand in hands]


def first_fitting(view: MaiStarView, whose: Seat) -> Card:
    """A hand is shown in the order of the kinds: the rest of it comes from here on."""
    match [step(owed) for owed in view.owed[:1]]:
        case [Showing(to=to, of=of, shown=shown)] if (to, of) == (view.seat, whose) and shown:
            return view.known[whose][shown - 1]
    return 0


def known(view: MaiStarView) -> Known:
    """Others know at least what everybody knows."""
    rows = [
        view.known if who == view.seat else (*view.shown[:who], (), *view.shown[who + 1 :])
        for who in range(len(view.places))
    ]
    return (*rows, view.shown)


def step(owed: Owed) -> AnyStep:
    made: AnyStep = STEPS[owed.what](owed.seat, *owed.facts)
    return made
