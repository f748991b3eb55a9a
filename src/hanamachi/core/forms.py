"""Refuse numbers of the wrong type in moves: True equals 1 and 2.0 equals 2, so rules would take them for a
card.

Moves from files and sockets are checked when they are decoded; this is for moves that are made by hand.
"""

from collections.abc import Iterable
from functools import cache
from typing import Any, get_args, get_type_hints

from msgspec import Struct
from msgspec.structs import astuple

LOOK_LIKE_NUMBERS = frozenset({bool, float})


def well_formed(move: Struct) -> bool:
    """Return True if all numbers in a move are whole ones, and booleans stand only where they are
    expected."""
    strange = strangers(type(move))
    if strange is None:
        return LOOK_LIKE_NUMBERS.isdisjoint(map(type, astuple(move)))
    return not any(holds(value, kinds) for value, kinds in zip(astuple(move), strange, strict=True))


def holds(value: Any, kinds: frozenset[type]) -> bool:
    return type(value) in kinds or (type(value) is tuple and any(holds(each, kinds) for each in value))


@cache
def strangers(kind: type[Struct]) -> tuple[frozenset[type], ...] | None:
    """Return, field by field, the types that must not stand there. None: all numeric fields alike, as in most
    moves."""
    hints = get_type_hints(kind)
    if all(hints[name] is int for name in kind.__struct_fields__):
        return None
    return tuple(LOOK_LIKE_NUMBERS - set(parts(hints[name])) for name in kind.__struct_fields__)


def parts(hint: Any) -> Iterable[Any]:
    """Yield a type and all types that it is made of."""
    yield hint
    for part in get_args(hint):
        yield from parts(part)
