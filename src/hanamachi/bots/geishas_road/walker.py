"""Players of Geisha's Road who search a tree: as far as they are told to, or once a game is decided, for the
lead."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.geishas_road.tree import search
from hanamachi.core.game import Move, Told
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.layout import Rows
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, to_move
from hanamachi.games.geishas_road.view import RoadView

LOOK = 2_500  # iterations that tell whether a game is decided
SURE = 0.005  # a chance to win that is as good as none
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
        return most_tried(worlds, tries, moves)


class Steady(Sure[RoadView]):
    """Leaves a game that is open to another bot, and plays one that is lost or won for the lead."""

    def __init__(self, seed: int, bot: Bot[RoadView]) -> None:
        self.rng, self.bot = Random(seed), bot

    def choose(self, view: RoadView, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        if len(moves) == 1 or not view.rounds:
            return self.bot.choose(view, moves, story)
        worlds, seed = imagined(view, self.rng), self.rng.getrandbits(48)
        if not decided(search(worlds, LOOK, seed).worths):
            return self.bot.choose(view, moves, story)
        return most_tried(worlds, search(worlds, LOOK, seed, by_lead=True).tries, moves)


def decided(worths: Sequence[float]) -> bool:
    """Return whether every answer wins, or every answer loses, as far as a search can tell."""
    return max(worths) <= SURE or min(worths) >= 1 - SURE


def most_tried(worlds: Rows, tries: Sequence[int], moves: Sequence[Move]) -> Move:
    tried = {to_move(worlds[0], answer): n for answer, n in zip(answers(worlds[0]), tries, strict=True)}
    return max(moves, key=lambda move: tried[move])


def imagined(view: RoadView, rng: Random) -> Rows:
    """Tables that look the same to the seat that is asked."""
    count = WORLDS if view.returned else 1
    return np.array([from_state(imagine(view, rng), chance=0) for _ in range(count)])
