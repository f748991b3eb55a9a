"""Hanamikoji's adept: the network alone, at a glance. It moves as often as the network thinks fit."""

from collections.abc import Sequence
from random import Random

import numpy as np

from hanamachi.bots import make_bot
from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji_mind.certain import winning
from hanamachi.bots.hanamikoji_mind.network import chances
from hanamachi.bots.hanamikoji_mind.recall import recall
from hanamachi.bots.hanamikoji_mind.weights import trained
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel import legal
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.view import HanamikojiView


class Adept:
    """The network knows the full box only; with the small one the adept is a student."""

    def __init__(self, seed: int) -> None:
        self.seed, self.rng, self.net = seed, Random(seed), trained().net

    def choose(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        return self.rng.choices(moves, self.policy(view, moves, story))[0]

    def policy(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> list[float]:
        """The kernel lists the legal moves in the same order."""
        if view.options.box == "small":
            choice = make_bot("hanamikoji", "student", self.seed).choose(view, moves, story)
            return [float(move == choice) for move in moves]
        known = told(view)
        sure = winning(known)
        if sure >= 0:
            return [float(i == sure) for i in range(len(moves))]
        listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
        count = legal(known, listed)
        chances(self.net, known, recall(view, story).memory, listed, count, found)
        return [float(chance) for chance in found[:count]]


def adept(seed: int) -> Bot:
    return Adept(seed)
