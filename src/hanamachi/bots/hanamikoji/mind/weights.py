"""The trained weights of the network, and the sheet that says how they were made."""

from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from hanamachi.bots import weights
from hanamachi.bots.hanamikoji.favours import Favours
from hanamachi.bots.hanamikoji.mind.network import Net

FILE = Path(__file__).with_name("weights.npz")
SHEET = FILE.with_suffix(".json")


class Sheet(weights.Sheet, frozen=True):
    """The run that made the weights: docs/training.md."""

    iterations: int
    decisions: int
    seconds: float
    recipe: dict[str, Any]


class Trained(NamedTuple):
    net: Net
    favours: Favours


@cache
def trained() -> Trained:
    return read(FILE, SHEET)


def read(file: Path, sheet: Path) -> Trained:
    arrays = weights.read_arrays(file, sheet)
    return Trained(Net(*(arrays[name] for name in Net._fields)), arrays["favours"])


def write(file: Path, sheet: Path, trained: Trained, about: dict[str, Any]) -> None:
    arrays = {"favours": trained.favours, **trained.net._asdict()}
    weights.write_arrays(file, sheet, arrays, Sheet, **about)
