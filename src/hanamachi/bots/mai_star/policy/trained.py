"""The learned weights, for each number of seats, and the sheet that says which file they are."""

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
    games: dict[str, int]  # of self-play, by seats
    recipe: dict[str, Any]


class BadWeights(Refusal):
    """The file is not the one that the sheet names."""


@cache
def trained(seats: int) -> Weights:
    return read(FILE, SHEET)[seats]


def read(file: Path, sheet: Path) -> dict[int, Weights]:
    whole = file.read_bytes()
    wanted = msgspec.json.decode(sheet.read_bytes(), type=Sheet).sha256
    if hashlib.sha256(whole).hexdigest() != wanted:
        raise BadWeights("bad_weights", file=file.name)
    with np.load(BytesIO(whole)) as arrays:
        return {int(name): arrays[name].astype(np.float32) for name in arrays}


def write(file: Path, sheet: Path, weights: dict[int, Weights], games: dict[int, int], recipe: Any) -> None:
    """Half the precision is plenty, and half the size."""
    arrays = {str(seats): each.astype(np.float16) for seats, each in weights.items()}
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    about = Sheet(digest, {str(seats): count for seats, count in games.items()}, recipe)
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(about)) + b"\n")
