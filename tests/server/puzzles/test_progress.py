"""Days in a row, the first rating of a puzzle, and the turns of the puzzle of the day."""

import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.puzzle import shipped
from hanamachi.server.puzzles.progress import counted_days
from hanamachi.server.puzzles.shelf import Shelf, first_rating

SHELF = Shelf(GAMES["okiya"], list(shipped(GAMES["okiya"])))


@pytest.mark.parametrize(
    ("days", "row", "today"),
    [([], 0, False), ([100], 1, True), ([99], 1, False), ([98], 0, False), ([97, 98, 99, 100], 4, True),
     ([96, 98, 99], 2, False), ([101], 0, False)],
)  # fmt: skip
def test_a_row_lasts_until_a_whole_day_is_missed(days: list[int], row: int, today: bool) -> None:
    found = counted_days(days, 100)
    assert (found.row, found.today) == (row, today)
    assert found.week == [day in days for day in range(94, 101)]


def test_each_puzzle_is_that_of_one_day_in_a_turn() -> None:
    count = len(SHELF.by_id)
    turn = [SHELF.of_day(day) for day in range(5 * count, 6 * count)]
    assert sorted(turn) == sorted(SHELF.by_id)
    assert turn != [SHELF.of_day(day) for day in range(6 * count, 7 * count)]


def test_a_puzzle_that_more_levels_find_begins_with_a_lower_rating() -> None:
    by_tries: dict[int, list[float]] = {}
    for puzzle in SHELF.puzzles:
        found = sum(map(int, puzzle.line.found))
        by_tries.setdefault(found, []).append(first_rating(SHELF.game, puzzle).rating)
    means = [sum(ratings) / len(ratings) for _, ratings in sorted(by_tries.items())]
    assert len(means) > 3
    assert means[0] > means[-1] + 100
