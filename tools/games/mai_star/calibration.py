"""What the calibration of Mai-Star's judge plays, and the frozen student's chance for a move."""

import numpy as np

from hanamachi.bots.mai_star.student import PLAYOUTS, tried
from hanamachi.games.mai_star.kernel.imagine import unseen_of
from hanamachi.games.mai_star.kernel.translate import move_number
from tools.research.calibration.games import Choice, Setting

SETTINGS = tuple(Setting(seats, {"management": on}) for seats in (3, 3, 4, 6) for on in (False, True))
# A master costs ten times as much as the others together, and so one seat of ten has one.
LEVELS = (*("novice", "apprentice", "adept") * 3, "master")


def student(choice: Choice, seed: int) -> float:
    """Return the mean worth of the student's playouts on deals that are all equally probable."""
    view = choice.view
    assert view.seat is not None
    tables, missing = unseen_of(view)
    numbers, chance = np.array([move_number(choice.moves[choice.place])]), np.array([seed], np.uint64)
    _, means = tried(tables, missing, numbers, view.seat, PLAYOUTS, 0.0, chance)
    return float(means[0])
