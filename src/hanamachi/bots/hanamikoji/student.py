"""Hanamikoji's student: flat Monte Carlo with uniform belief and 2,000 playouts a move. Frozen as a
yardstick."""

from collections.abc import Sequence
from pathlib import Path
from random import Random

import numpy as np
from msgspec import Struct

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.hanamikoji.favours import Favours
from hanamachi.bots.hanamikoji.playouts import choose
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.view import HanamikojiView

FAVOURS = Path(__file__).with_name("favours.npy")  # made by tools/research/hanamikoji_favours.py


def favours() -> Favours:
    """Load the value table. In the file the row for one round to come is the first."""
    rows: Favours = np.ascontiguousarray(np.load(FAVOURS)[::-1]) / 1000
    return rows


class Settings(Struct, frozen=True):
    """The student's parameters. Changing one makes another player: see docs/students/hanamikoji.md."""

    playouts: int = 2000
    bold: float = 1.4  # the weight of exploration in UCB1; values go from -1 to 1


FROZEN = Settings()


class Student(Sure[HanamikojiView]):
    def __init__(self, seed: int, settings: Settings = FROZEN) -> None:
        self.rng, self.settings = Random(seed), settings
        self.favours = favours()

    def choose(self, view: HanamikojiView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        """Return the most tried move. The kernel lists the legal moves in the same order."""
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        chance = np.array([self.rng.getrandbits(64)], np.uint64)
        visits = np.empty(MOST_MOVES, np.int64)
        held = view.hands[1 - view.seat]
        settings = self.settings
        return moves[choose(told(view), held, settings.playouts, settings.bold, self.favours, chance, visits)]


def student(seed: int) -> Bot[HanamikojiView]:
    return Student(seed)
