"""The trained weights, and the sheet that says which file they are and how they were made."""

import hashlib
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import numpy as np

from hanamachi.bots.hanamikoji.mind.favours import Favours
from hanamachi.bots.hanamikoji.mind.network import Net
from hanamachi.core.words import Refusal

FILE = Path(__file__).with_name("weights.npz")
SHEET = FILE.with_suffix(".json")


class Sheet(msgspec.Struct, frozen=True):
    """What made the weights: docs/training.md."""

    sha256: str
    iterations: int
    decisions: int
    seconds: float
    recipe: dict[str, Any]


class BadWeights(Refusal):
    """The file is not the one that the sheet names."""


class Trained(NamedTuple):
    net: Net
    favours: Favours


@cache
def trained() -> Trained:
    return read(FILE, SHEET)


def read(file: Path, sheet: Path) -> Trained:
    whole = file.read_bytes()
    wanted = msgspec.json.decode(sheet.read_bytes(), type=Sheet).sha256
    if hashlib.sha256(whole).hexdigest() != wanted:
        raise BadWeights("bad_weights", file=file.name)
    with np.load(BytesIO(whole)) as arrays:
        net = Net(*(np.ascontiguousarray(arrays[name], np.float32) for name in Net._fields))
        return Trained(net, np.ascontiguousarray(arrays["favours"], np.float32))


def write(file: Path, sheet: Path, trained: Trained, about: dict[str, Any]) -> None:
    """Half the precision is plenty, and half the size."""
    arrays = {name: array.astype(np.float16) for name, array in trained.net._asdict().items()}
    np.savez_compressed(file, favours=trained.favours.astype(np.float16), **arrays)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    whole = msgspec.convert({"sha256": digest} | about, Sheet)
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")
