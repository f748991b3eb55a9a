"""Rating lists, and the fixed ratings of the bots in them."""

import pytest

from hanamachi.bots import ladder_of
from hanamachi.games import GAMES, OURS
from hanamachi.server.ratings.levels import is_solved, levels_of, measured
from hanamachi.server.ratings.lists import list_named, list_of, lists
from tools.research.level_ratings import OUT, level_ratings
from tools.research.long_run import Run


def test_each_game_has_one_list_and_the_roads_modes_are_apart() -> None:
    names = [each.name for each in lists() if GAMES[each.game] in OURS]
    assert names == [
        "okiya",
        "hanamikoji",
        *(f"geishas_road.{mode}" for mode in ("basic", "harder", "advanced")),
        "mai_star",
    ]
    assert list_named("geishas_road.harder") in lists()
    assert list_named("geishas_road") is None


@pytest.mark.parametrize(
    ("game", "options", "name"),
    [
        ("okiya", {}, "okiya"),
        ("okiya", {"match": "single"}, "okiya"),
        ("okiya", {"match": "points"}, None),
        ("okiya", {"no such": 1}, None),
        ("geishas_road", {}, "geishas_road.basic"),
        ("geishas_road", {"mode": "advanced"}, "geishas_road.advanced"),
        ("geishas_road", {"mode": "advanced", "destiny": True}, None),
        ("mai_star", {"management": True}, None),
    ],
)
def test_only_standard_options_are_rated(game: str, options: dict[str, object], name: str | None) -> None:
    found = list_of(GAMES[game], options)
    assert (found.name if found else None) == name


def test_the_levels_are_rated_by_the_long_run() -> None:
    """`python -m tools.research.level_ratings` writes them; docs/strength.md has the same numbers."""
    found = level_ratings(Run())
    assert found == measured(), f"{OUT.name} is older than the long run"
    okiya, hanamikoji = found["okiya"], found["hanamikoji"]
    assert okiya["adept"].rating == 1500 + 277  # one contest against the student: its very difference
    assert okiya["perfect"].rating == pytest.approx(1500 + 277 + 248, abs=1)  # two in a row
    low, high = okiya["adept"].interval
    assert (low, high) == pytest.approx((1500 + 247, 1500 + 304), abs=4)
    assert hanamikoji["novice"].rating == pytest.approx(1500 - 235, abs=1)
    assert 1500 + 158 - 3 < hanamikoji["adept"].rating < 1500 + 158 + 3


def test_the_student_has_1500_in_every_list() -> None:
    for each in lists():
        if GAMES[each.game] in OURS:
            levels = levels_of(each.name)
            assert (levels["student"].rating, levels["student"].deviation) == (1500, 0)
            assert set(levels) <= set(ladder_of(each.game).names)
            assert list(levels.values()) == sorted(levels.values(), key=lambda level: level.rating)
    assert "random" not in levels_of("mai_star")  # lost everything: how weak it is nobody knows
    assert levels_of("no such list") == {}


def test_the_game_that_is_solved_says_so() -> None:
    assert [game.name for game in OURS if is_solved(game.name)] == ["okiya"]
