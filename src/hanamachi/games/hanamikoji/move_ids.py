"""Number the 534 decisions of Hanamikoji, with lookup tables for the kernel.

| ids | decision | number within |
|---|---|---|
| 0-6 | Secret | the item |
| 7-34 | Discard | the pair |
| 35-118 | Gift | the three items |
| 119-524 | Competition | the pairs p <= q |
| 525-531 | take one item of a Gift | the item |
| 532-533 | take the first or the second pair of a Competition | |

Pairs, threes and pairs of pairs are counted in lexicographic order. Cards are packed: one byte for each item
holds the number of its cards; the flute's is the lowest.
"""

from itertools import combinations_with_replacement, product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.core.game import Move
from hanamachi.games.hanamikoji.moves import (
    Competition,
    Discard,
    Gift,
    Offer,
    Secret,
    TakeOne,
    TakePair,
)
from hanamachi.games.hanamikoji.pieces import ACTIONS, BOXES, ITEMS, NO_CARDS, Counts, Item, together

Ids: TypeAlias = NDArray[np.int16]
Cards: TypeAlias = NDArray[np.int64]

MOST_IN_HAND = BOXES["full"].hand + 1
PAIRS = tuple(combinations_with_replacement(ITEMS, 2))
THREES = tuple(combinations_with_replacement(ITEMS, 3))

OFFERS: tuple[Offer, ...] = (*map(Gift, THREES), *map(Competition, combinations_with_replacement(PAIRS, 2)))
PLAIN: tuple[Move, ...] = (*map(Secret, ITEMS), *map(Discard, PAIRS), *OFFERS, *map(TakeOne, ITEMS))

FIRST_DISCARD = len(ITEMS)
FIRST_GIFT = FIRST_DISCARD + len(PAIRS)
FIRST_COMPETITION = FIRST_GIFT + len(THREES)
TAKE_ONE = FIRST_GIFT + len(OFFERS)
TAKE_PAIR = len(PLAIN)
IDS = TAKE_PAIR + 2

NUMBER = {move: number for number, move in enumerate(PLAIN)}


def packed(cards: Counts) -> int:
    return sum(copies << 8 * item for item, copies in enumerate(cards))


def unpacked(cards: int) -> Counts:
    return tuple(cards >> 8 * item & 255 for item in ITEMS)


def encode(move: Move, offer: Offer | None = None) -> int:
    """Return a decision's id. Which pair counts as the first depends on the offer."""
    if isinstance(move, TakePair):
        assert isinstance(offer, Competition)
        return TAKE_PAIR + offer.pairs.index(move.pair)
    return NUMBER[move]


def decode(number: int, offer: Offer | None = None) -> Move:
    if number >= TAKE_PAIR:
        assert isinstance(offer, Competition)
        return TakePair(offer.pairs[number - TAKE_PAIR])
    return PLAIN[number]


def items_of(move: Move) -> tuple[Item, ...]:
    return (move.item,) if isinstance(move, Secret | TakeOne) else move.items  # type: ignore[attr-defined]


def counts_of(items: tuple[Item, ...]) -> Counts:
    return together(NO_CARDS, items)


def squeezed(cards: Counts) -> int:
    """Return a hand in 16 bits: two or three bits are enough for each item."""
    return sum(copies << shift for copies, shift in zip(cards, (0, 2, 4, 6, 8, 10, 13), strict=True))


def _action_of(number: int) -> int:
    return sum(number >= first for first in (FIRST_DISCARD, FIRST_GIFT, FIRST_COMPETITION))


def _listed(number: int) -> tuple[object, ...]:
    """Return a sort key for the rulebook's order: by action, then by the cards in order, then by their
    pairing."""
    items = items_of(PLAIN[number])
    return _action_of(number), sorted(items), items


def _possible() -> tuple[Ids, Ids, NDArray[np.int32]]:
    """List all actions with all hands, in the rulebook's order: (rows, moves, first).

    A squeezed hand has a row r; its moves with action a begin at moves[first[4 r + a]] and end before
    moves[first[4 r + a + 1]].
    """
    hands = [
        hand for hand in product(*(range(n + 1) for n in BOXES["full"].copies)) if sum(hand) <= MOST_IN_HAND
    ]
    order = np.array(sorted(range(TAKE_ONE), key=_listed), np.int16)
    needs = np.array([counts_of(items_of(PLAIN[number])) for number in order], np.int8)
    fits = (np.array(hands, np.int8)[:, np.newaxis] >= needs).all(axis=2)
    row, column = np.nonzero(fits)
    actions = np.array([_action_of(number) for number in order])
    first = np.searchsorted(len(ACTIONS) * row + actions[column], np.arange(len(ACTIONS) * len(hands) + 1))
    rows = np.zeros(1 << 16, np.int16)
    rows[[squeezed(hand) for hand in hands]] = np.arange(len(hands))
    return rows, order[column], first.astype(np.int32)


def _parts(offer: Offer) -> list[Move]:
    return [*map(TakeOne, offer.items)] if isinstance(offer, Gift) else [*map(TakePair, offer.pairs)]


def _answers() -> tuple[Ids, Ids]:
    """Return the answers to each offer, and their numbers. Equal cards, or equal pairs, are one answer."""
    answers = np.zeros((len(OFFERS), 3), np.int16)
    counts = np.zeros(len(OFFERS), np.int16)
    for number, offer in enumerate(OFFERS):
        different = dict.fromkeys(encode(answer, offer) for answer in _parts(offer))
        counts[number] = len(different)
        answers[number, : len(different)] = list(different)
    return answers, counts


ROWS, MOVES, FIRST = _possible()
MOST_MOVES = int(np.diff(FIRST[:: len(ACTIONS)]).max())
ANSWERS, ANSWER_COUNTS = _answers()
ACTION = np.array([_action_of(number) for number in range(TAKE_ONE)], np.int8)
CARDS_OF = np.array([packed(counts_of(items_of(move))) for move in PLAIN], np.int64)
PAIR_OF = np.array(
    [
        [packed(counts_of(pair)) for pair in offer.pairs] if isinstance(offer, Competition) else [0, 0]
        for offer in OFFERS
    ],
    np.int64,
)
