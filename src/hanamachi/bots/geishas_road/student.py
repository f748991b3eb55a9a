"""The student of Geisha's Road: flat Monte Carlo on imagined tables."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.geishas_road.search import search
from hanamachi.core.game import Move, Told
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, to_move
from hanamachi.games.geishas_road.view import RoadView

PLAYOUTS = 2000
WORLDS = 60  # tables imagined per decision, once a card has gone back into the deck


class Student(Sure[RoadView]):
    """Flat Monte Carlo over the states that its view allows, all equally likely.

    While no card has gone back into the deck, the kernel itself deals the unseen cards for each playout.
    """

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)

    def choose(self, view: RoadView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        count = WORLDS if view.returned else 1
        worlds = np.array([from_state(imagine(view, self.rng), chance=0) for _ in range(count)])
        tries = search(worlds, PLAYOUTS, seed=self.rng.getrandbits(48))
        tried = {to_move(worlds[0], answer): n for answer, n in zip(answers(worlds[0]), tries, strict=True)}
        return max(moves, key=lambda move: tried[move])


def student(seed: int) -> Bot[RoadView]:
    return Student(seed)
