"""What the end of a round is worth: a table over the states of the art tokens.

Row r is for the start of round r + 1, values from -1 (lost) to 1 (won) for whoever starts it. A state of the
tokens is a number in base 3: for each geisha 0 (in the middle), 1 (the starter's) or 2.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    NOBODY,
    OVER,
    ROUND,
    RULES,
    STARTER,
    TOKENS,
    UNTIL_WON,
    Packed,
    winner,
)
from hanamachi.games.hanamikoji.pieces import ITEMS

Favours: TypeAlias = NDArray[np.float32]

ROUNDS = 3
STATES = 3 ** len(ITEMS)
THREES = np.array([sum(3**i for i in ITEMS if mask >> i & 1) for mask in range(1 << len(ITEMS))], np.int64)


@njit(cache=True)
def favour(mine: int, theirs: int) -> int:
    number: int = THREES[mine] + 2 * THREES[theirs]
    return number


@njit(cache=True)
def worth(state: Packed, seat: int, favours: Favours) -> float:
    """Of a finished round, for a seat."""
    if state[ASKED] == OVER:
        won = winner(state)
        return 0.0 if won == NOBODY else 1.0 if won == seat else -1.0
    first = 1 - state[STARTER]
    after = min(state[ROUND], 1) if state[RULES] & UNTIL_WON else state[ROUND]
    value: float = favours[after, favour(state[TOKENS + first], state[TOKENS + 1 - first])]
    return value if seat == first else -value
