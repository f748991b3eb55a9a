"""A game's ladder: its bots from weak to strong, and its judge.

Bots and judges are named as "module:function" and imported when they are needed, so that no process loads a
kernel it does not use.
"""

from collections.abc import Sequence
from importlib import import_module
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.curve import Curve
from hanamachi.bots.judge import Opinion
from hanamachi.core.game import Hidden, Move, Told

RANDOM = "random"  # the lowest level of every ladder


class Ladder(Struct, frozen=True):
    game: str
    levels: dict[str, str] = {}  # from weak to strong; each function takes a seed and returns a bot
    judge: str | None = None  # a function with the arguments of `opinion`; `lying` if cards are hidden
    edition: int = 1  # of the judge: raise it when opinions change, so that saved ones are dropped
    curve: Curve | None = None  # maps the judge's chances to how often they came true
    exact: bool = False  # True if the judge's opinions are proofs and have values
    warm: tuple[str, ...] = ()  # the levels that compile kernels at their first question

    @property
    def names(self) -> list[str]:
        """Return every level, from weak to strong."""
        return [RANDOM, *self.levels]

    def bot(self, level: str, seed: int) -> Bot:
        if level == RANDOM:
            return RandomBot(seed)
        bot: Bot = named(self.levels[level])(seed)
        return bot

    def opinion(
        self,
        view: Any,
        moves: Sequence[Move],
        story: Sequence[Told],
        played: int | None = None,
        lying: Sequence[Hidden] = (),
    ) -> Opinion:
        """Return the judge's opinion. If `played` is given, that move is judged as closely as the best
        one. `lying`: cards that are supposed to lie in hidden places."""
        assert self.judge is not None
        supposed: dict[str, Any] = {"lying": lying} if lying else {}
        thought: Opinion = named(self.judge)(view, moves, story, played, **supposed)
        return mapped(thought, self.curve, played) if self.curve else thought


def mapped(opinion: Opinion, curve: Curve, played: int | None) -> Opinion:
    """Return an opinion with mapped chances. What could not be known grows with them."""
    shown = max(opinion.chances) if played is None else opinion.chances[played]
    return replace(
        opinion,
        chances=[curve(chance) for chance in opinion.chances],
        unknown=min(0.5, opinion.unknown * curve.steepness(shown)),
    )


def named(what: str) -> Any:
    """Import the object that "module:name" stands for."""
    module, _, name = what.partition(":")
    return getattr(import_module(module), name)
