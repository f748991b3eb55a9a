"""The learned weights, for tables of any size, and the sheet that says how they were made."""

from functools import cache
from pathlib import Path
from typing import Any

from hanamachi.bots import weights
from hanamachi.bots.mai_star.policy.leaning import Weights

FILE = Path(__file__).with_name("weights.npz")
SHEET = FILE.with_suffix(".json")


class Sheet(weights.Sheet, frozen=True):
    """The run that made the weights: docs/training.md."""

    games: int  # of self-play
    recipe: dict[str, Any]


@cache
def trained() -> Weights:
    return read(FILE, SHEET)


def read(file: Path, sheet: Path) -> Weights:
    return weights.read_arrays(file, sheet)["leaning"]


def write(file: Path, sheet: Path, leaning: Weights, games: int, recipe: dict[str, Any]) -> None:
    weights.write_arrays(file, sheet, {"leaning": leaning}, Sheet, games=games, recipe=recipe)
