"""The base of adept and master: the endgame proof guard comes first, and the student plays the small box."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from random import Random
from zlib import crc32

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.bot import evenly
from hanamachi.bots.hanamikoji.levels import student
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.view import HanamikojiView
from hanamachi.games.kernels.chance import Chance


def only(choice: int, count: int) -> list[float]:
    """Return the policy that always makes one choice."""
    return [float(i == choice) for i in range(count)]


def among(left: NDArray[np.bool_], policy: list[float]) -> list[float]:
    """Return the policy restricted to the moves left, or the uniform one over them if it gave them no
    weight."""
    kept = np.where(left, policy, 0.0)
    whole: list[float] = (kept / kept.sum() if kept.any() else left / left.sum()).tolist()
    return whole


def chance_of(known: Row, seed: int) -> Chance:
    """Return the state of a kernel's random generator, from the known cards and a seed of any size."""
    return np.array([(seed << 32 ^ crc32(known.tobytes())) % (1 << 64)], np.uint64)


class Player(ABC):
    """Plays by its policy. The network knows only the full box; with the small one a student plays."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng, self.trained = seed, Random(seed), trained()

    def choose(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        return self.rng.choices(moves, self.policy(view, moves, story))[0]

    def policy(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> list[float]:
        """Return the policy, which depends only on the seed and the seat's knowledge. Moves are in the
        kernel's order."""
        if view.options.box == "small":
            return student(self.seed).policy(view, moves, story)
        best = HanamikojiLookout().best(view, moves)
        if len(best) == 1:
            return evenly(best, moves)
        left = np.array([move in best for move in moves])
        return among(left, self.weighed(view, told(view), moves, story))

    @abstractmethod
    def weighed(
        self, view: HanamikojiView, known: Row, moves: Sequence[Move], story: Sequence[Told]
    ) -> list[float]:
        """Return the policy where no move is proved to win. `known` is the row that `told` makes of the
        view."""
