"""Hanamikoji's master: the network, a belief about what the rival hides, a search, and a solved end."""

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji.mind.endgame import EndSettings, Side, is_end, solved
from hanamachi.bots.hanamikoji.mind.player import Player, chance_of, only
from hanamachi.bots.hanamikoji.mind.recall import recall, recall_of
from hanamachi.bots.hanamikoji.mind.search import CANDIDATES, search
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel import Packed
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.view import HanamikojiView


class Settings(Struct, frozen=True):
    effort: int = 20000  # decisions of the network in all trials of a move
    doubt: float = 0.1  # how far the rival may be from playing like the network
    faint: float = 0.01  # moves less probable than this, compared with the first, are not tried
    trust: float = 0.03  # what a factor of e in the network's probability weighs against a trial's value
    end: EndSettings = EndSettings()


class Master(Player):
    def __init__(self, seed: int, settings: Settings | None = None) -> None:
        super().__init__(seed)
        self.settings = settings or Settings()

    def weighed(
        self, view: HanamikojiView, known: Packed, moves: Sequence[Move], story: Sequence[Told]
    ) -> list[float]:
        found = self.solved(view, known, story) if is_end(known) else None
        return found or only(self.searched(view, known, story), len(moves))

    def solved(self, view: HanamikojiView, known: Packed, story: Sequence[Told]) -> list[float] | None:
        """None: the story has gaps, or nothing that the rival may hold goes with one's own hand."""
        pasts = [recall_of(seat, view, story) for seat in (0, 1)]
        sides = [Side(view.hands[seat], past) for seat, past in enumerate(pasts) if past]
        return solved(self.trained, known, sides, self.seed, self.settings.end) if len(sides) == 2 else None

    def searched(self, view: HanamikojiView, known: Packed, story: Sequence[Told]) -> int:
        past = recall(view, story)
        chance = chance_of(known, self.seed)
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


def master(seed: int) -> Bot[HanamikojiView]:
    return Master(seed)
