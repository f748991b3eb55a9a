"""Bots of Geisha's Road that search a tree, with so many iterations, and play a decided game for the lead."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.geishas_road.tree import search
from hanamachi.core.game import Hidden, Move, Told
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.layout import Rows
from hanamachi.games.geishas_road.kernel.translate import answers, from_state, to_move
from hanamachi.games.geishas_road.view import RoadView

LOOK = 2_500  # iterations that show whether a game is decided
SURE = 0.005  # a chance to win below this counts as none
WORLDS = 200  # tables imagined per decision, once a card has gone back into the deck


class Walker(Sure[RoadView]):
    """A bot that plays the most tried move of a tree search.

    While no card has gone back into the deck, the kernel itself deals the unseen cards anew.
    """

    def __init__(self, seed: int, iterations: int) -> None:
        self.rng, self.iterations = Random(seed), iterations

    def choose(self, view: RoadView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        """Return the most tried of the given moves."""
        if len(moves) == 1:
            return moves[0]
        worlds = imagined(view, self.rng)
        tries = search(worlds, self.iterations, self.rng.getrandbits(48)).tries
        return most_tried(worlds, tries, moves)


class Steady(Sure[RoadView]):
    """Leaves an open game to another bot, and plays a lost or won one for the lead."""

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


def imagined(view: RoadView, rng: Random, lying: Sequence[Hidden] = ()) -> Rows:
    """Return tables that the deciding seat cannot distinguish. `lying`: cards that are supposed to lie so."""
    count = WORLDS if view.returned or lying else 1
    return np.array([from_state(imagine(view, rng, lying), chance=0) for _ in range(count)])
