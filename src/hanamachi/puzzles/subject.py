"""What a game must say so that puzzles can be made of it: who plays, what is worth asking, what is right."""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from hanamachi.bots import make_bot
from hanamachi.bots.bot import Bot
from hanamachi.core.game import Move
from hanamachi.core.words import Fact
from hanamachi.games import modules
from hanamachi.puzzles.path import Choice, Position, Setting
from hanamachi.puzzles.puzzle import ALWAYS, Line, Worth

if TYPE_CHECKING:
    from hanamachi.puzzles.opened import OpenedPuzzle

NEAR = 3.0  # points of a hundred below the best that cost nothing
CLOSE = 1e-9


class Found(Struct, frozen=True):
    """A puzzle that a position makes: its task, its theme, the worth of each move, and the proof."""

    kind: str
    theme: str
    worths: list[int]
    proof: Any = None


class Subject(ABC):
    """Makes puzzles of one game."""

    game: str
    settings: tuple[Setting, ...]
    kinds: tuple[str, ...]
    themes: tuple[str, ...]
    exact: tuple[str, ...] = ()  # kinds in which nothing but the best answer is good enough
    levels: tuple[str, ...]  # that play the games, from weak to strong
    a_game = 1  # puzzles that one game may give, so that they differ
    endings = 0  # how many more times the end of each game is played
    easy = 3  # of so many puzzles of a kind, at most one is found by all levels
    apart = False  # whether no puzzle may lie on the way to another

    def players(self, seats: int, dice: Random) -> list[Bot]:
        return [make_bot(self.game, dice.choice(self.levels), dice.getrandbits(40)) for _ in range(seats)]

    def is_end(self, position: Position) -> bool:
        """Return whether the end of the game begins here or before."""
        return False

    def order(self, choices: Iterator[Choice]) -> Iterator[Choice]:
        """Return the choices of a game in the order in which puzzles are sought among them."""
        return choices

    @abstractmethod
    def seek(self, position: Position) -> Found | None:
        """Return the puzzle that a position makes, if it makes one."""

    def too_easy(self, position: Position, right: Sequence[Move], found: str, others: Sequence[str]) -> bool:
        """Return whether there is no room for so easy a puzzle. `found` tells which levels find it, `others`
        the same of all puzzles of its kind."""
        easy = sum(set(each) == {ALWAYS} for each in others)
        return set(found) == {ALWAYS} and (easy + 1) * self.easy > len(others) + self.easy

    @abstractmethod
    def same(self, position: Position) -> Any:
        """Return what is equal for positions that are the same but for symmetry."""

    @abstractmethod
    def worth(self, position: Position, line: Line) -> list[Worth]:
        """Return what each legal move is worth."""

    def right(self, worths: Sequence[Worth]) -> list[int]:
        """Return the places of the right answers."""
        best = max(each.points for each in worths)
        return [place for place, each in enumerate(worths) if each.points >= best - CLOSE]

    def proof(self, position: Position, line: Line) -> Any:
        """Return what is shown after the answer, besides the worth of all moves."""
        return None

    def facts(self, position: Position, line: Line) -> dict[str, Fact]:
        """Return what the sentence of the task may name."""
        return {}

    @abstractmethod
    def reason(self, opened: "OpenedPuzzle", place: int | None) -> str:
        """Return in a sentence or two why the right answer is right, and what the given one brings."""

    def hint(self, position: Position, line: Line) -> list[int]:
        """Return some places that are not right. With the right ones, at least two are left."""
        right = self.right(self.worth(position, line))
        wrong = [place for place in range(len(line.worths)) if place not in right]
        Random(line.path).shuffle(wrong)
        return sorted(wrong[: min(len(wrong) - 1, len(line.worths) // 2)])


@cache
def subjects() -> dict[str, Subject]:
    """Return what makes puzzles, by game."""
    found = modules("hanamachi.puzzles.{}")
    return {game: import_module(module).SUBJECT for game, module in found.items()}
