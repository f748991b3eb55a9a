"""Read files of tests that are kept compressed."""

import gzip
import lzma
from pathlib import Path

KEPT = Path(__file__).parent


def packed(folder: Path) -> list[Path]:
    """Return the compressed JSON files of a folder, in the order of their names."""
    return sorted(folder.glob("*.json.gz"))


def name(path: Path) -> str:
    """Return the name of a file without its endings."""
    return path.name.partition(".")[0]


def read(path: Path) -> bytes:
    """Return what a compressed file holds."""
    unpack = lzma.decompress if path.suffix == ".xz" else gzip.decompress
    return unpack(path.read_bytes())


def write(path: Path, data: bytes) -> None:
    """Write a file so that the same data are the same bytes. A large one (.xz) is a quarter smaller than with gzip."""
    if path.suffix == ".xz":
        path.write_bytes(lzma.compress(data, preset=9 | lzma.PRESET_EXTREME))
    else:
        path.write_bytes(gzip.compress(data, 9, mtime=0))
