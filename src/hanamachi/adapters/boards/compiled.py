"""How the boards are compiled: on disk, without Python's lock, and anew whenever a kernel below them changes.

numba throws a cached function away when its own file has changed, but not when a function that it calls has.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).parent
PACKAGE = HERE.parents[1]
SOURCES = (*HERE.glob("*.py"), *(HERE.parent / "sights").glob("*.py"), *(PACKAGE / "games").rglob("*.py"))
STAMP = tuple(sorted((path.name, path.stat().st_mtime, path.stat().st_size) for path in SOURCES))
jit: Any = njit  # numba knows more options than its types do


def compiled(function: F) -> F:
    fast = jit(cache=True, nogil=True, error_model="numpy")(function)
    index = fast._cache._cache_file
    index._source_stamp = (index._source_stamp, STAMP)
    declared: F = fast
    return declared
