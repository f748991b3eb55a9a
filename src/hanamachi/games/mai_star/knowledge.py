"""Track the cards that seats know for certain in other hands.

`known[who][whose]` are cards in the hand of `whose` that `who` knows for certain; the last row is public
knowledge. A seat's row says nothing of its own hand.
"""

from collections.abc import Callable

from hanamachi.core.game import Seat
from hanamachi.games.mai_star.moves import Card, Cards

Row = tuple[Cards, ...]
Known = tuple[Row, ...]


def nothing_known(seats: int) -> Known:
    return (((),) * seats,) * (seats + 1)


def with_card(cards: Cards, card: Card) -> Cards:
    return tuple(sorted((*cards, card)))


def without(cards: Cards, card: Card) -> Cards:
    at = cards.index(card)
    return cards[:at] + cards[at + 1 :]


def everyone_sees(known: Known, whose: Seat, card: Card) -> Known:
    """Note that an open card is taken into a hand."""
    return _column(known, whose, lambda cards: with_card(cards, card))


def sees(known: Known, who: Seat, whose: Seat, card: Card) -> Known:
    """Note that one seat learns of one more card."""
    return sees_all(known, who, whose, with_card(known[who][whose], card))


def sees_all(known: Known, who: Seat, whose: Seat, hand: Cards) -> Known:
    row = (*known[who][:whose], hand, *known[who][whose + 1 :])
    return (*known[:who], row, *known[who + 1 :])


def leaves_openly(known: Known, whose: Seat, card: Card) -> Known:
    """Note that a card left openly. It may have been the one that was known."""
    if not any(card in row[whose] for row in known):
        return known
    return _column(known, whose, lambda cards: without(cards, card) if card in cards else cards)


def leaves_unseen(known: Known, whose: Seat) -> Known:
    """Note that an unseen card left. It may be of any kind, so only the second of a pair is still certain."""
    return _column(known, whose, lambda cards: tuple(dict.fromkeys(c for c in cards if cards.count(c) > 1)))


def _column(known: Known, whose: Seat, change: Callable[[Cards], Cards]) -> Known:
    return tuple(
        row if who == whose else (*row[:whose], change(row[whose]), *row[whose + 1 :])
        for who, row in enumerate(known)
    )
