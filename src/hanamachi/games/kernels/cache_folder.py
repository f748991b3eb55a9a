"""Choose the folder in which compiled kernels are cached on disk.

A server may run from a package that it cannot write to, as a user without a home, on a file system that is
read-only but for one folder. So several places are tried. If all fail, kernels are kept only in memory.
"""

import logging
import os
import sys
import tempfile
from collections.abc import Iterator
from functools import cache
from hashlib import sha1
from pathlib import Path

LOG = logging.getLogger(__name__)
LAST_RESORT = "HANAMACHI_LAST_CACHE"  # an environment variable: the folder to try last


def fall_back_to(folder: Path) -> None:
    """Name the last place to try, for this process and all that it starts."""
    os.environ[LAST_RESORT] = str(folder)


def folders(source: Path) -> Iterator[Path]:
    """Yield where kernels of a source file may be kept, the best place first."""
    given = os.environ.get
    if base := given("NUMBA_CACHE_DIR"):
        yield Path(base) / part(source)
    if base := given("CACHE_DIRECTORY", "").partition(os.pathsep)[0]:  # systemd may name several
        yield Path(base) / "kernels" / part(source)
    if base := given("XDG_CACHE_HOME"):
        yield Path(base) / "numba" / part(source)
    yield source.parent / "__pycache__"
    if (base := os.path.expanduser(users_cache())).startswith(os.sep):
        yield Path(base) / "numba" / part(source)
    if base := given(LAST_RESORT):
        yield Path(base) / part(source)


def folders_to_read(source: Path) -> list[Path]:
    """Return where kernels of a source file may lie. A folder named for numba is the only one."""
    return list(folders(source))[: 1 if os.environ.get("NUMBA_CACHE_DIR") else None]


def users_cache() -> str:
    return "~/Library/Caches" if sys.platform == "darwin" else "~/.cache"


def part(source: Path) -> str:
    """Return the folder of a source file inside a cache, named as numba names it."""
    return f"{source.parent.name}_{sha1(str(source.parent).encode()).hexdigest()}"


def writable_folder(source: Path) -> Path | None:
    """Return the first of the folders that can be written to, and warn once if there is none."""
    found = next(filter(is_writable, folders(source)), None)
    if found is None:
        warn_once()
    return found


@cache
def is_writable(folder: Path) -> bool:
    """Find out by writing: permissions alone do not tell of a read-only file system."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=folder).close()
    except OSError:
        return False
    return True


@cache
def warn_once() -> None:
    LOG.warning("no folder for compiled kernels: every process compiles its own; set NUMBA_CACHE_DIR")
