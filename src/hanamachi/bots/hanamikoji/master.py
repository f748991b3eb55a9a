"""Hanamikoji's master: network-guided search (`mind`) over a belief, and an endgame solved by CFR+."""

from collections.abc import Sequence

from msgspec import Struct

from hanamachi.bots.bot import Bot
from hanamachi.bots.hanamikoji.mind.endgame.solver import EndSettings, Side, is_end, solved
from hanamachi.bots.hanamikoji.mind.recall import recall_of
from hanamachi.bots.hanamikoji.mind.search import SearchSettings
from hanamachi.bots.hanamikoji.mind.searcher import Searcher
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.view import HanamikojiView


class Settings(Struct, frozen=True):
    search: SearchSettings = SearchSettings()
    end: EndSettings = EndSettings()


class Master(Searcher):
    def __init__(self, seed: int, settings: Settings | None = None) -> None:
        chosen = settings or Settings()
        super().__init__(seed, chosen.search)
        self.end = chosen.end

    def weighed(
        self, view: HanamikojiView, known: Row, moves: Sequence[Move], story: Sequence[Told]
    ) -> list[float]:
        found = self.solved(view, known, story) if is_end(known) else None
        return found or super().weighed(view, known, moves, story)

    def solved(self, view: HanamikojiView, known: Row, story: Sequence[Told]) -> list[float] | None:
        """Return the solved policy, or None if the story has gaps or no hand of the rival is consistent with
        ours."""
        pasts = [recall_of(seat, view, story) for seat in (0, 1)]
        sides = [Side(view.hands[seat], past) for seat, past in enumerate(pasts) if past]
        return solved(self.trained, known, sides, self.seed, self.end) if len(sides) == 2 else None


def master(seed: int) -> Bot[HanamikojiView]:
    return Master(seed)
