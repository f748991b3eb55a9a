"""Hanamikoji's novice: it looks one move ahead and counts which seat leads at each geisha, and how safely."""

from functools import cache

from hanamachi.bots.bot import Bot
from hanamachi.bots.novice import Novice
from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Gift, Offer
from hanamachi.games.hanamikoji.pieces import NO_CARDS, VALUE, Counts, Item, together, without
from hanamachi.games.hanamikoji.view import HanamikojiView

WON = 1000.0
DOUBT = 1.0  # art points; a won game is worth much more, so that it is never missed
IN_HAND = 0.4  # worth of a card in hand, relative to one laid: it may have to be given away


def novice(seed: int) -> Bot[HanamikojiView]:
    return Novice(GAME, worth, seed, doubt=DOUBT)


def worth(view: HanamikojiView) -> float:
    """Return the expected art points, less the rival's. The rival takes the better part of an open offer."""
    assert view.seat is not None
    if view.outcome:
        return won(view.outcome.winners, view.seat)
    mine, theirs = view.sides[view.seat], view.sides[1 - view.seat]
    if view.secret is not None:
        mine = together(mine, (view.secret,))
    if view.offer is None:
        return prospects(view, mine, theirs)
    whole = together(mine, view.offer.items)
    return min(prospects(view, without(whole, part), together(theirs, part)) for part in parts(view.offer))


def won(winners: tuple[Seat, ...], seat: Seat) -> float:
    return 0.0 if not winners else WON if seat in winners else -WON


def parts(offer: Offer) -> set[tuple[Item, ...]]:
    return {(item,) for item in offer.items} if isinstance(offer, Gift) else set(offer.pairs)


def prospects(view: HanamikojiView, mine: Counts, theirs: Counts) -> float:
    assert view.hand is not None
    gone = together(NO_CARDS, view.discards)
    whose = (None if token is None else token == view.seat for token in view.tokens)
    return sum(map(prospect, VALUE, mine, theirs, view.hand, gone, whose))


@cache
def prospect(value: int, mine: int, theirs: int, hand: int, gone: int, token: bool | None) -> float:
    """Return a geisha's value, times how far she leans to our side (from -1 to 1).

    The lead counts against cards not yet laid. The less decided she is, the more her art token counts.
    """
    ahead, loose = mine - theirs + IN_HAND * hand, value - mine - theirs - gone
    lean = max(-1.0, min(1.0, ahead / (1 + loose / 2)))
    kept = 0.0 if token is None else 0.5 if token else -0.5
    return value * (lean + kept * (1 - abs(lean)))
