"""Hanamikoji's adept: the network alone, at a glance. It mixes its moves as the network does, but less."""

from collections.abc import Sequence

import numpy as np

from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji.mind.network import chances
from hanamachi.bots.hanamikoji.mind.player import Player
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel import legal
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.view import HanamikojiView

SHARPNESS = 3  # the network learned with a bonus for variety; chances to this power have lost most of it


class Adept(Player):
    def weighed(
        self, view: HanamikojiView, known: Row, moves: Sequence[Move], story: Sequence[Told]
    ) -> list[float]:
        listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
        count = legal(known, listed)
        chances(self.trained.net, known, recall(view, story).memory, listed, count, found)
        sharp = found[:count].astype(np.float64) ** SHARPNESS
        return [float(chance) for chance in sharp / sharp.sum()]


def adept(seed: int) -> Bot[HanamikojiView]:
    return Adept(seed)
