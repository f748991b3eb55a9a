"""A puzzle, what each of its answers is worth, and the file that holds all puzzles of a game.

A file is xz-compressed text: a line of JSON with the header, then a line for each puzzle. It holds no
positions, only the way to them (path.py).
"""

import hashlib
import lzma
from collections.abc import Iterable, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from hanamachi.core.game import Game
from hanamachi.puzzles.path import Position, Setting, walked

FORMAT = 1
SIGNS = "0123456789abcdefghjkmnpqrstvwxyz"
LENGTH = 8  # signs of an id
TRIES = 3  # of each level
ALWAYS = str(TRIES)  # the sign of a level that finds the answer each time


class BadFile(ValueError):
    """A file of puzzles that cannot be used: damaged, or made for other rules."""


class Worth(Struct, frozen=True):
    """What an answer is worth: in points, of a hundred or as the game counts them, and how it ends.

    `chance` is the chance to win, and `margin` the half width of its interval of 95 % (0: exact).
    """

    points: float
    result: Literal["win", "draw", "loss"] | None = None
    plies: int | None = None
    chance: float | None = None
    margin: float = 0.0


class Line(Struct, frozen=True, array_like=True):
    """A puzzle as the file has it. What `worths` and `proof` mean, its game knows."""

    number: int  # of the game from which it comes
    setting: int  # the place of its setting in the header
    path: str
    kind: str
    theme: str
    worths: list[int]  # of each legal move
    found: str  # for each level of the header, how many of its tries found the answer
    proof: Any = None


class Header(Struct, frozen=True, kw_only=True):
    format: int
    game: str
    version: int  # of the rules
    seed: str
    settings: tuple[Setting, ...]
    levels: tuple[str, ...]


class Puzzle(Struct, frozen=True):
    header: Header
    line: Line

    @property
    def id(self) -> str:
        """Return the name of the puzzle: a digest of the way to its position, which tells nothing."""
        way = f"{self.header.game} {self.header.seed} {self.line.number} {self.line.path}"
        number = int.from_bytes(hashlib.sha256(way.encode()).digest()[:5])
        return "".join(SIGNS[number >> 5 * place & 31] for place in range(LENGTH))

    @property
    def setting(self) -> Setting:
        return self.header.settings[self.line.setting]

    @property
    def found(self) -> dict[str, float]:
        """Return the share of its tries in which each level found the answer, from weak to strong."""
        shares = (int(digit) / TRIES for digit in self.line.found)
        return dict(zip(self.header.levels, shares, strict=True))

    @property
    def grade(self) -> str | None:
        """Return the weakest level that finds the answer each time, as all stronger ones do; None if the
        strongest does not."""
        grade = None
        for level, share in reversed(self.found.items()):
            if share < 1:
                break
            grade = level
        return grade

    def position(self, game: Game) -> Position:
        return walked(game, self.setting, self.header.seed, self.line.number, self.line.path)


def write(header: Header, lines: Iterable[Line]) -> bytes:
    text = b"\n".join(map(msgspec.json.encode, (header, *lines)))
    return lzma.compress(text, check=lzma.CHECK_SHA256, preset=9 | lzma.PRESET_EXTREME)


def read(data: bytes, game: Game) -> list[Puzzle]:
    """Return the puzzles of a file. Raise `BadFile` if it is damaged, or made for other rules."""
    try:
        first, *rest = lzma.decompress(data).split(b"\n")
        header = msgspec.json.decode(first, type=Header)
        lines = [msgspec.json.decode(line, type=Line) for line in rest]
    except (lzma.LZMAError, EOFError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"the puzzles of {game.name} are damaged: {error}") from error
    if (header.format, header.game, header.version) != (FORMAT, game.name, game.version):
        raise BadFile(
            f"the puzzles of {game.name} were made for {header.game}, version {header.version} of the rules, "
            f"in format {header.format}"
        )
    for line in lines:
        _check(header, line)
    return [Puzzle(header, line) for line in lines]


def _check(header: Header, line: Line) -> None:
    right_levels = len(line.found) == len(header.levels) and all(c in "0123" for c in line.found)
    if not (0 <= line.setting < len(header.settings) and right_levels and len(line.worths) > 1):
        raise BadFile(f"the puzzles of {header.game} are damaged: line {line.number}")


def file_of(game: str) -> Path:
    """Return where the package keeps the puzzles of a game."""
    return Path(str(files("hanamachi.puzzles"))) / "data" / f"{game}.xz"


def shipped(game: Game) -> Sequence[Puzzle]:
    """Return the puzzles that come with the package; none if there is no file. Raise `BadFile`."""
    path = file_of(game.name)
    return read(path.read_bytes(), game) if path.exists() else []
