"""What the calibration of Hanamikoji's judge plays, and the frozen student's chance for a move."""

import numpy as np

from hanamachi.bots.hanamikoji.mind.ponder import GEISHAS, Sample, ponder_plainly
from hanamachi.bots.hanamikoji.student import FROZEN, favours
from hanamachi.games.hanamikoji.kernel import imagine, legal
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.packing import told
from tools.research.calibration.games import Choice, Setting

SETTINGS = (*[Setting(2, {})] * 5, Setting(2, {"box": "small"}))
LEVELS = ("novice", "student", "adept", "master")


def student(choice: Choice, seed: int) -> float:
    """Return the chance by plain playouts on deals that are all equally probable."""
    view = choice.view
    assert view.seat is not None
    known, listed = told(view), np.empty(MOST_MOVES, np.int16)
    legal(known, listed)
    deals, rng = np.tile(known, (FROZEN.playouts, 1)), np.array([seed], np.uint64)
    for deal in deals:
        imagine(deal, view.hands[1 - view.seat], rng)
    sample = Sample(deals, np.arange(len(deals)), 1, seed)
    values, gets = np.empty(len(deals)), np.zeros(GEISHAS)
    ponder_plainly(favours(), int(listed[choice.place]), sample, values, gets)
    return float(values.mean() + 1) / 2
