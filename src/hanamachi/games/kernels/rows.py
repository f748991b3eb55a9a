"""Rows of whole numbers."""

from typing import Any

from hanamachi.games.kernels.compiling import inner


@inner(inline="always")
def copy(source: Any, target: Any) -> None:
    """Written out: `target[:] = source` costs numba seconds to compile, for the sentences of its errors."""
    for i in range(len(source)):
        target[i] = source[i]
