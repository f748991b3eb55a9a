"""A player of Geisha's Road who searches a tree, as far as it is told to."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.bot import Sure
from hanamachi.bots.geishas_road.tree import search
from hanamachi.core.game import Move, Told
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.layout import Rows
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, to_move
from hanamachi.games.geishas_road.view import RoadView

WORLDS = 200  # tables imagined for a decision, once a card has gone back into the deck


class Walker(Sure[RoadView]):
    """While no card has gone back into the deck, the kernel itself deals the unseen cards anew."""

    def __init__(self, seed: int, iterations: int) -> None:
        self.rng, self.iterations = Random(seed), iterations

    def choose(self, view: RoadView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        """The move that was tried most, of those it may choose from."""
        if len(moves) == 1:
            return moves[0]
        worlds = imagined(view, self.rng)
        tries = search(worlds, self.iterations, self.rng.getrandbits(48)).tries
        tried = {to_move(worlds[0], answer): n for answer, n in zip(answers(worlds[0]), tries, strict=True)}
        return max(moves, key=lambda move: tried[move])


def imagined(view: RoadView, rng: Random) -> Rows:
    """Tables that look the same to the seat that is asked."""
    count = WORLDS if view.returned else 1
    return np.array([from_state(imagine(view, rng), chance=0) for _ in range(count)])
