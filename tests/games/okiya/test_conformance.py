"""Okiya under the laws of the house: every option, random games chosen by Hypothesis."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.core.conformance import check_phrases, conform
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.moves import Options

MATCHES = [Options(), Options("series"), Options("points", 5), Options("points")]


@pytest.mark.parametrize("full_board", ["last_mover", pytest.param("draw", marks=pytest.mark.no_cover)])
@pytest.mark.parametrize("options", MATCHES)
@given(seed=st.integers())
@settings(max_examples=4)
def test_okiya_conforms(options: Options, full_board: str, seed: int) -> None:
    chosen = Options(options.match, options.target, full_board)  # type: ignore[arg-type]
    plies = GAME.bound(2, chosen) or 1 + 33 * 40  # at random a match has far fewer than 40 rounds
    conform(GAME, 2, chosen, Random(seed), plies)


def test_okiya_has_all_its_phrases() -> None:
    rules = ["over", "not_now", "no_square", "taken", "centre", "no_match", "target_without_points"]
    check_phrases(GAME, [*rules, "unreadable", "bad_layout", "not_solvable"])


def test_every_rule_is_explained() -> None:
    assert set(GAME.text.words("en").under("rule")) == {f"O{n}" for n in range(1, 14)}
