"""The laws of the house, for every option."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.core.conformance import check_phrases, conform
from hanamachi.core.words import LANGUAGES
from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Options

SEEDS = st.integers(0, 2**32)
REASONS = (
    *("over", "not_now", "no_action", "used", "wrong_count", "not_pairs", "unsorted", "no_item"),
    *("not_in_hand", "too_few", "not_offered", "small_until_won", "unreadable", "unknown_item", "take_what"),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("starter", ["random", "first", "second"])
@given(seed=SEEDS)
@settings(max_examples=4)
def test_the_full_box_conforms(starter: str, seed: int) -> None:
    conform(GAME, 2, options(starter=starter), Random(seed))


@pytest.mark.no_cover
@pytest.mark.parametrize("starter", ["random", "first", "second"])
@given(seed=SEEDS)
@settings(max_examples=8)
def test_the_small_box_conforms(starter: str, seed: int) -> None:
    conform(GAME, 2, options(starter=starter, box="small"), Random(seed))


@pytest.mark.no_cover
@given(seed=SEEDS)
@settings(max_examples=4)
def test_play_until_won_conforms(seed: int) -> None:
    conform(GAME, 2, Options(rounds="until_won"), Random(seed), plies=5000)


def options(**values: str) -> Options:
    return Options(**values)  # type: ignore[arg-type]


def test_every_phrase_is_there() -> None:
    check_phrases(GAME, REASONS)
    for lang in LANGUAGES:
        rules = GAME.text.words(lang).under("rule")
        assert list(rules) == [f"H{number}" for number in range(1, 21)]
