"""Making puzzles: seeded, resumable, and no two the same."""

from pathlib import Path

import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.making import OtherJournal, maker
from hanamachi.puzzles.puzzle import Puzzle, read
from tests.puzzles.solving import solve_again

HOUR = 3600.0


def made(journal: Path, count: int, seed: str = "test") -> list[Puzzle]:
    making = maker("okiya", seed, journal)
    making.make(count, HOUR, lambda _games, _count: None)
    return read(making.file(), GAMES["okiya"])


def test_it_goes_on_where_it_stopped_and_makes_the_same(tmp_path: Path) -> None:
    at_once = made(tmp_path / "one", 6)
    assert len(at_once) == 6
    made(tmp_path / "two", 3)
    journal = tmp_path / "two"
    journal.write_bytes(journal.read_bytes() + b'[99,0,"cut sho')  # the machine stopped here
    assert made(journal, 6) == at_once
    for puzzle in at_once:
        solve_again(puzzle)


def test_another_seed_is_another_journal(tmp_path: Path) -> None:
    first = made(tmp_path / "one", 2)
    with pytest.raises(OtherJournal):
        made(tmp_path / "one", 2, seed="other")
    assert made(tmp_path / "two", 2, seed="other") != first


def test_no_time_makes_nothing(tmp_path: Path) -> None:
    making = maker("okiya", "test", tmp_path / "one")
    making.make(5, 0.0, lambda _games, _count: None)
    assert read(making.file(), GAMES["okiya"]) == []
