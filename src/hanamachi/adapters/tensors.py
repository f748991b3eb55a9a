"""Views as tensors of int8, with a named layout for each game.

The *observation* is what lies before a seat now. The *information state* is that and the whole story the
seat has heard (perfect recall). What a seat only remembers (finished rounds, cards seen in another hand,
cards that went back into the deck) is in the story, not in the observation.

Fields by seat begin with the seat that looks and go on clockwise. A number that may be missing is told as one
more, and 0 is none. Larger numbers stand in two digits to base 100. docs/research.md lists every field.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from itertools import chain
from math import prod
from typing import Any, Protocol, TypeAlias

import msgspec
import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from hanamachi.adapters.setting import BadSetting, Setting
from hanamachi.core.game import Seat, Told

Tensor: TypeAlias = NDArray[np.int8]
Seen: TypeAlias = dict[str, Iterable[int]]  # the numbers of each field, in order

SIGHTS = {
    "okiya": "hanamachi.adapters.sights.okiya",
    "hanamikoji": "hanamachi.adapters.sights.hanamikoji",
    "geishas_road": "hanamachi.adapters.sights.geishas_road",
    "mai_star": "hanamachi.adapters.sights.mai_star",
}


class Sight(Protocol):
    """What a game's module in `sights` has."""

    def fields(self, seats: int) -> list[tuple[str, tuple[int, ...], str]]:
        """Each field's name, shape and meaning."""
        ...

    def see(self, view: Any) -> Seen:
        """The numbers of every field."""
        ...

    def glance(self, view: Any) -> dict[str, Any]:
        """The same as words and numbers: equal glances have equal tensors, and the other way round."""
        ...


class Field(Struct, frozen=True):
    name: str
    shape: tuple[int, ...]
    offset: int
    about: str

    @property
    def size(self) -> int:
        return prod(self.shape)

    def of(self, tensor: Tensor) -> Tensor:
        """This field of an observation, or of many (fields lie along the last axis); not a copy."""
        part = tensor[..., self.offset : self.offset + self.size]
        return part.reshape(*tensor.shape[:-1], *self.shape)


class Layout(Struct, frozen=True):
    fields: tuple[Field, ...]
    size: int

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


def sight(name: str) -> Sight:
    if name not in SIGHTS:
        raise BadSetting("no_tensors", name=name, known=tuple(SIGHTS))
    module: Any = import_module(SIGHTS[name])
    return module  # type: ignore[no-any-return]


@cache
def layout(setting: Setting) -> Layout:
    fields, offset = list[Field](), 0
    for name, shape, about in sight(setting.name).fields(setting.seats):
        fields.append(Field(name, shape, offset, about))
        offset += fields[-1].size
    return Layout(tuple(fields), offset)


def observation(name: str, view: Any) -> Tensor:
    """What lies before the seat of this view."""
    return np.array(list(chain.from_iterable(sight(name).see(view).values())), np.int8)


def observation_text(name: str, view: Any) -> str:
    return msgspec.json.encode(sight(name).glance(view), order="sorted").decode()


def information_text(view: Any, story: Sequence[Told]) -> str:
    """All that a seat may know, and every line it has heard."""
    return msgspec.json.encode({"view": view, "story": story}, order="sorted").decode()


# ------------------------------------------------------------------ how the modules in `sights` say things


def seats_from(seat: Seat | None, seats: int) -> list[Seat]:
    """Clockwise, the one who looks first. The gallery looks from seat 0."""
    return [((seat or 0) + n) % seats for n in range(seats)]


def one_of(thing: int | None, count: int) -> list[int]:
    """1 in its place; all 0 for none."""
    return [int(thing == place) for place in range(count)]


def set_of(things: Iterable[int], count: int) -> list[int]:
    there = set(things)
    return [int(place in there) for place in range(count)]


def counted(things: Sequence[int], count: int) -> list[int]:
    return [things.count(place) for place in range(count)]


def row_of(things: Sequence[int | None], length: int) -> list[int]:
    """Things in their order, each as one more than its number; 0 where there is none."""
    told = [0 if thing is None else thing + 1 for thing in things]
    return told + [0] * (length - len(told))


def digits(number: int) -> tuple[int, int]:
    """To base 100."""
    return divmod(number, 100)


def flat(parts: Iterable[Iterable[int]]) -> list[int]:
    return list(chain.from_iterable(parts))


def ending(view: Any, order: Sequence[Seat]) -> Seen:
    """How every view ends: whether the game is over, and who has won."""
    winners = view.outcome.winners if view.outcome else ()
    return {"over": [int(view.outcome is not None)], "winners": [int(seat in winners) for seat in order]}


def asking(view: Any, order: Sequence[Seat]) -> Seen:
    """How every view begins: who looks, and who is asked."""
    asked = view.prompt.seat if view.prompt else None
    return {"me": one_of(view.seat, len(order)), "asked": [int(seat == asked) for seat in order]}


def common_first(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        ("me", (seats,), "the number of the seat that looks; none: the gallery"),
        ("asked", (seats,), "by seat: who must decide; none: nature, or nobody"),
    ]


def common_last(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [("over", (1,), "the game is over"), ("winners", (seats,), "by seat")]
