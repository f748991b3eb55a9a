"""Geisha's Road's novice: points in sight, as the geishas lean now."""

from collections.abc import Iterator, Sequence
from itertools import combinations
from math import tanh

from hanamachi.bots.bot import Bot
from hanamachi.bots.novice import Novice
from hanamachi.core.game import Move, Seat, State
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.guests import best_division
from hanamachi.games.geishas_road.pieces import ACTIONS, COLOUR, COLOURS, COMPETITION, SYMBOLS, VALUE, Card
from hanamachi.games.geishas_road.records import Offer
from hanamachi.games.geishas_road.scoring import points, totals
from hanamachi.games.geishas_road.view import RoadView

WON = 1000.0
LEAD = 1.5  # what a geisha is worth beyond her points, on the way to four of them
CARD = 0.15  # ... a point of a card still in hand
GUEST = 1.0  # ... a guest beyond the sets that are made
SYMBOL = 1.5  # ... a guest symbol that is still to be resolved
FAVOUR = 1.5  # ... a favour token

Share = Sequence[Card]


def novice(seed: int) -> Bot[RoadView]:
    return Counting(GAME, worth, seed)


class Counting(Novice[RoadView]):
    """Sees a game that is over but for what nobody can choose any more."""

    def settled(self, state: State[Move, RoadView]) -> State[Move, RoadView]:
        here = ahead = super().settled(state)
        while ahead.actor is not None and len(moves := ahead.moves()) == 1:
            ahead = super().settled(ahead.answer(moves[0]))
        return here if ahead.outcome() is None else ahead


def worth(view: RoadView) -> float:
    """Points in sight, more than the rival's: of the geishas as they lean now, guests, tokens, cards."""
    assert view.seat is not None
    assert view.hand is not None
    one, other = totals(view.rounds)
    ahead = one - other if view.seat == 0 else other - one
    if view.outcome:
        return WON * ((view.seat in view.outcome.winners) - (1 - view.seat in view.outcome.winners)) + ahead
    if view.tokens == (ACTIONS, ACTIONS):
        return ahead  # a new round: what is dealt there is no merit of the last move
    kept = CARD * sum(VALUE[card] for card in view.hand)
    return ahead + kept + tokens(view, view.seat) - tokens(view, 1 - view.seat) + street(view, view.seat)


def tokens(view: RoadView, seat: Seat) -> float:
    """In Basic there are no guests, and favour tokens do not change hands."""
    guests = view.guests[seat]
    favours = 0 if view.options.mode == "basic" else view.favours.count(seat)
    return best_division(guests) + GUEST * sum(guests) + FAVOUR * favours + len(view.specials[seat])


def street(view: RoadView, seat: Seat) -> float:
    """How the geishas lean, once the cards on offer are shared out by a chooser who looks as far."""
    mine = [*view.taken[seat], *([] if view.left is None else [view.left])]
    theirs = view.taken[1 - seat]
    if not view.offer or not view.offer.cards:
        return lean(view, seat, mine, theirs)
    if view.offer.chooser == seat:
        return max(lean(view, seat, [*mine, *a], [*theirs, *b]) for a, b in divisions(view.offer))
    return min(lean(view, seat, [*mine, *b], [*theirs, *a]) for a, b in divisions(view.offer))


def divisions(offer: Offer) -> Iterator[tuple[Share, Share]]:
    """The ways to share the cards that lie there: the chooser's, the other's. Unseen cards are left out."""
    places = range(len(offer.cards))
    if offer.partner is not None:
        pair = (0, offer.partner)
        chosen = [pair, tuple(place for place in places if place not in pair)]
    else:
        most = 2 if offer.action == COMPETITION or offer.chooser == offer.actor else 1
        chosen = list(combinations(places, min(most, max(1, len(places) // 2))))
    for taken in chosen:
        yield seen(offer, taken), seen(offer, [place for place in places if place not in taken])


def seen(offer: Offer, places: Sequence[int]) -> Share:
    return [card for card in (offer.cards[place] for place in places) if card is not None]


def lean(view: RoadView, seat: Seat, mine: Share, theirs: Share) -> float:
    """Each geisha's points, as far as she leans to a seat that gets these cards, and their symbols.

    The fewer of her cards are out, the surer she is.
    """
    gaps, left = [0.0] * len(COLOURS), [10] * len(COLOURS)
    for sign, cards in ((1, [*view.sides[seat], *mine]), (-1, [*view.sides[1 - seat], *theirs])):
        for card in cards:
            gaps[COLOUR[card]] += sign * VALUE[card]
            left[COLOUR[card]] -= VALUE[card]
    for colour, owner in enumerate(view.favours):
        if owner is not None:
            gaps[colour] += 0.5 if owner == seat else -0.5
    stakes = [LEAD + view.round + points(view.tiles[colour]) for colour in COLOURS]
    leaning = sum(stakes[c] * tanh(gaps[c] / (1 + left[c] / 4)) for c in COLOURS)
    return leaning + symbols(view, mine) - symbols(view, theirs)


def symbols(view: RoadView, cards: Share) -> float:
    return 0.0 if view.options.mode == "basic" else SYMBOL * sum(SYMBOLS[card] for card in cards)
