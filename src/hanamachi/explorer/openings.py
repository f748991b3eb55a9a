"""Define what a game provides to count its first actions: which steps a game began with, and how they
are called."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import Any

from hanamachi.core.game import Move
from hanamachi.core.words import Words
from hanamachi.games import modules
from hanamachi.puzzles.path import Setting

Path = tuple[str, ...]  # the steps of a beginning: no step contains a comma
Decision = tuple[Any, Move]  # a position, and what was decided there
SEPARATOR = ","


class Openings(ABC):
    """Says how games of one game begin."""

    game: str
    settings: tuple[Setting, ...]
    shares: tuple[int, ...]  # of so many games in a row, how many each setting gets

    @abstractmethod
    def setting_of(self, options: Any) -> int | None:
        """Return the place of the setting to which a game with these options belongs, if it does to one."""

    @abstractmethod
    def path(self, decisions: Iterable[Decision]) -> Path | None:
        """Return the steps with which a game began; None if it did not come so far."""

    @abstractmethod
    def by_starter(self, path: Path) -> bool:
        """Return whether the step after these is the first player's."""

    @abstractmethod
    def label(self, step: str, words: Words) -> str:
        """Return a step in the words of a language."""

    def setting_for(self, number: int) -> int:
        """Return the place of the setting of a numbered game."""
        left = number % sum(self.shares)
        for place, share in enumerate(self.shares):
            if left < share:
                return place
            left -= share
        raise AssertionError(number)


@cache
def openings() -> Mapping[str, Openings]:
    """Return what counts first actions, by game."""
    found = {game: import_module(name) for game, name in modules("hanamachi.explorer.{}").items()}
    return {game: module.OPENINGS for game, module in found.items() if hasattr(module, "OPENINGS")}
