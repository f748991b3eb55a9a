"""How the kernel is compiled: every function once for all, on disk, so that an interrupted start is not lost.

numba throws a cached function away when its own file has changed, but not when a function that it calls has.
A function here is as old as the newest file of the kernel.
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
    """For callers that are compiled too: Python cannot call it, which saves a fifth of the compiling."""
    return _cached(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)


def entry(function: F) -> F:
    """For Python."""
    return _cached(function)


def _cached(function: F, **without: bool) -> F:
    compiled = jit(cache=True, nogil=True, error_model="numpy", **without)(function)
    index = compiled._cache._cache_file
    index._source_stamp = (index._source_stamp, stamp())
    declared: F = compiled
    return declared


def stamp() -> tuple[tuple[float, int], ...]:
    """When each file was written, and its size."""
    return tuple((found.st_mtime, found.st_size) for found in (path.stat() for path in SOURCES))
