"""How the kernel is compiled: `inner` functions for their callers only, `entry` points on disk too.

numba throws a cached function away when its own file has changed, but not when a function that it calls has.
An entry point here is as old as the newest file it may have been compiled from.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from numba import njit

F = TypeVar("F", bound=Callable[..., Any])

HERE = Path(__file__).parent
jit: Any = njit  # numba knows more options than its types do
SOURCES = (*sorted(HERE.glob("*.py")), HERE.parent / "pieces.py")


def inner(function: F) -> F:
    compiled: F = jit(nogil=True, error_model="numpy", no_cpython_wrapper=True, no_cfunc_wrapper=True)(
        function
    )
    return compiled


def entry(function: F) -> F:
    compiled = jit(cache=True, nogil=True, error_model="numpy")(function)
    index = compiled._cache._cache_file
    index._source_stamp = (index._source_stamp, stamp())
    declared: F = compiled
    return declared


def stamp() -> tuple[tuple[float, int], ...]:
    """When each file was written, and its size."""
    return tuple((found.st_mtime, found.st_size) for found in (path.stat() for path in SOURCES))
