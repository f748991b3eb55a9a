"""Sample a state that a view allows: shuffle the unseen cards, and lay them out anew."""

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
    """Return a random state, uniform over the ways to lay the unseen cards. Facts that only other seats know
    are left out."""
    unseen = unseen_cards(view)
    hands = imagined_hands(view, unseen, rng)
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


def imagined_hands(view: MaiStarView, unseen: list[Card], rng: Random) -> list[Cards]:
    """Return all hands. Cards that this seat cannot see are drawn from `unseen`, which is shuffled."""
    hands = [list(cards) for cards in view.known]
    if view.seat is not None:
        hands[view.seat] = list(view.hand or ())
    if view.half_shown:
        showing = step(view.owed[0])
        assert isinstance(showing, Showing)
        hands[showing.of] = rest_of_a_hand(view, showing.of, unseen, rng)
    rng.shuffle(unseen)
    for seat, hand in enumerate(hands):
        hand += [unseen.pop() for _ in range(view.places[seat].cards - len(hand))]
    return [tuple(sorted(hand)) for hand in hands]


def rest_of_a_hand(view: MaiStarView, whose: Seat, unseen: list[Card], rng: Random) -> list[Card]:
    """Complete a hand that is being shown in the order of the kinds: no card to come is before the last one
    shown."""
    hand, last = list(view.known[whose]), view.half_shown[-1]
    new = [
        card for n, card in enumerate(view.half_shown) if view.half_shown[:n].count(card) >= hand.count(card)
    ]
    for card in new:
        unseen.remove(card)
    to_come = view.places[whose].cards - len(hand) - len(new)
    while True:
        rest = rng.sample([card for card in unseen if card >= last], to_come)
        # Two equal cards lie here in one way; one of them here and one elsewhere, in two.
        if last not in new or last not in rest or rng.random() < 0.5:
            break
    for card in rest:
        unseen.remove(card)
    return hand + new + rest


def known(view: MaiStarView) -> Known:
    """Return the table of knowledge. Other seats know at least what is public."""
    rows = [
        view.known if who == view.seat else (*view.shown[:who], (), *view.shown[who + 1 :])
        for who in range(len(view.places))
    ]
    return (*rows, view.shown)


def step(owed: Owed) -> AnyStep:
    made: AnyStep = STEPS[owed.what](owed.seat, *owed.facts)
    return made
