"""Sets of kinds as bits, piles as two sets, and chance.

No kind has more than two copies. A pile is two masks: the kinds it has, and those it has twice.
"""

from typing import Any, TypeAlias

import numpy as np
from numba.extending import intrinsic
from numpy.typing import NDArray

from hanamachi.games.mai_star.kernel.compiled import inner

Pile: TypeAlias = NDArray[np.int64]
Chance: TypeAlias = NDArray[np.uint64]  # one number: the state of splitmix64


def _popcount(_typing: Any, mask: Any) -> Any:
    """One machine instruction, for which numba has no name."""
    return mask(mask), lambda _context, builder, _signature, masks: builder.ctpop(masks[0])


count: Any = intrinsic(_popcount)


@inner
def lowest(mask: int) -> int:
    """The first kind of a set."""
    first: int = count((mask & -mask) - 1)
    return first


@inner
def nth(mask: int, n: int) -> int:
    """The kind that has n others of the set before it."""
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
    """A number below `sides`. One side needs no throw."""
    if sides == 1:
        return 0
    chance[0] += np.uint64(0x9E3779B97F4A7C15)
    z = chance[0]
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    high = np.int64((z ^ (z >> np.uint64(31))) >> np.uint64(32))
    return int(high * sides >> 32)
