"""The geishas of value 2 are alike, and so are those of value 3: a network should not tell them apart.

Before features are taken, the items are sorted by what the asked seat knows of them. The sorted places are
called slots. A table leads from the ids of moves to the ids they have among slots: 12 relabellings, each also
with the two pairs of an open Competition swapped. Only a copy is relabelled, by the seat's own knowledge: who
relabelled the state itself would tell the order of hidden cards.
"""

from itertools import permutations

import numpy as np
from numba import njit

from hanamachi.bots.hanamikoji.mind.memory import LEFT, TAKEN, Memory, copy
from hanamachi.games.hanamikoji.kernel import (
    DISCARDS,
    HANDS,
    OFFER,
    SECRETS,
    SIDES,
    TOKENS,
    Packed,
)
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

TWOS, THREES = (0, 1, 2), (3, 4)
ORDERS = np.array([[*a, *b, 5, 6] for a in permutations(TWOS) for b in permutations(THREES)], np.int64)
NUMBERS = np.zeros((3, 3, 5), np.int64)  # which row of ORDERS has these items in slots 0, 1 and 3
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


@njit(cache=True, inline="always")
def _key(state: Packed, memory: Memory, seat: int, item: int, first: int, second: int) -> int:
    """All that a seat knows of an item, in one number."""
    at = 8 * item
    key = (state[HANDS + seat] >> at & 7) | (state[SIDES + seat] >> at & 7) << 3
    key |= (state[SIDES + 1 - seat] >> at & 7) << 6 | (state[TOKENS + seat] >> item & 1) << 9
    key |= (state[TOKENS + 1 - seat] >> item & 1) << 10 | (state[SECRETS + seat] >> at & 1) << 11
    key |= (state[DISCARDS + seat] >> at & 3) << 12 | (first >> at & 3) << 14 | (second >> at & 3) << 16
    for i in range(4):
        which = i ^ 2 * seat  # one's own offers first
        key |= (memory[TAKEN + which] >> at & 3) << 18 + 4 * i | (
            memory[LEFT + which] >> at & 3
        ) << 20 + 4 * i
    return key  # type: ignore[no-any-return]


@njit(cache=True)
def relabelling(state: Packed, memory: Memory, seat: int, order: Cards) -> int:
    """Fill in the item of each slot. The row of AMONG_SLOTS that goes with it."""
    offer, first, second = state[OFFER], 0, 0
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


@njit(cache=True)
def later(first: int, second: int, order: Cards) -> bool:
    """Whether the first pair comes after the second one when both are written in slots."""
    for slot in range(7):
        one, other = first >> 8 * order[slot] & 255, second >> 8 * order[slot] & 255
        if one != other:
            return one < other  # type: ignore[no-any-return]
    return False
