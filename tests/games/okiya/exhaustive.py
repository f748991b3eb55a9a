"""Okiya by brute force: every position of a round, ply by ply, and back. No pruning, no kernel.

A position is one number: the first player's geishas (16 bits), the second player's (16 bits), and one more
than the square taken last (0 before the first move).
"""

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Ints = NDArray[np.int64]

FIGURES = """
    a1b1c1d1 a2b2c2d2 a3b3c3d3 a4b4c4d4
    a1a2a3a4 b1b2b3b4 c1c2c3c4 d1d2d3d4
    a1b2c3d4 d1c2b3a4
    a1b1a2b2 b1c1b2c2 c1d1c2d2
    a2b2a3b3 b2c2b3c3 c2d2c3d3
    a3b3a4b4 b3c3b4c4 c3d3c4d4
"""
EDGE = "a1b1c1d1 a2 d2 a3 d3 a4b4c4d4"


def squares(names: str) -> list[int]:
    return ["abcd".index(column) + 4 * "1234".index(row) for column, row in re.findall("(.)([1-4])", names)]


WINNING = [sum(2**square for square in squares(figure)) for figure in FIGURES.split()]
WON: NDArray[np.bool_] = np.logical_or.reduce([np.arange(2**16) & figure == figure for figure in WINNING])


def position(first: int, second: int, last: int) -> int:
    return first + second * 2**16 + (last + 1) * 2**32


def fields(positions: Ints) -> tuple[Ints, Ints, Ints]:
    return positions % 2**16, positions // 2**16 % 2**16, positions // 2**32


class Ply(NamedTuple):
    """The positions after as many moves, in rising order, and for each square who may take it: pairs of
    the places of these positions, and of the positions they lead to in the next ply."""

    positions: Ints
    moves: list[tuple[Ints, Ints]]


class Spot(NamedTuple):
    """A position in which nobody has a pattern: its ply and its place there, and what the mover sees."""

    ply: int
    place: int
    mine: int
    theirs: int
    last: int


class Round:
    """All that can follow a position, solved for both rules on full boards."""

    def __init__(self, layout: Sequence[int], first: int = 0, second: int = 0, last: int = -1) -> None:
        self.start = first.bit_count() + second.bit_count()
        self.plies = list(unfold(layout, self.start, np.array([position(first, second, last)])))
        self.values = {rule: settle(self.plies, self.start, rule) for rule in ("last_mover", "draw")}

    def value(self, ply: int, place: int, full_board: str) -> int:
        """What the position is worth to its mover: 17 - p for a win after p plies of the round."""
        return int(self.values[full_board][ply][place])

    def worths(self, ply: int, place: int, full_board: str) -> list[int | None]:
        """What taking each square is worth; None if it may not be taken."""
        found: list[int | None] = []
        for before, after in self.plies[ply].moves:
            at = int(np.searchsorted(before, place))  # the places are in rising order
            legal = at < len(before) and before[at] == place
            found.append(-self.value(ply + 1, int(after[at]), full_board) if legal else None)
        return found

    def spot(self, rng: Random) -> Spot:
        """One at random, from each ply as often as from another."""
        while True:
            ply = rng.choice([ply for ply, (positions, _) in enumerate(self.plies) if len(positions)])
            place = rng.randrange(len(self.plies[ply].positions))
            first, second, last = map(int, fields(self.plies[ply].positions[place]))
            mine, theirs = (first, second) if (self.start + ply) % 2 == 0 else (second, first)
            if not WON[[mine, theirs]].any():
                return Spot(ply, place, mine, theirs, last - 1)

    def __len__(self) -> int:
        return sum(len(ply.positions) for ply in self.plies)


def unfold(layout: Sequence[int], start: int, positions: Ints) -> Iterator[Ply]:
    allowed = neighbours(layout)
    for geishas in range(start, 17):
        steps = list(moves(positions, geishas, allowed))
        following, places = np.unique(np.concatenate([after for _, after in steps]), return_inverse=True)
        ends = np.cumsum([len(before) for before, _ in steps])
        split = np.split(places, ends[:-1])
        yield Ply(positions, [(before, after) for (before, _), after in zip(steps, split, strict=True)])
        positions = following


def neighbours(layout: Sequence[int]) -> NDArray[np.bool_]:
    """Row 0: the squares open to the first move. Row s + 1: those open after square s."""
    plants, features = np.divmod(np.array(layout), 4)
    matching = (plants[:, None] == plants) | (features[:, None] == features)
    return np.vstack([np.isin(np.arange(16), squares(EDGE)), matching])


def moves(positions: Ints, geishas: int, allowed: NDArray[np.bool_]) -> Iterator[tuple[Ints, Ints]]:
    """For each square, the places of the positions in which it may be taken, and what these become."""
    first, second, last = fields(positions)
    over = WON[first] | WON[second]
    for square in range(16):
        empty = (first | second) >> square & 1 == 0
        before = np.flatnonzero(empty & allowed[last, square] & ~over)
        geisha = 2**square if geishas % 2 == 0 else 2 ** (16 + square)
        yield before, first[before] + second[before] * 2**16 + geisha + (square + 1) * 2**32


def settle(plies: list[Ply], start: int, full_board: str) -> list[NDArray[np.int8]]:
    """The values of all positions, from the last ply to the first."""
    values: list[NDArray[np.int8]] = []
    for geishas in range(16, start - 1, -1):
        ply = plies[geishas - start]
        # Who is to move has lost, unless a move says otherwise: any is better than to be lost at once.
        value = np.full(len(ply.positions), geishas - 17, np.int8)
        if geishas == 16 and full_board == "draw":
            first, second, _ = fields(ply.positions)
            value[~WON[first] & ~WON[second]] = 0
        for before, after in ply.moves:
            if len(before):
                value[before] = np.maximum(value[before], -values[0][after])
        values.insert(0, value)
    return values
