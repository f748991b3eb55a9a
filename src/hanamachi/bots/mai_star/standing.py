"""What a table is worth to a seat when a festival is over: the game's result, or what the totals promise,
and where the game is decided already, place and lead.

The poorest starts the next festival (M31). In Management mode she also chooses her geisha first (M33), and
that is worth more than many points.
"""

from math import exp
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.kernel.layout import Table
from hanamachi.games.mai_star.pieces import ROUNDS

SHEET = Path(__file__).with_name("standing.json")
FEWEST, MOST = GAME.seats[0], GAME.seats[-1]
DECIDED = 0.005  # a chance to win that is as good as none, or as near to 1
CARE = 0.9  # what place and lead count for beside the chance to win, once that is decided
WIDE = 200  # points of lead or deficit that are as good as any more
PLAIN = (0.05, 0.10)  # a point after one festival and after two, where geishas stay


class Promise(msgspec.Struct, frozen=True):
    """What makes the odds to win, as logarithms."""

    point: float
    places: tuple[float, ...]  # of the starter, the next to the left, and so on


class Sheet(msgspec.Struct, frozen=True):
    """What was learned from self-play in Management mode: docs/training.md."""

    management: dict[int, tuple[Promise, Promise]]  # by seats, after one festival and after two
    games: int  # for each number of seats


def read(sheet: Path) -> Sheet:
    return msgspec.json.decode(sheet.read_bytes(), type=Sheet)


def write(sheet: Path, learned: Sheet) -> None:
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(learned)) + b"\n")


LEARNED = read(SHEET)
POINTS = np.zeros((2, MOST + 1, ROUNDS))  # by management, seats and festivals that are over
PLACES = np.zeros((2, MOST + 1, ROUNDS, MOST))
POINTS[0, :, 1:] = PLAIN
for _seats, _promises in LEARNED.management.items():
    for _festivals, _promise in enumerate(_promises, 1):
        POINTS[1, _seats, _festivals] = _promise.point
        PLACES[1, _seats, _festivals, :_seats] = _promise.places


@inner
def score(table: Table, seat: int) -> int:
    """Return what decides who is better: points, and where they are equal fewer cards left (M32)."""
    return int(table.totals[seat] * 100 - table.left[seat])


@inner
def victory(table: Table, seat: int) -> float:
    """The share of a seat in a game that is over (M32)."""
    own, better, equal = score(table, seat), 0, 0
    for other in range(table.seats):
        theirs = score(table, other)
        better += theirs > own
        equal += theirs == own
    return 0.0 if better else 1.0 / equal


@inner
def chance_to_win(table: Table, festivals: int, seat: int) -> float:
    """After so many festivals, when it is known who starts the next."""
    seats, variant, whole = table.seats, int(table.management), 0.0
    point, places = POINTS[variant, seats, festivals], PLACES[variant, seats, festivals]
    own = places[(seat - table.starter) % seats]
    for other in range(seats):
        beside = places[(other - table.starter) % seats] - own
        whole += exp(point * (table.totals[other] - table.totals[seat]) + beside)
    return 1.0 / whole


def decided(means: NDArray[np.float64]) -> bool:
    """Return whether every choice wins, or every choice loses, as far as playouts can tell."""
    return bool((means <= DECIDED).all() or (means >= 1 - DECIDED).all())


@inner
def place_and_lead(table: Table, seat: int) -> float:
    """Return, from 0 to 1, how a seat stands: half for its place, half for its lead over the best other."""
    own, beaten, best = score(table, seat), 0.0, 0
    for other in range(table.seats):
        if other != seat:
            theirs = score(table, other)
            beaten += 1.0 if theirs < own else 0.5 if theirs == own else 0.0
            best = max(best, table.totals[other])
    lead = min(max(table.totals[seat] - best, -WIDE), WIDE)
    standing: float = beaten / (table.seats - 1) / 2 + (lead / WIDE + 1) / 4
    return standing
