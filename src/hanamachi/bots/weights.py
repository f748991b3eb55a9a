"""Read and write trained weights: a file of arrays, and a sheet with its SHA-256 and how it was made."""

import hashlib
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamachi.core.words import Refusal

Array = NDArray[np.float32]


class Sheet(msgspec.Struct, frozen=True):
    """Names the file; the sheet of a bot says besides what made it (docs/training.md)."""

    sha256: str


class BadWeights(Refusal):
    """The file is not the one that the sheet names."""


def read_arrays(file: Path, sheet: Path) -> dict[str, Array]:
    """Return the arrays of a file by name, or raise BadWeights."""
    whole = file.read_bytes()
    wanted = msgspec.json.decode(sheet.read_bytes(), type=Sheet).sha256
    if hashlib.sha256(whole).hexdigest() != wanted:
        raise BadWeights("bad_weights", file=file.name)
    with np.load(BytesIO(whole)) as arrays:
        return {name: np.ascontiguousarray(joined(arrays[name]), np.float32) for name in arrays.files}


def write_arrays(
    file: Path, sheet: Path, arrays: Mapping[str, NDArray[Any]], kind: type[Sheet], **about: Any
) -> None:
    """Write both files. Half the precision is plenty, and half the size."""
    halves: dict[str, Any] = {name: split(array.astype(np.float16)) for name, array in arrays.items()}
    np.savez_compressed(file, **halves)
    digest = hashlib.sha256(file.read_bytes()).hexdigest()
    whole = msgspec.convert({"sha256": digest, **about}, kind)
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(whole)) + b"\n")


def split(halves: NDArray[np.float16]) -> NDArray[np.uint8]:
    """Return all first bytes, then all second bytes: they compress better apart."""
    return np.moveaxis(np.ascontiguousarray(halves)[..., None].view(np.uint8), -1, 0)


def joined(array: NDArray[Any]) -> NDArray[Any]:
    """Return the numbers of a split array; files of earlier versions hold whole numbers."""
    if array.dtype != np.uint8:
        return array
    return np.ascontiguousarray(np.moveaxis(array, 0, -1)).view(np.float16)[..., 0]
