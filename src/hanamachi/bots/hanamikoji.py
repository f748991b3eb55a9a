"""Hanamikoji's opponents. The novice counts gifts: who leads before each geisha, and how safely."""

from hanamachi.bots.bot import Bot
from hanamachi.bots.novice import Novice
from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Gift, Offer
from hanamachi.games.hanamikoji.pieces import BOXES, VALUE, Counts, Item, together, without
from hanamachi.games.hanamikoji.view import HanamikojiView

WON = 1000.0
IN_HAND = 0.4  # a card in the hand against one on the side: it may have to be given away


def novice(seed: int) -> Bot:
    return Novice(GAME, worth, seed)


def worth(view: HanamikojiView) -> float:
    """Art points in prospect, one's own less the rival's. Of an open offer the rival takes the better part."""
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
    """The value of each geisha, times how far she leans to one's own side: from -1 to 1."""
    assert view.hand is not None
    total = 0.0
    for item in BOXES[view.options.box].items:
        ahead = mine[item] - theirs[item] + IN_HAND * view.hand[item]
        loose = VALUE[item] - mine[item] - theirs[item] - view.discards.count(item)
        total += VALUE[item] * lean(ahead, loose, kept(view.tokens[item], view.seat))
    return total


def lean(ahead: float, loose: int, token: float) -> float:
    """Cards ahead, against cards not yet laid; in doubt the art token stays where it is."""
    sure = max(-1.0, min(1.0, ahead / (1 + loose / 2)))
    return sure + token * (1 - abs(sure))


def kept(token: Seat | None, seat: Seat | None) -> float:
    return 0.0 if token is None else 0.5 if token == seat else -0.5
