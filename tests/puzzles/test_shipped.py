"""The puzzles that ship: enough of them, no two alike, and a sample of each game solved again."""

from random import Random

import msgspec
import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.puzzle import shipped
from hanamachi.puzzles.subject import subjects
from tests.puzzles.solving import solve_again

SAMPLE = {"okiya": 12, "hanamikoji": 3, "geishas_road": 3, "mai_star": 2}


@pytest.mark.parametrize("game", subjects())
def test_a_sample_is_solved_again(game: str) -> None:
    puzzles = shipped(GAMES[game])
    for puzzle in Random(game).sample(list(puzzles), min(SAMPLE[game], len(puzzles))):
        solve_again(puzzle)


@pytest.mark.parametrize("game", subjects())
def test_ids_and_ways_differ(game: str) -> None:
    puzzles = shipped(GAMES[game])
    assert puzzles
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


def test_no_two_positions_are_the_same() -> None:
    """Of the game with the most puzzles; `fuzz_puzzles` looks at all games."""
    found = shipped(GAMES["okiya"])
    same = subjects()["okiya"].same
    assert len({msgspec.json.encode(same(each.position(GAMES["okiya"]))) for each in found}) == len(found)


def test_every_kind_and_theme_has_a_phrase_in_every_language() -> None:
    for name, subject in subjects().items():
        for lang in ("en", "fr", "pl"):
            words = GAMES[name].text.words(lang).phrases
            assert all(f"puzzle.task.{kind}" in words for kind in subject.kinds)
            assert all(f"puzzle.theme.{theme}" in words for theme in subject.themes)
