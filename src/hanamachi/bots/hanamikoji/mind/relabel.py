"""Relabel equal geishas in a canonical order: those of value 2 are alike, and those of value 3.

Before features are computed, the items are sorted by the deciding seat's knowledge of them. The sorted places
are called slots. A table maps the ids of moves to their ids in slots: 12 relabellings, each also with the two
pairs of an open Competition swapped. Only the seat's own features are relabelled, by its own knowledge:
relabelling the state itself would reveal the order of hidden cards.
"""

from itertools import permutations

import numpy as np

from hanamachi.bots.hanamikoji.mind.memory import LEFT, TAKEN, Memory
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import (
    CARDS_OF,
    FIRST_COMPETITION,
    FIRST_GIFT,
    IDS,
    NUMBER,
    PAIR_OF,
    PLAIN,
    TAKE_PAIR,
    Cards,
    Ids,
)
from hanamachi.games.hanamikoji.moves import Competition, Discard, Gift, Secret, TakeOne
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy

TWOS, THREES = (0, 1, 2), (3, 4)
ORDERS = np.array([[*a, *b, 5, 6] for a in permutations(TWOS) for b in permutations(THREES)], np.int64)
NUMBERS = np.zeros((3, 3, 5), np.int64)  # the row of ORDERS that has these items in slots 0, 1 and 3
for _number, _order in enumerate(ORDERS):
    NUMBERS[_order[0], _order[1], _order[3]] = _number
SWAPPED = len(ORDERS)


def _among_slots(move: object, slot: list[int]) -> int:
    def moved(items: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(sorted(slot[item] for item in items))

    match move:
        case Secret(item):
            return NUMBER[Secret(slot[item])]
        case TakeOne(item):
            return NUMBER[TakeOne(slot[item])]
        case Discard(items):
            return NUMBER[Discard(moved(items))]  # type: ignore[arg-type]
        case Gift(items):
            return NUMBER[Gift(moved(items))]  # type: ignore[arg-type]
        case Competition(pairs):
            return NUMBER[Competition(tuple(sorted(map(moved, pairs))))]  # type: ignore[arg-type]
    raise TypeError(move)


def _table() -> Ids:
    table = np.empty((2 * SWAPPED, IDS), np.int16)
    for number, order in enumerate(ORDERS.tolist()):
        slot = [order.index(item) for item in range(len(order))]
        table[number, :TAKE_PAIR] = [_among_slots(move, slot) for move in PLAIN]
        table[number, TAKE_PAIR:] = TAKE_PAIR, TAKE_PAIR + 1
    table[SWAPPED:] = table[:SWAPPED]
    table[SWAPPED:, TAKE_PAIR:] = TAKE_PAIR + 1, TAKE_PAIR
    return table


AMONG_SLOTS = _table()


@inner(inline="always")
def _key(state: Row, memory: Memory, seat: int, item: int, first: int, second: int) -> int:
    """Return all that a seat knows of an item, in one number."""
    place = 8 * item
    key = (state[at.HANDS + seat] >> place & 7) | (state[at.SIDES + seat] >> place & 7) << 3
    key |= (state[at.SIDES + 1 - seat] >> place & 7) << 6 | (state[at.TOKENS + seat] >> item & 1) << 9
    key |= (state[at.TOKENS + 1 - seat] >> item & 1) << 10 | (state[at.SECRETS + seat] >> place & 1) << 11
    key |= (
        (state[at.DISCARDS + seat] >> place & 3) << 12
        | (first >> place & 3) << 14
        | (second >> place & 3) << 16
    )
    for i in range(4):
        which = i ^ 2 * seat  # one's own offers first
        key |= (memory[TAKEN + which] >> place & 3) << 18 + 4 * i | (
            memory[LEFT + which] >> place & 3
        ) << 20 + 4 * i
    return key  # type: ignore[no-any-return]


@entry
def relabelling(state: Row, memory: Memory, seat: int, order: Cards) -> int:
    """Fill in the item of each slot. Return the matching row of AMONG_SLOTS."""
    offer, first, second = state[at.OFFER], 0, 0
    if offer >= FIRST_COMPETITION:
        first, second = PAIR_OF[offer - FIRST_GIFT, 0], PAIR_OF[offer - FIRST_GIFT, 1]
    elif offer >= 0:
        first = CARDS_OF[offer]
    keys = np.empty(5, np.int64)
    for item in range(5):
        keys[item] = -_key(state, memory, seat, item, first, second)
    a, b, c = 0, 1, 2
    if keys[b] < keys[a]:
        a, b = b, a
    if keys[c] < keys[b]:
        b, c = c, b
    if keys[b] < keys[a]:
        a, b = b, a
    number = NUMBERS[a, b, 3 if keys[3] <= keys[4] else 4]
    copy(ORDERS[number], order)
    if offer >= FIRST_COMPETITION and later(first, second, order):
        number += SWAPPED
    return number  # type: ignore[no-any-return]


@inner
def later(first: int, second: int, order: Cards) -> bool:
    """Return whether the first pair comes after the second one when both are written in slots."""
    for slot in range(7):
        one, other = first >> 8 * order[slot] & 255, second >> 8 * order[slot] & 255
        if one != other:
            return one < other  # type: ignore[no-any-return]
    return False
