"""Encode a layout as a short code to share: its rank among all 16! layouts in Crockford's base 32."""

from collections.abc import Sequence

from hanamachi.core.game import Layouts, Move
from hanamachi.core.words import Refusal
from hanamachi.games.okiya.moves import Begin, Lay
from hanamachi.games.okiya.pieces import TILES

SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
LENGTH = 9
TYPED = str.maketrans("OIL", "011", "- ")


class BadLayout(Refusal):
    pass


def encode(layout: Sequence[int]) -> str:
    rank, left = 0, list(TILES)
    for tile in layout:
        rank = rank * len(left) + left.index(tile)
        left.remove(tile)
    return "".join(SIGNS[rank >> 5 * place & 31] for place in reversed(range(LENGTH)))


def decode(code: str) -> tuple[int, ...]:
    signs = code.upper().translate(TYPED)
    if len(signs) != LENGTH or not set(signs) <= set(SIGNS):
        raise BadLayout("bad_layout", code=code)
    rank = sum(SIGNS.index(sign) << 5 * place for place, sign in enumerate(reversed(signs)))
    return _unrank(rank, code)


def _unrank(rank: int, code: str) -> tuple[int, ...]:
    digits = []
    for base in range(1, len(TILES) + 1):
        rank, digit = divmod(rank, base)
        digits.append(digit)
    if rank:
        raise BadLayout("layout_too_high", code=code, last=encode(TILES[::-1]))
    left = list(TILES)
    return tuple(left.pop(digit) for digit in reversed(digits))


def read(code: str) -> list[Move]:
    return [Lay(tile) for tile in decode(code)]


def write(moves: Sequence[Move]) -> str:
    """Return the code of the first round's garden."""
    return encode([move.tile for move in moves if isinstance(move, Lay)][: len(TILES)])


LAYOUTS = Layouts(read, write, begins=Begin)
