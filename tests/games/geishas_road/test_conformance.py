"""The laws of the house, in every mode."""

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.core.conformance import check_phrases, conform
from hanamachi.core.words import LANGUAGES
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.agenda import bound
from hanamachi.games.geishas_road.moves import Options

MODES = ("basic", "harder", "advanced")
REASONS = (
    *("over", "not_now", "used", "no_specials", "special_used", "hidden_alone", "not_in_hand", "bad_pair"),
    *("bad_place", "wrong_count", "not_a_pair", "bad_choice", "not_taken"),
    *("unknown_verb", "unknown_card", "unknown_colour", "unknown_lantern"),
    *("no_number", "guests_or_favour", "too_many_words"),
)


@pytest.mark.no_cover
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("destiny", [False, True])
@given(
    seed=st.integers(0, 2**32),
    gift=st.sampled_from(["shares_stay", "literal"]),
    starter=st.sampled_from(["random", "first", "second"]),
)
@settings(max_examples=2)
def test_every_mode_conforms(mode: Any, destiny: bool, seed: int, gift: Any, starter: Any) -> None:
    conform(GAME, 2, Options(mode, destiny, gift, starter), Random(seed))


def test_every_phrase_is_there() -> None:
    check_phrases(GAME, REASONS)
    for lang in LANGUAGES:
        rules = GAME.text.words(lang).under("rule")
        assert list(rules) == [f"G{number}" for number in range(1, 45)]


@pytest.mark.parametrize(
    ("options", "plies"),
    [
        (Options(), 188),
        (Options(starter="first"), 187),
        (Options(destiny=True), 184),
        (Options("harder"), 206),
        (Options("harder", destiny=True), 202),
        (Options("advanced"), 232),
        (Options("advanced", destiny=True, starter="second"), 227),
    ],
)
def test_the_bound(options: Options, plies: int) -> None:
    assert bound(2, options) == plies


@pytest.mark.parametrize(
    ("options", "decisions", "nature"),
    [
        (Options(), 96, 126),
        (Options(starter="first"), 96, 124),
        (Options(destiny=True), 96, 131),
        (Options("harder"), 98, 116),
        (Options("advanced"), 147, 196),
    ],
)
def test_the_universe_is_small_and_without_doubles(options: Options, decisions: int, nature: int) -> None:
    universe = GAME.universe(2, options)
    assert (len(universe.decisions), len(universe.nature)) == (decisions, nature)
    assert len({*universe.decisions, *universe.nature}) == decisions + nature
