"""Copy rows of whole numbers in compiled code."""

from typing import Any

from hanamachi.games.kernels.compiling import inner


@inner(inline="always")
def copy(source: Any, target: Any) -> None:
    """Copy a row in a loop: `target[:] = source` costs numba seconds to compile, for its error messages."""
    for i in range(len(source)):
        target[i] = source[i]
