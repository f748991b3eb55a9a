"""Encode a heard story as a tensor of bits, line by line, for perfect recall.

A line is a number: 0 for none yet, then the ids of decisions, then those of nature's moves, then the kinds of
veiled moves. The public facts of a veiled move (seats) follow with three bits each, as seat + 1. The seat
that moved needs no bits: it follows from the lines before.
"""

from collections.abc import Sequence
from functools import cache

import numpy as np

from hanamachi.adapters.actions import actions
from hanamachi.adapters.setting import Setting
from hanamachi.adapters.tensors import Tensor
from hanamachi.core.game import Told, Veiled

SHOWN, SEAT_BITS = 2, 3


class Ear:
    """Encodes the story lines of one setting."""

    def __init__(self, setting: Setting) -> None:
        table = actions(setting)
        self.numbers = {move: 1 + n for n, move in enumerate((*table.decisions, *table.nature))}
        kinds = sorted({type(move).__name__ for move in self.numbers})
        self.veiled = {kind: 1 + len(self.numbers) + n for n, kind in enumerate(kinds)}
        self.number_bits = (len(self.numbers) + len(kinds)).bit_length()

    @property
    def line_bits(self) -> int:
        return self.number_bits + SHOWN * SEAT_BITS

    def line(self, told: Told) -> list[int]:
        """Return one line's bits, the lowest first."""
        if not isinstance(told.move, Veiled):
            return bits(self.numbers[told.move], self.line_bits)
        number, place = self.veiled[told.move.kind], self.number_bits
        for _, seat in sorted(told.move.shown.items()):
            number |= (seat + 1) << place
            place += SEAT_BITS
        return bits(number, self.line_bits)

    def story(self, lines: Sequence[Told], length: int) -> Tensor:
        """Return the whole story, padded with zeros to `length` lines."""
        tensor = np.zeros((length, self.line_bits), np.int8)
        if lines:
            tensor[: len(lines)] = [self.line(told) for told in lines]
        return tensor


def bits(number: int, width: int) -> list[int]:
    return [number >> place & 1 for place in range(width)]


@cache
def ear(setting: Setting) -> Ear:
    return Ear(setting)
