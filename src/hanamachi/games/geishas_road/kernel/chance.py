"""Draw random numbers by splitmix64, whose state is a field of the row. Forced moves of nature draw none."""

import numpy as np

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import Row
from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.chance import GOLDEN, S33, scrambled
from hanamachi.games.kernels.compiling import entry, inner


@entry("i8(i8[::1], i8)")
def below(row: Row, bound: int) -> int:
    """Return a random number below `bound`."""
    if bound < 2:
        return 0
    word = np.uint64(row[at.CHANCE]) + GOLDEN
    row[at.CHANCE] = np.int64(word)
    high = np.int64(scrambled(word) >> S33)
    return int(high * bound >> 31)


@inner("i8(i8[::1], i8)")
def any_of(row: Row, mask: int) -> int:
    """Return a random bit of a mask."""
    for _ in range(below(row, count(mask))):
        mask &= mask - 1
    return lowest(mask)
