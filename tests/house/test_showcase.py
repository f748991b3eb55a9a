"""The games as a visitor sees them."""

import pytest

from hanamachi.core.words import LANGUAGES
from hanamachi.games import GAMES
from hanamachi.house.showcase import game_card


def test_a_rule_says_how_tables_have_it_whose_options_say_so() -> None:
    rules = {rule.number: rule for rule in game_card(GAMES["hanamikoji"], "en").rules}
    assert rules["H2"].when == {}
    assert rules["H18"].when.keys() == {"rounds=until_won", "box=small"}
    assert rules["H18"].when["box=small"] == ""
    assert rules["H18"].when["rounds=until_won"].endswith("until somebody wins.")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_every_variant_is_of_an_option_and_a_phrase_there_is(game: str, lang: str) -> None:
    words = GAMES[game].text.words(lang)
    told = [each for rule in game_card(GAMES[game], lang).rules for each in rule.when]
    variants = words.under("when")
    assert len(told) == sum(".rule." in key for key in variants)
    for key in variants:
        _option, _value, phrase = key.split(".", 2)
        assert phrase in words.phrases, key


def test_a_level_is_told_by_what_it_does_in_this_game() -> None:
    told = {
        game: {level.name: level.about for level in game_card(GAMES[game], "en").levels} for game in GAMES
    }
    assert "one move away" in told["okiya"]["novice"]
    assert "gifts" in told["hanamikoji"]["novice"]
    assert told["okiya"]["random"] == told["mai_star"]["random"] == "Any legal move, without a thought."


def test_a_level_knows_its_neighbours_on_the_ladder() -> None:
    levels = game_card(GAMES["okiya"], "en").levels
    steps = [(level.name, level.easier, level.harder) for level in levels]
    assert steps == [
        ("random", None, "novice"),
        ("novice", None, "apprentice"),
        ("apprentice", "novice", "student"),
        ("student", "apprentice", "adept"),
        ("adept", "student", "perfect"),
        ("perfect", "adept", None),
    ]
    assert all(level.about for level in levels)
