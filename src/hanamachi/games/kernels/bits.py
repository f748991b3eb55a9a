"""Sets of small numbers as the bits of a mask."""

from typing import Any

from numba.extending import intrinsic

from hanamachi.games.kernels.compiling import inner


def _popcount(_typing: Any, mask: Any) -> Any:
    """Count bits by one machine instruction, for which numba has no function."""
    return mask(mask), lambda _context, builder, _signature, masks: builder.ctpop(masks[0])


count: Any = intrinsic(_popcount)


@inner
def lowest(mask: int) -> int:
    """Return the least number of a set."""
    first: int = count((mask & -mask) - 1)
    return first
