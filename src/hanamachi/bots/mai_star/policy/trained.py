"""The learned weights, for tables of any size, and the sheet that says which file they are."""

import hashlib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np

from hanamachi.bots.mai_star.policy.leaning import Weights
from hanamachi.core.words import Refusal

FILE = Path(__file__).with_name("weights.npz")
SHEET = FILE.with_suffix(".json")


class Sheet(msgspec.Struct, frozen=True):
    """What made the weights: docs/training.md."""

    sha256: str
    games: int  # of self-play
    recipe: dict[str, Any]


class BadWeights(Refusal):
    """The file is not the one that the sheet names."""


@cache
def trained() -> Weights:
    return read(FILE, SHEET)


def read(file: Path, sheet: Path) -> Weights:
    whole = file.read_bytes()
    wanted = msgspec.json.decode(sheet.read_bytes(), type=Sheet).sha256
    if hashlib.sha256(whole).hexdigest() != wanted:
        raise BadWeights("bad_weights", file=file.name)
    with np.load(BytesIO(whole)) as arrays:
        return np.asarray(arrays["leaning"], np.float32)


def write(file: Path, sheet: Path, leaning: Weights, games: int, recipe: dict[str, Any]) -> None:
    """Half the precision is plenty, and half the size."""
    np.savez_compressed(file, leaning=leaning.astype(np.float16))
    about = Sheet(hashlib.sha256(file.read_bytes()).hexdigest(), games, recipe)
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(about)) + b"\n")
