"""The value table of Mai-Star: a seat's chance to win at the end of a festival, from the result or the
totals; in decided games, its place and lead.

The poorest seat starts the next festival (M31). In Management mode it also chooses its geisha first (M33),
and that is worth more than many points.
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
DECIDED = 0.005  # a chance to win below this counts as none, and above 1 minus this as sure
CARE = 0.9  # the share of place and lead in the worth, once the game is decided
WIDE = 200  # larger leads count as this one
PLAIN = (0.05, 0.10)  # worth of a point in log odds after one festival and after two, where geishas stay


class Promise(msgspec.Struct, frozen=True):
    """The parameters of the log odds to win."""

    point: float
    places: tuple[float, ...]  # of the starter, the next to the left, and so on


class Sheet(msgspec.Struct, frozen=True):
    """The parameters learned from self-play in Management mode: docs/training.md."""

    management: dict[int, tuple[Promise, Promise]]  # by seats, after one festival and after two
    games: int  # for each number of seats


def read(sheet: Path) -> Sheet:
    return msgspec.json.decode(sheet.read_bytes(), type=Sheet)


def write(sheet: Path, learned: Sheet) -> None:
    sheet.write_bytes(msgspec.json.format(msgspec.json.encode(learned)) + b"\n")


LEARNED = read(SHEET)
POINTS = np.zeros((2, MOST + 1, ROUNDS))  # by management, seats and finished festivals
PLACES = np.zeros((2, MOST + 1, ROUNDS, MOST))
POINTS[0, :, 1:] = PLAIN
for _seats, _promises in LEARNED.management.items():
    for _festivals, _promise in enumerate(_promises, 1):
        POINTS[1, _seats, _festivals] = _promise.point
        PLACES[1, _seats, _festivals, :_seats] = _promise.places


@inner
def score(table: Table, seat: int) -> int:
    """Return the number that ranks seats: points, and where they are equal fewer cards left (M32)."""
    return int(table.totals[seat] * 100 - table.left[seat])


@inner
def victory(table: Table, seat: int) -> float:
    """Return the share of the victory of a seat in a finished game (M32)."""
    own, better, equal = score(table, seat), 0, 0
    for other in range(table.seats):
        theirs = score(table, other)
        better += theirs > own
        equal += theirs == own
    return 0.0 if better else 1.0 / equal


@inner
def chance_to_win(table: Table, festivals: int, seat: int) -> float:
    """Return the chance to win after so many festivals, when the starter of the next is known."""
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
