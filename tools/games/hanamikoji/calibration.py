"""What the calibration of Hanamikoji's judge plays, and the frozen student's chance for a move."""

import numpy as np

from hanamachi.bots.hanamikoji.mind.ponder import Sample, ponder_plainly
from hanamachi.bots.hanamikoji.student import FROZEN, favours
from hanamachi.games.hanamikoji.kernel import imagine, legal
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.packing import told
from tools.research.calibration.games import Choice, Setting

SETTINGS = (*[Setting(2, {})] * 5, Setting(2, {"box": "small"}))


def student(choice: Choice, seed: int) -> float:
    """Return the chance by plain playouts on deals that are all equally probable."""
    view = choice.view
    assert view.seat is not None
    known, listed = told(view), np.empty(MOST_MOVES, np.int16)
    legal(known, listed)
    deals, rng = np.tile(known, (FROZEN.playouts, 1)), np.array([seed], np.uint64)
    for deal in deals:
        imagine(deal, view.hands[1 - view.seat], rng)
    values = np.empty(len(deals))
    ponder_plainly(
        favours(), int(listed[choice.place]), Sample(deals, np.arange(len(deals)), 1, seed), values
    )
    return float(values.mean() + 1) / 2
