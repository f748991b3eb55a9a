"""What a table is worth to a seat when a round is over: the game's result, or what the lead promises."""

from math import exp

import numpy as np

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import Row
from hanamachi.games.kernels.compiling import inner

# By mode, from self-play: points ahead that make e : 1 of the odds to win, and what it costs to start.
LEADS = np.array([2.96, 4.69, 5.26])
STARTING = np.array([0.17, 0.26, 0.30])


@inner("f8(i8[::1], i8)")
def standing(row: Row, seat: int) -> float:
    """The chance of a seat to win the game: 1, 0 or a half once it is over, never a lead."""
    if row[at.NOW] == at.OVER:
        return 0.5 if row[at.RESULT] == at.SHARED else 1.0 if row[at.RESULT] == seat else 0.0
    mode, lead = row[at.MODE], row[at.TOTAL + seat] - row[at.TOTAL + 1 - seat]
    start = -STARTING[mode] if row[at.STARTER] == seat else STARTING[mode]
    odds: float = 1.0 / (1.0 + exp(-(lead / LEADS[mode] + start)))
    return odds
