"""Pack judged games into a small file of columns (NumPy's npz): a chance takes a byte, in steps of 0.01."""

import os
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from tools.research.calibration.games import Asked, Sampled, Thorough

STEP = 10  # thousandths
Column: TypeAlias = NDArray[Any]


def pack(path: Path, edition: int, games: Sequence[Sampled], thorough: Sequence[Thorough]) -> None:
    """Replace the file. All of its games were judged by the same edition."""
    asked = [one for game in games for one in game.asked]
    columns = {
        "edition": np.array(edition),
        "number": np.array([game.number for game in games], np.uint16),
        "seats": bytes_of(len(game.shares) for game in games),
        "winners": bytes_of(
            sum(1 << seat for seat, share in enumerate(game.shares) if share) for game in games
        ),
        "decisions": np.array([game.decisions for game in games], np.uint16),
        "cpu": np.array([game.cpu for game in games], np.uint16),
        "asked": bytes_of(len(game.asked) for game in games),
        "part": bytes_of(one.part for one in asked),
        "seat": bytes_of(one.seat for one in asked),
        **{name: chances(getattr(one, name) for one in asked) for name in ("made", "student")},
        "gained": chances(one.best - one.made for one in asked),  # mostly small, and so it takes less room
        "thorough": np.array([each.number for each in thorough], np.uint16),
        "thorough_asked": bytes_of(len(each.made) for each in thorough),
        "thorough_made": chances(made for each in thorough for made in each.made),
    }
    new = path.with_suffix(".new.npz")
    np.savez_compressed(new, allow_pickle=False, **columns)
    os.replace(new, path)


def unpack(path: Path, edition: int) -> tuple[list[Sampled], list[Thorough]]:
    """Return the games and the thorough opinions; none if another edition judged them."""
    if not path.exists():
        return [], []
    with np.load(path) as file:
        columns: dict[str, Column] = dict(file)
    if columns["edition"] != edition:
        return [], []
    return list(games_of(columns)), list(thorough_of(columns))


def games_of(columns: dict[str, Column]) -> Iterator[Sampled]:
    made, student, gained = (columns[name].astype(int) * STEP for name in ("made", "student", "gained"))
    rows = np.stack([columns["part"], columns["seat"], made, student, made + gained], axis=1)
    ends = columns["asked"].astype(int).cumsum()
    for place, end in enumerate(ends):
        number, seats, winners, decisions, cpu, count = (
            int(columns[name][place]) for name in ("number", "seats", "winners", "decisions", "cpu", "asked")
        )
        won = [winners >> seat & 1 for seat in range(seats)]
        asked = tuple(Asked(*row) for row in rows[end - count : end].tolist())
        yield Sampled(number, tuple(each / sum(won) for each in won), asked, decisions, cpu)


def thorough_of(columns: dict[str, Column]) -> Iterator[Thorough]:
    made = columns["thorough_made"].astype(int) * STEP
    parts = np.split(made, columns["thorough_asked"].astype(int).cumsum()[:-1])
    for number, part in zip(columns["thorough"].tolist(), parts, strict=bool(len(made))):
        yield Thorough(number, tuple(part.tolist()))


def bytes_of(numbers: Iterable[int]) -> Column:
    return np.array(list(numbers), np.uint8)


def chances(thousandths: Iterable[int]) -> Column:
    return np.rint(np.array(list(thousandths)) / STEP).astype(np.uint8)
