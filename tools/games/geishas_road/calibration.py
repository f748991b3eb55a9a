"""What the calibration of the Road's judge plays, and the frozen student's chance for a move."""

from random import Random

import numpy as np

from hanamachi.bots.geishas_road import search
from hanamachi.bots.geishas_road.student import PLAYOUTS, WORLDS
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.answers import legal, play
from hanamachi.games.geishas_road.kernel.layout import MODES
from hanamachi.games.geishas_road.kernel.translate import answers, from_state
from tools.research.calibration.games import Choice, Setting

SETTINGS = tuple(Setting(2, {"mode": mode}) for mode in MODES)
LEVELS = ("novice", "student", "adept", "master")


def student(choice: Choice, seed: int) -> float:
    """Return the chance by random playouts on tables that are all equally probable."""
    view = choice.view
    rng = Random(seed)
    count = WORLDS if view.returned else 1
    worlds = np.array([from_state(imagine(view, rng), chance=0) for _ in range(count)])
    answer = np.array([answers(worlds[0])[choice.place]], np.int64)
    tries, worths = np.zeros(1, np.int64), np.zeros(1)
    search._search(worlds, PLAYOUTS, rng.getrandbits(48), answer, tries, worths, legal, play)
    return float(worths[0] / tries[0])
