"""Sets of kinds as bits, piles as two sets, and random numbers.

No kind has more than two copies. A pile is two masks: the kinds it has, and those it has twice.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import inner

Pile: TypeAlias = NDArray[np.int64]


@inner
def nth(mask: int, n: int) -> int:
    """Return the kind that has n others of the set before it."""
    at, width = 0, 32
    while width:
        below = count(mask & ((1 << width) - 1))
        if n >= below:
            n -= below
            mask >>= width
            at += width
        width >>= 1
    return at


@inner
def size(pile: Pile) -> int:
    cards: int = count(pile[0]) + count(pile[1])
    return cards


@inner
def add(pile: Pile, card: int) -> None:
    bit = 1 << card
    pile[1] |= pile[0] & bit
    pile[0] |= bit


@inner
def remove(pile: Pile, card: int) -> None:
    bit = 1 << card
    twice = pile[1] & bit
    pile[1] ^= twice
    pile[0] ^= bit ^ twice


@inner
def throw(chance: Chance, sides: int) -> int:
    """Return a random number below `sides`. A single side draws no number."""
    return 0 if sides == 1 else below(chance, sides)
