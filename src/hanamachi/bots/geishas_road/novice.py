"""The novice of Geisha's Road: it looks one move ahead and counts points, as the geishas lean now."""

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
LEAD = 1.5  # worth of a geisha beyond her points, on the way to four of them
CARD = 0.15  # worth of a point on a card still in hand
GUEST = 1.0  # worth of a guest beyond complete sets
SYMBOL = 1.5  # worth of a guest symbol still to be resolved
FAVOUR = 1.5  # worth of a favour token

Share = Sequence[Card]


def novice(seed: int) -> Bot[RoadView]:
    return Counting(GAME, worth, seed)


class Counting(Novice[RoadView]):
    """A novice that also sees the end of a game in which no player has a choice left."""

    def settled(self, state: State[Move, RoadView]) -> State[Move, RoadView]:
        here = ahead = super().settled(state)
        while ahead.actor is not None and len(moves := ahead.moves()) == 1:
            ahead = super().settled(ahead.answer(moves[0]))
        return here if ahead.outcome() is None else ahead


def worth(view: RoadView) -> float:
    """Return the expected points ahead of the rival: of geishas as they lean now, guests, tokens and
    cards."""
    assert view.seat is not None
    assert view.hand is not None
    one, other = totals(view.rounds)
    ahead = one - other if view.seat == 0 else other - one
    if view.outcome:
        return WON * ((view.seat in view.outcome.winners) - (1 - view.seat in view.outcome.winners)) + ahead
    if view.tokens == (ACTIONS, ACTIONS):
        return ahead  # a new round has begun: its deal is no merit of the last move
    kept = CARD * sum(VALUE[card] for card in view.hand)
    return ahead + kept + tokens(view, view.seat) - tokens(view, 1 - view.seat) + street(view, view.seat)


def tokens(view: RoadView, seat: Seat) -> float:
    """Return the worth of a seat's guests and tokens. In Basic there are no guests, and favour tokens
    stay."""
    guests = view.guests[seat]
    favours = 0 if view.options.mode == "basic" else view.favours.count(seat)
    return best_division(guests) + GUEST * sum(guests) + FAVOUR * favours + len(view.specials[seat])


def street(view: RoadView, seat: Seat) -> float:
    """Return the worth of the geishas, after a chooser with the same evaluation has divided the offered
    cards."""
    mine = [*view.taken[seat], *([] if view.left is None else [view.left])]
    theirs = view.taken[1 - seat]
    if not view.offer or not view.offer.cards:
        return lean(view, seat, mine, theirs)
    if view.offer.chooser == seat:
        return max(lean(view, seat, [*mine, *a], [*theirs, *b]) for a, b in divisions(view.offer))
    return min(lean(view, seat, [*mine, *b], [*theirs, *a]) for a, b in divisions(view.offer))


def divisions(offer: Offer) -> Iterator[tuple[Share, Share]]:
    """Yield the ways to divide the offered cards: the chooser's part, the other's. Unseen cards are left
    out."""
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
    """Return the geishas' points, weighted by how far each leans to the seat with these cards, plus symbols.

    The fewer of her cards are still out, the surer a geisha is.
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
