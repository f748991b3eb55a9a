"""The value table of Hanamikoji: the worth of a round's end, by the state of the art tokens.

The last row of a table is for one round to come, the row before it for two, and so on. Values go from -1
(lost) to 1 (won) for the seat that starts the next round. A state of the tokens is a number in base 3: for
each geisha 0 (in the middle), 1 (the starter's) or 2.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import winner
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.pieces import ITEMS
from hanamachi.games.kernels.compiling import entry

Favours: TypeAlias = NDArray[np.floating[Any]]

MOST_LEFT = 2  # rounds to come, at most, after a finished one
STATES = 3 ** len(ITEMS)
THREES = np.array([sum(3**i for i in ITEMS if mask >> i & 1) for mask in range(1 << len(ITEMS))], np.int64)


@entry
def favour(mine: int, theirs: int) -> int:
    """Return the number of a state of the tokens."""
    number: int = THREES[mine] + 2 * THREES[theirs]
    return number


@entry
def rounds_left(state: Row) -> int:
    """Return the rounds after this one. A match until a win (H20) is valued as if two were to come."""
    if state[at.RULES] & at.UNTIL_WON:
        return MOST_LEFT
    left: int = at.ROUNDS[state[at.RULES] & at.SMALL] - state[at.ROUND]
    return left


@entry
def worth(state: Row, seat: int, favours: Favours) -> float:
    """Return the worth of a finished round to a seat."""
    if state[at.ASKED] == at.OVER:
        won = winner(state)
        return 0.0 if won == at.NOBODY else 1.0 if won == seat else -1.0
    first = 1 - state[at.STARTER]
    tokens = favour(state[at.TOKENS + first], state[at.TOKENS + 1 - first])
    value: float = favours[len(favours) - rounds_left(state), tokens]
    return value if seat == first else -value
