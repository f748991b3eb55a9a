"""A game's ladder: its opponents from weak to strong, and who judges its decisions.

Whatever thinks is named as "module:function" and imported when it is called for: nobody loads a kernel who
does not need it.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Move, Told

RANDOM = "random"  # the lowest rung of every ladder


class Ladder(Struct, frozen=True):
    game: str
    levels: dict[str, str] = {}  # from weak to strong; each function takes a seed and returns a bot
    judge: str | None = None  # its function takes what `opinion` is given
    edition: int = 1  # of the judge: it rises when he would say something else, and what he said is forgotten
    exact: bool = False  # whether the judge's word is proof: its opinions have values
    warm: tuple[str, ...] = ()  # the levels that compile something when they are asked first

    @property
    def names(self) -> list[str]:
        """Every level, from weak to strong."""
        return [RANDOM, *self.levels]

    def bot(self, level: str, seed: int) -> Bot:
        if level == RANDOM:
            return RandomBot(seed)
        bot: Bot = named(self.levels[level])(seed)
        return bot

    def opinion(
        self, view: Any, moves: Sequence[Move], story: Sequence[Told], played: int | None = None
    ) -> Opinion:
        """The judge's. If it is known which move was made, that one is weighed as closely as the best."""
        assert self.judge is not None
        thought: Opinion = named(self.judge)(view, moves, story, played)
        return thought


def named(what: str) -> Any:
    """What "module:name" stands for."""
    module, _, name = what.partition(":")
    return getattr(import_module(module), name)
