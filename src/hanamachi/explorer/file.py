"""The file of a game's beginnings: how often each was played, and how the games went.

It is xz-compressed text: a line of JSON with the header, then a line for each beginning.
"""

import lzma
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

import msgspec
from msgspec import Struct

from hanamachi.core.game import Game
from hanamachi.puzzles.path import Setting

FORMAT = 1


class BadFile(ValueError):
    """A file of beginnings that cannot be used: damaged, or made for other rules."""


class Header(Struct, frozen=True, kw_only=True):
    format: int
    game: str
    version: int  # of the rules
    seed: str
    settings: tuple[Setting, ...]
    opens: str  # the level of the bots until both have acted
    plays_on: str  # ... and to the end of the game


class Line(Struct, frozen=True, array_like=True):
    """All games that began with the same steps. Results and leads are the first player's."""

    setting: int  # the place of its setting in the header
    path: str
    wins: int
    draws: int
    losses: int
    lead: int  # the sum of the leads in points
    squares: int  # ... and of their squares

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses


class Beginnings(Struct, frozen=True):
    header: Header
    lines: tuple[Line, ...]


def write(header: Header, lines: Iterable[Line]) -> bytes:
    text = b"\n".join(map(msgspec.json.encode, (header, *lines)))
    return lzma.compress(text, check=lzma.CHECK_SHA256, preset=9 | lzma.PRESET_EXTREME)


def read(data: bytes, game: Game) -> Beginnings:
    """Return what a file tells. Raise `BadFile` if it is damaged, or made for other rules."""
    try:
        first, *rest = lzma.decompress(data).split(b"\n")
        header = msgspec.json.decode(first, type=Header)
        lines = tuple(msgspec.json.decode(line, type=Line) for line in rest)
    except (lzma.LZMAError, EOFError, msgspec.DecodeError, UnicodeDecodeError) as error:
        raise BadFile(f"the beginnings of {game.name} are damaged: {error}") from error
    if (header.format, header.game, header.version) != (FORMAT, game.name, game.version):
        raise BadFile(
            f"the beginnings of {game.name} were made for {header.game}, version {header.version} of the "
            f"rules, in format {header.format}"
        )
    if not all(0 <= line.setting < len(header.settings) and line.games > 0 for line in lines):
        raise BadFile(f"the beginnings of {game.name} are damaged")
    return Beginnings(header, lines)


def file_of(game: str) -> Path:
    """Return where the package keeps the beginnings of a game."""
    return Path(str(files("hanamachi.explorer"))) / "data" / f"{game}.xz"


def shipped(game: Game) -> Beginnings | None:
    """Return the beginnings that come with the package; None if there is no file. Raise `BadFile`."""
    path = file_of(game.name)
    return read(path.read_bytes(), game) if path.exists() else None
