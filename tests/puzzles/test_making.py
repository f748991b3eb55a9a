"""Making puzzles: seeded, resumable, and no two the same."""

from pathlib import Path

import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.making import OtherJournal, maker
from hanamachi.puzzles.path import Setting, Walk, walked
from hanamachi.puzzles.puzzle import Puzzle, read
from hanamachi.puzzles.subject import subjects
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


def test_ends_are_played_again_and_every_way_leads_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    subject = subjects()["okiya"]
    opening = len(Walk(GAMES["okiya"], subject.settings[0], "test", 0).position().story)
    monkeypatch.setattr(subject, "endings", 2)
    monkeypatch.setattr(subject, "is_end", lambda position: len(position.story) > opening + 2)
    making = maker("okiya", "test", tmp_path / "journal")
    choices = list(making._choices(0))
    paths = [choice.path for choice in choices]
    first = next(choice.path for choice in choices if subject.is_end(choice.position))
    assert paths.count(paths[0]) == 1
    assert paths.count(first) == 3
    for choice in choices:
        again = walked(GAMES["okiya"], subject.settings[0], "test", 0, choice.path)
        assert again.state == choice.position.state


def test_no_puzzle_lies_on_the_way_to_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    subject = subjects()["okiya"]
    monkeypatch.setattr(subject, "a_game", 9)
    for apart in (False, True):
        monkeypatch.setattr(subject, "apart", apart)
        paths = [(each.line.number, each.line.path) for each in made(tmp_path / str(apart), 12)]
        behind = [a for a in paths for b in paths if a[0] == b[0] and a != b and a[1].startswith(b[1])]
        assert bool(behind) != apart


@pytest.mark.parametrize(
    ("found", "others", "too_easy"),
    [("033", [], False), ("333", [], False), ("333", ["333"], True), ("333", ["333", "033", "000"], False)],
)
def test_one_of_three_may_be_found_by_all(found: str, others: list[str], too_easy: bool) -> None:
    position = Walk(GAMES["okiya"], Setting(2), "test", 0).position()
    assert subjects()["okiya"].too_easy(position, [], found, others) == too_easy
