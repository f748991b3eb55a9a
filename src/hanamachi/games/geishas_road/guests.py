"""Count the points of guests (G27)."""

from functools import cache

from hanamachi.games.geishas_road.pieces import Counts

ALIKE = (0, 0, 1, 4)  # points of guests of one colour, by their number
DIFFERENT = (0, 0, 1, 3, 6, 10)  # points of guests of all different colours


def best_division(guests: Counts) -> int:
    """Return the most points that the guests of each colour can make, each guest in one set."""
    return _best(tuple(sorted(guests)))


@cache
def _best(guests: Counts) -> int:
    """Try each set of one colour, and the division of all the rest into sets of different colours."""
    alike = [
        ALIKE[n] + best_division((*guests[:at], held - n, *guests[at + 1 :]))
        for at, held in enumerate(guests)
        for n in range(2, held + 1)
    ]
    return max([*alike, _rows(guests)])


def _rows(guests: Counts) -> int:
    """Return the points of rows of different colours, each row as long as possible.

    A longer row is worth more for each guest, so filling the rows one after another is best.
    """
    return sum(DIFFERENT[sum(held > row for held in guests)] for row in range(max(guests)))
