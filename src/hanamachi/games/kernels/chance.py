"""Random numbers: splitmix64 (Steele, Lea, Flood 2014). Its state is one word, in an array to be updated."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.kernels.compiling import entry, inner

Chance: TypeAlias = NDArray[np.uint64]

GOLDEN, MIX, MIX_AGAIN = map(np.uint64, (0x9E3779B97F4A7C15, 0xBF58476D1CE4E5B9, 0x94D049BB133111EB))
S27, S30, S31, S32, S33 = map(np.uint64, (27, 30, 31, 32, 33))


@inner
def scrambled(word: np.uint64) -> np.uint64:
    """Return the random number of a state."""
    word = (word ^ (word >> S30)) * MIX
    word = (word ^ (word >> S27)) * MIX_AGAIN
    return word ^ (word >> S31)


@entry
def below(chance: Chance, n: int) -> int:
    """Return a random number from 0 to n - 1: the upper half of the next word, scaled."""
    chance[0] += GOLDEN
    high = np.int64(scrambled(chance[0]) >> S32)
    return int(high * n >> 32)
