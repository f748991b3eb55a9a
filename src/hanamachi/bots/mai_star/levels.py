"""The levels that people can choose. Each never misses a proved win. The plain student in its own file stays
unchanged as a yardstick."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.certain import Careful
from hanamachi.bots.mai_star import student as plain
from hanamachi.bots.mai_star.halving import search
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.mai_star.policy.trained import trained
from hanamachi.bots.mai_star.standing import CARE, decided
from hanamachi.core.game import Move, Told
from hanamachi.games.mai_star.kernel.imagine import unseen_of
from hanamachi.games.mai_star.kernel.translate import move_number
from hanamachi.games.mai_star.view import MaiStarView

ADEPT, MASTER = 1_300, 6_000  # playouts at a table of three
TRUST = 8  # playouts that weigh, when won, as much as a factor of e in a move's prior probability


class Leaner(Sure[MaiStarView]):
    """Plays moves out by the learned leaning (a linear softmax policy); in a decided game, for place and
    lead."""

    def __init__(self, seed: int, playouts: int) -> None:
        self.rng, self.playouts = Random(seed), playouts

    def choose(self, view: MaiStarView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        tables, missing = unseen_of(view)
        numbers = np.array([move_number(move) for move in moves])
        weights, seed, playouts = trained(), self.rng.getrandbits(48), self.at(len(view.places))
        trust = TRUST / playouts
        best, means = search(tables, missing, numbers, view.seat, weights, playouts, seed, trust)
        if decided(means):  # the leaning was trained to win, so it is not trusted here
            best, _ = search(tables, missing, numbers, view.seat, weights, playouts, seed, 0.0, CARE)
        return moves[best]

    def at(self, seats: int) -> int:
        """Return the playouts for a table of so many seats: a festival of six takes half as long again as of
        three."""
        return 6 * self.playouts // (seats + 3)


def student(seed: int) -> Bot[MaiStarView]:
    return Careful(plain.Steady(seed), MaiStarLookout())


def adept(seed: int) -> Bot[MaiStarView]:
    return Careful(Leaner(seed, ADEPT), MaiStarLookout())


def master(seed: int) -> Bot[MaiStarView]:
    return Careful(Leaner(seed, MASTER), MaiStarLookout())
