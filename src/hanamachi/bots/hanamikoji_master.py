"""Hanamikoji's master: the network, a belief about what the rival hides, and a search."""

from collections.abc import Sequence
from random import Random
from zlib import crc32

import numpy as np
from msgspec import Struct

from hanamachi.bots import make_bot
from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji_mind.certain import winning
from hanamachi.bots.hanamikoji_mind.recall import recall
from hanamachi.bots.hanamikoji_mind.search import CANDIDATES, search
from hanamachi.bots.hanamikoji_mind.weights import trained
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel import Packed
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.view import HanamikojiView


class Settings(Struct, frozen=True):
    effort: int = 20000  # decisions of the network in all trials of a move
    doubt: float = 0.1  # how far the rival may be from playing like the network
    faint: float = 0.01  # moves less probable than this, compared with the first, are not tried
    trust: float = 0.03  # what a factor of e in the network's probability weighs against a trial's value


class Master:
    """The network knows the full box only; with the small one the master is a student."""

    def __init__(self, seed: int, settings: Settings | None = None) -> None:
        self.seed, self.settings = seed, settings or Settings()
        self.rng, self.trained = Random(seed), trained()

    def choose(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        return self.rng.choices(moves, self.policy(view, moves, story))[0]

    def policy(self, view: HanamikojiView, moves: Sequence[Move], story: Sequence[Told]) -> list[float]:
        """A function of the seed and of what the seat knows. The kernel lists the moves in the same order."""
        if view.options.box == "small":
            choice = make_bot("hanamikoji", "student", self.seed).choose(view, moves, story)
            return [float(move == choice) for move in moves]
        known = told(view)
        best = winning(known)
        if best < 0:
            best = self.searched(view, known, story)
        return [float(i == best) for i in range(len(moves))]

    def searched(self, view: HanamikojiView, known: Packed, story: Sequence[Told]) -> int:
        past = recall(view, story)
        chance = np.array([self.seed << 32 ^ crc32(known.tobytes())], np.uint64)
        values, chosen = np.empty(CANDIDATES), np.empty(CANDIDATES, np.int64)
        prior = np.empty(MOST_MOVES, np.float32)
        assert view.seat is not None
        settings, (net, favours) = self.settings, self.trained
        search(
            net,
            favours,
            known,
            view.hands[1 - view.seat],
            *past,
            settings.doubt,
            settings.effort,
            settings.faint,
            settings.trust,
            chance,
            values,
            chosen,
            prior,
        )
        return int(chosen[0])


def master(seed: int) -> Bot:
    return Master(seed)
