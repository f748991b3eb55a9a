"""The laws of the house, for every number of seats and every option; and stories in which much happens."""

from random import Random
from typing import Literal, get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hanamachi.core.conformance import (
    Story,
    check_end,
    check_moves,
    check_phrases,
    check_retellings,
    check_veil,
    check_views,
    check_words,
    conform,
    random_story,
)
from hanamachi.core.words import LANGUAGES
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.rules.test_refusals import REASONS

SEEDS = st.integers(0, 2**32)
Limit = Literal["no", "at_once", "end_of_turn"]
LIMITS = st.sampled_from(get_args(Limit))
PLIES = 1500  # the longest of 10,000 random games, of three to six seats in all modes, had 738
OTHER = Options(management=True, limited_guests="at_once", black_requirement="all", last_lap=False)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("options", [Options(), OTHER], ids=["standard", "other"])
@given(seed=SEEDS)
@settings(max_examples=1, deadline=None)
def test_random_games_conform(options: Options, seats: int, seed: int) -> None:
    conform(GAME, seats, options, Random(seed), PLIES)


@pytest.mark.no_cover
@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@given(seed=SEEDS, management=st.booleans(), limited=LIMITS)
@settings(max_examples=2, deadline=None)
def test_lively_games_conform(seats: int, seed: int, management: bool, limited: Limit) -> None:
    options = Options(management=management, limited_guests=limited)
    check_story(lively_story(seats, options, Random(seed), PLIES), options, Random(seed))


def check_story(story: Story, options: Options, rng: Random) -> None:
    universe = GAME.universe(story.seats, options)
    for ply in story.some(rng, 40):
        check_moves(GAME, story.states[ply], story.moves[ply], universe, rng)
    check_end(story)
    for seat in (rng.randrange(story.seats), None):
        check_views(story, seat, rng)
        check_veil(story, seat, rng)
        for _ in range(3):
            check_retellings(story, seat, rng)
    check_words(Story(GAME, story.seats, story.states[-40:], story.moves[-39:]), rng)


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_random_games_end_within_some_plies(seats: int) -> None:
    """There is no bound: somebody may Exchange for ever. Random players do not."""
    assert GAME.bound(seats, Options()) is None
    for seed in range(5):
        random_story(GAME, seats, Options(management=bool(seed % 2)), Random(seed), PLIES)


def test_every_phrase_is_there() -> None:
    check_phrases(GAME, sorted(REASONS))
    for lang in LANGUAGES:
        words = GAME.text.words(lang)
        assert list(words.under("rule")) == [f"M{number}" for number in range(1, 39)]
        assert {key.partition(".")[0] for key in words.under("option")} == set(Options.__struct_fields__)


def test_every_move_has_a_telling() -> None:
    universe = GAME.universe(3, Options())
    kinds = {type(move).__name__ for move in (*universe.decisions, *universe.nature)}
    for lang in LANGUAGES:
        words = GAME.text.words(lang)
        assert set(words.under("tell")) == kinds
        assert set(words.under("hidden")) == {"Deal", "Draw", "Show", "Bury"}
