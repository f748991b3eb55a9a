"""Numbers that are none: True equals 1 and 2.0 equals 2, so that a law would take them for a card or a place.

What is read from files and sockets is checked there; this is for moves that are made by hand.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

LOOK_LIKE_NUMBERS = frozenset({bool, float})


def well_formed(move: Struct) -> bool:
    """Whether all numbers in a move are whole ones, and yes or no stands only where it is asked for."""
    strange = strangers(type(move))
    if strange is None:
        return LOOK_LIKE_NUMBERS.isdisjoint(map(type, astuple(move)))
    return not any(holds(value, kinds) for value, kinds in zip(astuple(move), strange, strict=True))


def holds(value: Any, kinds: frozenset[type]) -> bool:
    return type(value) in kinds or (type(value) is tuple and any(holds(each, kinds) for each in value))


@cache
def strangers(kind: type[Struct]) -> tuple[frozenset[type], ...] | None:
    """Field by field, what must not stand there. None: in all that look like numbers, as in most moves."""
    hints = get_type_hints(kind)
    if all(hints[name] is int for name in kind.__struct_fields__):
        return None
    return tuple(LOOK_LIKE_NUMBERS - set(parts(hints[name])) for name in kind.__struct_fields__)


def parts(hint: Any) -> Iterable[Any]:
    """A type, and all that it is made of."""
    yield hint
    for part in get_args(hint):
        yield from parts(part)
