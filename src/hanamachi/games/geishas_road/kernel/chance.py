"""Chance: splitmix64, whose state stands in the row, and bits of masks.

Nature's moves that are not forced cost one draw each.
"""

from typing import Any

from numba import njit
from numba.extending import intrinsic

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import Row


def signed(number: int) -> int:
    """The same 64 bits as numba keeps them."""
    return number - (1 << 64)


GAMMA, MIX, REMIX = map(signed, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))


def _popcount(_typing: Any, mask: Any) -> Any:
    """How many bits a mask has: one machine instruction, for which numba has no name."""
    return mask(mask), lambda _context, builder, _signature, masks: builder.ctpop(masks[0])


count: Any = intrinsic(_popcount)


@njit(cache=True)
def lowest(mask: int) -> Any:
    return count((mask & -mask) - 1)


@njit("i8(i8[::1], i8)", cache=True, nogil=True)
def below(row: Row, bound: int) -> int:
    """A random number below `bound`. What is certain costs no draw."""
    if bound < 2:
        return 0
    row[at.CHANCE] += GAMMA
    z = row[at.CHANCE]
    z = (z ^ (z >> 30 & 0x3FFFFFFFF)) * MIX
    z = (z ^ (z >> 27 & 0x1FFFFFFFFF)) * REMIX
    z ^= z >> 31 & 0x1FFFFFFFF
    drawn: int = (z >> 33 & 0x7FFFFFFF) * bound >> 31
    return drawn


@njit("i8(i8[::1], i8)", cache=True, nogil=True)
def any_of(row: Row, mask: int) -> Any:
    """One of the bits of a mask, at random."""
    for _ in range(below(row, count(mask))):
        mask &= mask - 1
    return lowest(mask)
