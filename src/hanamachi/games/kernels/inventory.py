"""Note which compiled kernels a complete warm-up needed, so that the next one knows at once that all exist.

The note of a game counts as long as nothing that code is compiled from has changed: our sources and data, the
compiler, the processor. Otherwise kernels are looked up one by one, as always.
"""

import contextlib
import os
import sys
from collections.abc import Iterable
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

import msgspec
from msgspec import Struct

PACKAGE = Path(__file__).parents[2]
SOURCES = ("core", "games", "bots", "adapters")  # the packages of compiled functions and their constants


class Note(Struct):
    made_from: str
    files: list[str]


def write(folder: Path, game: str, made_from: str, files: Iterable[Path]) -> None:
    """Note the kernels of a game whose warm-up is complete. `made_from` is the `origin` when it began."""
    note = Note(made_from, sorted(map(str, files)))
    draft = path(folder, game).with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):  # a full disk: the next warm-up takes longer
        draft.write_bytes(msgspec.json.encode(note))
        draft.replace(path(folder, game))


def is_complete(folder: Path, game: str) -> bool:
    """True if all kernels of a game are on disk, made from what is installed now."""
    try:
        note = msgspec.json.decode(path(folder, game).read_bytes(), type=Note)
    except (OSError, msgspec.MsgspecError):
        return False
    return note.made_from == origin() and all(map(os.path.exists, note.files))


def path(folder: Path, game: str) -> Path:
    return folder / f"warm-up of {game}.json"


@cache
def origin() -> str:
    """Return a hash of all that kernels are made from."""
    from llvmlite import binding

    tools = [sys.implementation.cache_tag, *map(version, ("numba", "llvmlite", "numpy"))]
    processor = [binding.get_host_cpu_name(), binding.get_host_cpu_features().flatten()]
    settings = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    whole = sha256(repr((tools, processor, settings)).encode())
    for file in sorted(file for each in SOURCES for file in (PACKAGE / each).rglob("*") if is_source(file)):
        whole.update(f"{file.relative_to(PACKAGE)} {sha256(file.read_bytes()).hexdigest()}".encode())
    return whole.hexdigest()


def is_source(file: Path) -> bool:
    return file.is_file() and "__pycache__" not in file.parts
