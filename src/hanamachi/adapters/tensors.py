"""Observations: views as tensors of int8, with named fields for each game.

The *observation* is a seat's present view. The *information state* is that and the whole story the seat has
heard (perfect recall). What a seat only remembers (finished rounds, cards seen in another hand, cards that
went back into the deck) is in the story, not in the observation.

Fields by seat begin with the observer and go on clockwise. A number that may be missing is stored as one
more, with 0 for none. Larger numbers have two digits to base 100. docs/research.md lists every field.
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
from hanamachi.games import modules

Tensor: TypeAlias = NDArray[np.int8]
Seen: TypeAlias = dict[str, Iterable[int]]  # the numbers of each field, in order

OBSERVATIONS = modules("hanamachi.adapters.observations.{}")


class Encoder(Protocol):
    """The interface of a game's module in `observations`."""

    def fields(self, seats: int) -> list[tuple[str, tuple[int, ...], str]]:
        """Return each field's name, shape and meaning."""
        ...

    def see(self, view: Any) -> Seen:
        """Return the numbers of every field."""
        ...

    def glance(self, view: Any) -> dict[str, Any]:
        """Return the same facts as names and numbers. Equal results have equal tensors, and the other way
        round."""
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
        """Return this field of one observation or of many, without a copy. Fields lie along the last axis."""
        part = tensor[..., self.offset : self.offset + self.size]
        return part.reshape(*tensor.shape[:-1], *self.shape)


class Layout(Struct, frozen=True):
    fields: tuple[Field, ...]
    size: int

    def __getitem__(self, name: str) -> Field:
        return next(field for field in self.fields if field.name == name)


def encoder(name: str) -> Encoder:
    if name not in OBSERVATIONS:
        raise BadSetting("no_tensors", name=name, known=tuple(OBSERVATIONS))
    module: Any = import_module(OBSERVATIONS[name])
    return module  # type: ignore[no-any-return]


@cache
def layout(setting: Setting) -> Layout:
    fields, offset = list[Field](), 0
    for name, shape, about in encoder(setting.name).fields(setting.seats):
        fields.append(Field(name, shape, offset, about))
        offset += fields[-1].size
    return Layout(tuple(fields), offset)


def observation(name: str, view: Any) -> Tensor:
    """Return the observation of a view's seat."""
    return np.array(list(chain.from_iterable(encoder(name).see(view).values())), np.int8)


def observation_text(name: str, view: Any) -> str:
    return msgspec.json.encode(encoder(name).glance(view), order="sorted").decode()


def information_text(view: Any, story: Sequence[Told]) -> str:
    """Return the information state as text: the view, and every line of the story."""
    return msgspec.json.encode({"view": view, "story": story}, order="sorted").decode()


# ------------------------------------------------------------------ helpers of the modules in `observations`


def seats_from(seat: Seat | None, seats: int) -> list[Seat]:
    """Return the seats clockwise, the observer first. Spectators look from seat 0."""
    return [((seat or 0) + n) % seats for n in range(seats)]


def one_of(thing: int | None, count: int) -> list[int]:
    """Return a one-hot list; all 0 for None."""
    return [int(thing == place) for place in range(count)]


def set_of(things: Iterable[int], count: int) -> list[int]:
    there = set(things)
    return [int(place in there) for place in range(count)]


def counted(things: Sequence[int], count: int) -> list[int]:
    return [things.count(place) for place in range(count)]


def row_of(things: Sequence[int | None], length: int) -> list[int]:
    """Return things in their order, each as its number plus one, padded with 0."""
    told = [0 if thing is None else thing + 1 for thing in things]
    return told + [0] * (length - len(told))


def digits(number: int) -> tuple[int, int]:
    """Return the two digits to base 100."""
    return divmod(number, 100)


def flat(parts: Iterable[Iterable[int]]) -> list[int]:
    return list(chain.from_iterable(parts))


def ending(view: Any, order: Sequence[Seat]) -> Seen:
    """Return the last fields of every observation: whether the game is over, and the winners."""
    winners = view.outcome.winners if view.outcome else ()
    return {"over": [int(view.outcome is not None)], "winners": [int(seat in winners) for seat in order]}


def asking(view: Any, order: Sequence[Seat]) -> Seen:
    """Return the first fields of every observation: the observer, and the seat that must decide."""
    asked = view.prompt.seat if view.prompt else None
    return {"me": one_of(view.seat, len(order)), "asked": [int(seat == asked) for seat in order]}


def common_first(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        ("me", (seats,), "the number of the seat that looks; none: the gallery"),
        ("asked", (seats,), "by seat: who must decide; none: nature, or nobody"),
    ]


def common_last(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [("over", (1,), "the game is over"), ("winners", (seats,), "by seat")]
