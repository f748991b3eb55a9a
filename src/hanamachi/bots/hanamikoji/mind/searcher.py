"""A bot that plays the best move of the network-guided search, with the effort of its settings."""

from collections.abc import Sequence

from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.player import Player, chance_of, only
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.search import SearchSettings, nothing_found, search
from hanamachi.core.game import Move, Told
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.view import HanamikojiView


class Searcher(Player):
    def __init__(self, seed: int, settings: SearchSettings) -> None:
        super().__init__(seed)
        self.settings = settings

    def weighed(
        self, view: HanamikojiView, known: Row, moves: Sequence[Move], story: Sequence[Told]
    ) -> list[float]:
        assert view.seat is not None
        seen, found = Seen(known, view.hands[1 - view.seat], recall(view, story)), nothing_found()
        search(self.trained, seen, self.settings, chance_of(known, self.seed), found)
        return only(int(found.chosen[0]), len(moves))
