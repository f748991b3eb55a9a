"""Observe Okiya: the garden, the geishas, the tile that was taken last."""

from typing import Any

import msgspec

from hanamachi.adapters.tensors import (
    Seen,
    asking,
    common_first,
    common_last,
    digits,
    ending,
    flat,
    one_of,
    seats_from,
    set_of,
)
from hanamachi.games.okiya.pieces import FEATURES, PLANTS, SQUARES, feature, plant
from hanamachi.games.okiya.view import OkiyaView

SIZE = len(SQUARES)


def fields(seats: int) -> list[tuple[str, tuple[int, ...], str]]:
    return [
        *common_first(seats),
        ("starter", (seats,), "by seat: who began this round"),
        ("plants", (SIZE, len(PLANTS)), "by square: the plant of its tile"),
        ("features", (SIZE, len(FEATURES)), "by square: the feature of its tile"),
        ("geishas", (seats, SIZE), "by seat and square"),
        ("last", (SIZE,), "the square that was taken last"),
        ("scoring", (1,), "the round has ended and is about to be scored"),
        ("score", (seats, 2), "by seat, two digits: rounds won, or points in points mode"),
        *common_last(seats),
    ]


def see(view: OkiyaView) -> Seen:
    order = seats_from(view.seat, 2)
    tiles = [*view.layout, *[None] * (SIZE - len(view.layout))]
    return {
        **asking(view, order),
        "starter": [int(seat == view.starter) for seat in order],
        "plants": flat(one_of(None if tile is None else plant(tile), len(PLANTS)) for tile in tiles),
        "features": flat(one_of(None if tile is None else feature(tile), len(FEATURES)) for tile in tiles),
        "geishas": flat(set_of(bits(view.geishas[seat]), SIZE) for seat in order),
        "last": one_of(view.last, SIZE),
        "scoring": [int(view.scoring is not None)],
        "score": flat(digits(score(view)[seat]) for seat in order),
        **ending(view, order),
    }


def glance(view: OkiyaView) -> dict[str, Any]:
    told: dict[str, Any] = msgspec.to_builtins(view)
    for memory in ("round", "rounds", "wins", "points"):
        del told[memory]
    return told | {"score": score(view)}


def score(view: OkiyaView) -> tuple[int, ...]:
    """Return the score that decides the match: points or won rounds."""
    return view.points if view.options.match == "points" else view.wins


def bits(mask: int) -> list[int]:
    return [square for square in SQUARES if mask >> square & 1]
