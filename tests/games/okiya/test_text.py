"""Okiya in words, layout codes, and the golden playthroughs."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from hanamachi.core.telling import called, explain
from hanamachi.core.words import LANGUAGES, Unreadable, in_force, rules
from hanamachi.games.okiya import GAME, layout
from hanamachi.games.okiya.layout import BadLayout
from hanamachi.games.okiya.moves import Begin, Lay, Options, Score, Take
from hanamachi.games.okiya.rules import universe
from tests.games.okiya.garden import PLAIN, laid, take
from tests.goldens import check_golden, playthrough

TEXT = GAME.text
EN = TEXT.words("en")
NAMES = ["Ann", "Bob"]


@pytest.mark.parametrize("move", [*universe(2, Options()).decisions, *universe(2, Options()).nature])
def test_notation_comes_back(move: Take | Begin | Lay | Score) -> None:
    assert TEXT.read(TEXT.write(move), EN) == move


def test_notation() -> None:
    moves = [Take(4), Begin(1), Lay(6), Score(None, "O10", 0), Score(0, "O7", 5)]
    written = ["a2", "begin black", "lay cherry bird", "score nobody O10 0", "score red O7 5"]
    assert [TEXT.write(move) for move in moves] == written
    assert TEXT.read(" A2 ", EN) == Take(4)
    with pytest.raises(TypeError):
        TEXT.write(object())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    [
        *("", "e1", "a5", "a1 b1", "begin blue", "lay maple", "lay oak sun", "score red O7 x"),
        *("score red O7 1000", "score red O7 " + "9" * 5000),
    ],
)
def test_what_cannot_be_read(text: str) -> None:
    with pytest.raises(Unreadable) as caught:
        TEXT.read(text, EN)
    assert caught.value.facts == {"text": text}


def test_the_table_without_colour() -> None:
    state = take(laid(options=Options(match="series")), "a2 b2")
    assert (
        TEXT.table(state.view(0), EN, NAMES)
        == """\
4   iris sun        [iris tanzaku]    iris bird        iris rain
3   pine sun        [pine tanzaku]    pine bird        pine rain
2   RED              BLACK           [cherry bird]    [cherry rain]
1   maple sun       [maple tanzaku]   maple bird       maple rain
    a                b                c                d
Red: Ann. Black: Bob.
Match cherry tanzaku (taken from b2): the same plant or the same feature.
Round 1. Rounds won: red 0, black 0. First to three."""
    )


def test_labels_and_topics() -> None:
    assert TEXT.label is not None
    assert TEXT.label(laid().view(0), Take(0), TEXT.words("fr")) == "a1 érable soleil levant"
    assert TEXT.topics(EN)["maple"] == "maple is a plant: it matches the four tiles with the same plant."
    assert len(TEXT.topics(EN)) == 8


def test_layout_codes_are_short_and_come_back() -> None:
    assert layout.encode(PLAIN) == "000000000"
    rng = Random(5)
    for _ in range(200):
        tiles = tuple(rng.sample(PLAIN, 16))
        code = layout.encode(tiles)
        assert len(code) == 9
        assert layout.decode(code) == tiles
    last = PLAIN[::-1]
    assert layout.decode(layout.encode(last)) == last


def test_layout_codes_as_people_type_them() -> None:
    assert layout.decode("ooo-ooo ooo") == PLAIN
    assert layout.decode("00000000l") == layout.decode("00000000i") == layout.decode("000000001")


@pytest.mark.parametrize("code", ["", "0", "0000000000", "ZZZZZZZZZ", "00000000U", "00000000é"])
def test_bad_layout_codes(code: str) -> None:
    with pytest.raises(BadLayout) as caught:
        layout.decode(code)
    assert caught.value.facts["code"] == code


def test_a_code_beyond_the_last_garden_is_told_so() -> None:
    with pytest.raises(BadLayout) as caught:
        layout.decode("ZZZZZZZZZ")
    last = caught.value.facts["last"]
    assert (caught.value.reason, layout.decode(str(last))) == ("layout_too_high", PLAIN[::-1])
    assert explain(caught.value, EN) == f"“ZZZZZZZZZ” is not a layout code: the last one is {last}."


def test_houses_that_bear_their_own_names_are_not_named_twice() -> None:
    assert "Red:" not in TEXT.table(laid().view(None), EN, ["red", "black"])
    assert "Red: Ann. Black: black." in TEXT.table(laid().view(None), EN, ["Ann", "black"])


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_rules_follow_the_options(lang: str) -> None:
    words = TEXT.words(lang)
    single, drawn = in_force(words, Options()), in_force(words, Options(full_board="draw"))
    series, points = in_force(words, Options("series")), in_force(words, Options("points"))
    gone = [{"O12", "O13"}, {"O12", "O13"}, {"O11", "O13"}, {"O11", "O12"}]
    for book, without in zip((single, drawn, series, points), gone, strict=True):
        assert rules(words).keys() - rules(book).keys() == without
    assert single("rule.O10") != drawn("rule.O10")
    assert single("rule.O11") != drawn("rule.O11")  # a drawn round of a single match has no winner
    assert series("rule.O3") == words("rule.O3") != single("rule.O3")


@pytest.mark.parametrize(
    ("name", "options", "seed"),
    [
        ("single", Options(), 1),
        ("series", Options("series", full_board="draw"), 2),
        ("points", Options("points", 15), 3),
    ],
)
def test_golden_playthrough(name: str, options: Options, seed: int) -> None:
    text = playthrough(GAME, 2, options, seed, tables=(17, 20, 25))
    check_golden(Path(__file__).parent / "playthroughs" / f"{name}.txt.xz", text)


def test_O3_O10_after_a_round_it_is_told_who_starts_the_next_and_why() -> None:
    names = called(["Ann", "Bea"])
    view = laid(options=Options(match="series")).view(None)
    told = GAME.text.aftermath["Score"]
    lost = replace(view, starter=1, rounds=(Score(0, "O7", 3),))
    assert told(view, lost, EN, names) == "Bea lost this round and starts the next."
    drawn = replace(view, starter=0, rounds=(Score(None, "O10", 0),))
    assert told(view, drawn, EN, names) == "After the draw, Ann starts the next round."
    assert told(view, replace(view, starter=None), EN, names) == ""
