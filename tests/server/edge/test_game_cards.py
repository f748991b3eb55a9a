"""The games as a visitor sees them."""

import re
from pathlib import Path

import pytest

from hanamachi.core.words import LANGUAGES, in_force, rules
from hanamachi.games import GAMES
from hanamachi.games.geishas_road.pieces import LANTERNS
from hanamachi.games.mai_star.pieces import BOX, CHARACTERS, COLOURED, GEISHA_NAMES
from hanamachi.server.edge.game_cards import game_card


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
    assert told["okiya"]["random"] == told["mai_star"]["random"] == "Plays any legal move, without thinking."


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


def numbers_in(text: str) -> list[int]:
    return list(map(int, re.findall(r"-?\d+", text)))


def test_the_box_of_mai_star_has_every_card_and_how_many_there_are() -> None:
    geishas, characters = game_card(GAMES["mai_star"], "en").box
    assert [piece.name for piece in geishas.pieces] == [
        GAMES["mai_star"].text.words("en")(f"geisha.{name}") for name in GEISHA_NAMES
    ]
    copies = [numbers_in(piece.copies)[0] for piece in characters.pieces]
    assert 3 * sum(copies[: len(COLOURED)]) + sum(copies[len(COLOURED) :]) == BOX == 75
    for piece, (name, _, requirement, income, _bonus) in zip(characters.pieces, CHARACTERS, strict=True):
        assert piece.key == f"char-{name}"
        if name != "oiran":  # who is never a guest
            assert numbers_in(piece.about)[:2] == [requirement, income]


def test_the_boxes_of_the_others_are_whole() -> None:
    boxes = {
        game: [piece for group in game_card(GAMES[game], "en").box for piece in group.pieces]
        for game in ("okiya", "hanamikoji", "geishas_road")
    }
    assert sum(piece.group == "tiles" for piece in boxes["okiya"]) == 16
    geishas = [piece for piece in boxes["hanamikoji"] if piece.group == "geishas"]
    assert [numbers_in(piece.copies)[0] for piece in geishas] == [2, 2, 2, 3, 3, 4, 5]
    assert [numbers_in(piece.about)[-1] for piece in geishas] == [2, 2, 2, 3, 3, 4, 5]
    road = boxes["geishas_road"]
    lanterns = [piece for piece in road if piece.group == "lanterns"]
    assert sum(numbers_in(piece.copies)[0] for piece in lanterns) == len(LANTERNS)
    assert [numbers_in(piece.about)[:2] for piece in lanterns] == list(map(list, dict.fromkeys(LANTERNS)))
    assert {piece.group for piece in road} == {"cards", "actions", "specials", "others", "lanterns"}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_pieces_are_told_in_every_language(game: str, lang: str) -> None:
    box = game_card(GAMES[game], lang).box
    told = [piece for group in box for piece in group.pieces]
    assert all(group.title for group in box)
    assert all(piece.name and (piece.about or piece.group == "tiles") for piece in told)
    assert len({piece.key for piece in told}) == len(told)


@pytest.mark.parametrize("game", ["okiya", "hanamikoji", "geishas_road", "mai_star"])
def test_rulings_are_those_that_the_rules_pages_mark(game: str) -> None:
    page = (Path(__file__).parents[3] / "docs" / "rules" / f"{game}.md").read_text("utf-8")
    rules = re.findall(r"^- \*\*([A-Z]\d+)\*\*(.*?)(?=^- \*\*|^#|^\[R\]|\Z)", page, re.M | re.S)
    ours = {number for number, text in rules if re.search(r"\[([A-Z], )*R\b", text)}
    assert ours == {rule.number for rule in game_card(GAMES[game], "en").rules if rule.ruling}
    assert ours


@pytest.mark.parametrize("lang", LANGUAGES)
def test_when_the_deck_runs_out_depends_on_how_many_play(lang: str) -> None:
    game = GAMES["mai_star"]
    words = game.text.words(lang)
    laps = {seats: rules(in_force(words, game.options(), seats)) for seats in game.seats}
    assert "M29" in laps[6]["M28"]
    assert {"M29", "M38"} < laps[6].keys()
    without = rules(in_force(words, game.options(last_lap=False), 6))
    for law in (laps[3], laps[4], laps[5], without):
        assert "M29" not in law["M28"]
        assert not {"M29", "M38"} & law.keys()
