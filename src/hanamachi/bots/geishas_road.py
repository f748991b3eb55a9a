"""Opponents for Geisha's Road."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import tanh

from hanamachi.bots.bot import Bot
from hanamachi.bots.novice import Novice
from hanamachi.core.game import Seat
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.guests import best_division
from hanamachi.games.geishas_road.pieces import ACTIONS, COLOUR, COLOURS, COMPETITION, VALUE, Card
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.scoring import points, totals
from hanamachi.games.geishas_road.view import RoadView

WON = 1000.0
LEAD = 1.5  # what a geisha is worth beyond her points, on the way to four of them
CARD = 0.15  # what a point of a card still in hand is worth
FAVOUR = 0.8

Sides = Sequence[Sequence[Card]]


def novice(seed: int) -> Bot:
    return Novice(GAME, worth, seed)


def worth(view: RoadView) -> float:
    """Points in sight, more than the rival's: of the geishas as they lean now, guests, tokens, cards."""
    assert view.seat is not None
    assert view.hand is not None
    if view.outcome:
        return WON * ((view.seat in view.outcome.winners) - (1 - view.seat in view.outcome.winners))
    one, other = totals(view.rounds)
    ahead = one - other if view.seat == 0 else other - one
    if view.tokens == (ACTIONS, ACTIONS):
        return ahead  # a new round: what is dealt there is no merit of the last move
    kept = CARD * sum(VALUE[card] for card in view.hand)
    return ahead + kept + tokens(view, view.seat) - tokens(view, 1 - view.seat) + street(view)


def tokens(view: RoadView, seat: Seat) -> float:
    favours = 0 if view.options.mode == "basic" else view.favours.count(seat)
    return best_division(view.guests[seat]) + len(view.specials[seat]) + FAVOUR * favours


def street(view: RoadView) -> float:
    """How the geishas lean, once the cards that lie on offer are shared out by a chooser who looks as far."""
    sides = [[*view.sides[seat], *view.taken[seat]] for seat in (0, 1)]
    if view.left is not None and view.seat is not None:
        sides[view.seat].append(view.left)
    if not view.offer or not view.offer.cards:
        return lean(view, sides)
    chooser = view.offer.chooser
    shared = [lean(view, given(sides, chooser, mine, rest)) for mine, rest in divisions(view.offer)]
    return max(shared) if chooser == view.seat else min(shared)


def divisions(offer: Offer) -> Iterator[tuple[Sequence[Card], Sequence[Card]]]:
    """The ways to share the cards that lie there: the chooser's, the other's. Unseen cards are left out."""
    places = range(len(offer.cards))
    if offer.partner is not None:
        pair = (0, offer.partner)
        chosen = [pair, tuple(place for place in places if place not in pair)]
    else:
        most = 2 if offer.action == COMPETITION or offer.chooser == offer.actor else 1
        chosen = list(combinations(places, min(most, max(1, len(places) // 2))))
    for mine in chosen:
        yield seen(offer, mine), seen(offer, [place for place in places if place not in mine])


def seen(offer: Offer, places: Sequence[int]) -> list[Card]:
    return [card for card in (offer.cards[place] for place in places) if card is not None]


def given(sides: Sides, chooser: Seat, mine: Sequence[Card], rest: Sequence[Card]) -> Sides:
    shares = (mine, rest) if chooser == 0 else (rest, mine)
    return [[*side, *share] for side, share in zip(sides, shares, strict=True)]


def lean(view: RoadView, sides: Sides) -> float:
    """Each geisha's points, as far as she leans to this seat: the surer, the fewer of her cards are out."""
    assert view.seat is not None
    gaps, left = [0.0] * len(COLOURS), [10] * len(COLOURS)
    for seat, side in enumerate(sides):
        for card in side:
            gaps[COLOUR[card]] += VALUE[card] if seat == view.seat else -VALUE[card]
            left[COLOUR[card]] -= VALUE[card]
    for colour, owner in enumerate(view.favours):
        if owner is not None:
            gaps[colour] += 0.5 if owner == view.seat else -0.5
    stakes = [LEAD + view.round + points(view.tiles[colour]) for colour in COLOURS]
    return sum(stakes[c] * tanh(gaps[c] / (1 + left[c] / 4)) for c in COLOURS)
