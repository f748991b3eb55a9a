"""Verdicts: right, near, not this time, shown."""

from typing import Any

import pytest

from hanamachi.core.game import IllegalMove
from hanamachi.games import GAMES
from hanamachi.games.okiya.moves import Take
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.puzzle import Puzzle, Worth, shipped


def of_kind(game: str, kind: str) -> Puzzle:
    return next(each for each in shipped(GAMES[game]) if each.line.kind == kind)


def test_a_slower_win_is_near_and_a_loss_is_not() -> None:
    puzzle = OpenedPuzzle(of_kind("okiya", "win_in"), "en")
    for place, worth in enumerate(puzzle.worths):
        expected = "right" if place in puzzle.right else "near" if worth.result == "win" else "wrong"
        assert puzzle.judge(place).verdict == expected
    assert puzzle.judge(None).verdict == "shown"
    assert "wins in" in puzzle.judge(None).reason


@pytest.mark.parametrize(("below", "verdict"), [(0.0, "right"), (2.9, "near"), (3.0, "near"), (3.1, "wrong")])
def test_near_is_within_three_points(below: float, verdict: str, monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = OpenedPuzzle(of_kind("hanamikoji", "act"), "en")
    worths = [Worth(60.0, chance=0.6), *(Worth(60 - below, chance=0.5) for _ in puzzle.moves[1:])]
    monkeypatch.setattr(puzzle, "worths", worths)
    monkeypatch.setattr(puzzle, "right", puzzle.subject.right(worths))
    assert puzzle._verdict(1) == verdict


def test_a_loss_is_never_near() -> None:
    """In a match by points a loss may be few points below a win."""
    for line in (each for each in shipped(GAMES["okiya"])[:200] if each.line.kind == "points"):
        puzzle = OpenedPuzzle(line, "en")
        for place, worth in enumerate(puzzle.worths):
            assert worth.result == "win" or puzzle.judge(place).verdict == "wrong"


def test_a_move_that_is_not_legal_says_why() -> None:
    puzzle = OpenedPuzzle(of_kind("okiya", "only_move"), "en")
    taken = next(at for at in range(16) if Take(at) not in puzzle.moves)
    odd: Any = Take("x")  # type: ignore[arg-type]
    for move in (Take(taken), Take(16), odd):
        with pytest.raises(IllegalMove):
            puzzle.place_of(move)
