"""What the round has shown so far and the kernel's row does not keep: ten integers beside it.

For each seat: in which of its turns each action was used, and what became of its Gift and its Competition.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.kernel import ASKED, OFFER, REPLY, SEAT, UNUSED, Packed
from hanamachi.games.hanamikoji.move_ids import (
    ACTION,
    CARDS_OF,
    FIRST_COMPETITION,
    FIRST_GIFT,
    PAIR_OF,
    TAKE_PAIR,
)

Memory: TypeAlias = NDArray[np.int64]

ORDERS = 0  # a nibble for each action: 0 not yet used, else the seat's turn from 1. Seat 1's comes next
TAKEN = 2  # cards: seat 0's Gift, its Competition, seat 1's Gift, its Competition
LEFT = 6  # cards, likewise: what the one who offered kept
LENGTH = 10


@njit(cache=True, inline="always")
def copy(one: Packed, other: Packed) -> None:
    """Written out: numba takes seconds to compile `other[:] = one`, for the sentences of its errors."""
    for i in range(len(one)):
        other[i] = one[i]


@njit(cache=True)
def used(tokens: int) -> int:
    """How many of a seat's four action tokens are used."""
    return 4 - (tokens & 1) - (tokens >> 1 & 1) - (tokens >> 2 & 1) - (tokens >> 3 & 1)


@njit(cache=True)
def taken_by(move: int, offer: int) -> int:
    """The cards that an answer takes from an offer."""
    cards: int = CARDS_OF[move] if move < TAKE_PAIR else PAIR_OF[offer - FIRST_GIFT, move - TAKE_PAIR]
    return cards


@njit(cache=True)
def remember(state: Packed, memory: Memory, move: int) -> None:
    """Note a decision that is about to be played."""
    seat = state[SEAT]
    if state[ASKED] == REPLY:
        offer = state[OFFER]
        at = 2 * (1 - seat) + (1 if offer >= FIRST_COMPETITION else 0)
        taken = taken_by(move, offer)
        memory[TAKEN + at] = taken
        memory[LEFT + at] = CARDS_OF[offer] - taken
    else:
        memory[ORDERS + seat] |= (used(state[UNUSED + seat]) + 1) << 4 * ACTION[move]
