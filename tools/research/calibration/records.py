"""Keep what the judges said: a line for each game in a journal, until a finished run packs them."""

import os
from collections.abc import Sequence
from pathlib import Path

import msgspec
from msgspec import Struct

from hanamachi.bots import ladder_of
from tools.research.calibration import packing
from tools.research.calibration.games import Sampled, Thorough

FOLDER = Path(__file__).parent


class Duel(Struct, frozen=True, array_like=True):
    """A contradiction: the number of worlds; in thousandths, how much more than the master's the judge liked
    its own move, how much more it scored, and the standard error of that."""

    worlds: int
    gap: int
    more: int
    error: int


class Duels(Struct, frozen=True, array_like=True):
    """The contradictions in a game, of so many decisions."""

    number: int
    searched: int
    found: tuple[Duel, ...]


class Line(Struct, frozen=True, omit_defaults=True):
    """A line of the file, with the edition of the judge."""

    edition: int
    game: Sampled | None = None
    thorough: Thorough | None = None
    duels: Duels | None = None


class Kept(Struct):
    """All that is known of the present judge."""

    games: dict[int, Sampled] = {}
    thorough: dict[int, Thorough] = {}
    duels: dict[int, Duels] = {}


def edition(name: str) -> int:
    return ladder_of(name).edition


def file_of(name: str, folder: Path = FOLDER) -> Path:
    return folder / f"{name}.jsonl"


def packed_of(name: str, folder: Path = FOLDER) -> Path:
    return folder / f"{name}.npz"


def read(name: str, folder: Path = FOLDER) -> Kept:
    """Return what was kept of the judge's present edition. A line that a killed process left half is
    dropped."""
    games, more = packing.unpack(packed_of(name, folder), edition(name))
    kept = Kept({each.number: each for each in games}, {each.number: each for each in more})
    path = file_of(name, folder)
    for text in path.read_bytes().splitlines() if path.exists() else ():
        try:
            line = msgspec.json.decode(text, type=Line)
        except msgspec.DecodeError:
            continue
        if line.edition == edition(name):
            add(kept, line)
    return kept


def add(kept: Kept, line: Line) -> None:
    if line.game:
        kept.games[line.game.number] = line.game
    if line.thorough:
        kept.thorough[line.thorough.number] = line.thorough
    if line.duels:
        kept.duels[line.duels.number] = line.duels


def keep(name: str, lines: Sequence[Line], folder: Path = FOLDER) -> None:
    """Append lines in one write, so that several processes may write."""
    data = b"".join(msgspec.json.encode(line) + b"\n" for line in lines)
    file = os.open(file_of(name, folder), os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    try:
        os.write(file, data)
    finally:
        os.close(file)


def pack(name: str, folder: Path = FOLDER) -> None:
    """Move the judged games from the journal to the packed file. Duels stay in the journal."""
    kept = read(name, folder)
    if not kept.games:
        return
    games = [kept.games[number] for number in sorted(kept.games)]
    more = [kept.thorough[number] for number in sorted(kept.thorough)]
    packing.pack(packed_of(name, folder), edition(name), games, more)
    duels = [Line(edition(name), duels=kept.duels[number]) for number in sorted(kept.duels)]
    journal, new = file_of(name, folder), file_of(name, folder).with_suffix(".new")
    new.write_bytes(b"".join(msgspec.json.encode(line) + b"\n" for line in duels))
    os.replace(new, journal)
    if not duels:
        journal.unlink()
