"""Every reason to refuse a move, in three languages; and moves that mean nothing."""

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

import hanamachi.games.mai_star as package
from hanamachi.core.conformance import Stranger
from hanamachi.core.game import IllegalMove, Move
from hanamachi.core.telling import explain
from hanamachi.core.words import LANGUAGES, Unreadable
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import (
    Advertise,
    Bury,
    Choose,
    Discard,
    Draw,
    Exchange,
    First,
    Guest,
    Introduce,
    Options,
    Pick,
    Replace,
    Ronin,
    Shine,
    Show,
    Target,
)
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.staging import play, refusal, side, table

SOURCES = "".join(path.read_text("utf-8") for path in sorted(Path(package.__file__).parent.rglob("*.py")))
REASONS = set(re.findall(r'(?:IllegalMove|Unreadable)\("(\w+)"', SOURCES))
NAMES = ["Ada", "Bea", "Cleo"]


def test_the_reasons() -> None:
    assert {
        *("over", "not_now", "not_in_hand", "empty_deck", "never_guest", "wrong_colour", "requirement"),
        *("no_advertiser", "empty_hand", "not_morning_star", "shone", "no_such_player", "no_target"),
        *("no_ronin", "not_in_that_hand", "no_such_geisha", "geisha_taken"),
        *("unreadable", "not_a_number", "unknown_card"),
    } == REASONS
    for lang in LANGUAGES:
        errors = GAME.text.words(lang).under("error")
        assert set(errors) == REASONS | {"unknown_geisha", "unknown_skill"}


SAYINGS = {
    "en": "red Daimyo needs 9 in performance, and you have 5 (M7).",
    "fr": "Exigence non remplie : Daimyo rouge. Il faut 9 (performance), vous avez 5 (M7).",
    "pl": "Wymaganie niespełnione: czerwony Daimyo. Potrzeba 9 (występ), a masz 5 (M7).",
}


@pytest.mark.parametrize("lang", LANGUAGES)
def test_a_refusal_in_words(lang: str) -> None:
    state = table(side("hazy", "red-daimyo"))
    with pytest.raises(IllegalMove) as refused:
        play(state, "guest red-daimyo")
    assert explain(refused.value, GAME.text.words(lang), NAMES) == SAYINGS[lang]


def test_a_target_by_name() -> None:
    state = play(table(side("hazy", "red-thief red-ronin")), "guest red-thief")
    with pytest.raises(IllegalMove) as refused:
        play(state, "target 2")
    said = explain(refused.value, GAME.text.words("en"), NAMES)
    assert said == "Bea cannot be the target of red Thief: it takes a guest (M35)."


GARBAGE = (-1, 42, 75, 999, -42)
KINDS: tuple[type[Any], ...] = (
    *(
        Advertise,
        Bury,
        Choose,
        Discard,
        Exchange,
        First,
        Guest,
        Introduce,
        Pick,
        Replace,
        Ronin,
        Shine,
        Target,
    ),
)


@pytest.mark.parametrize("seats", [3, 6])
def test_garbage_is_refused_everywhere(seats: int) -> None:
    """Whatever is asked: no such card, place, player, geisha or skill; and a move of no game."""
    nonsense: list[Move] = [kind(value) for kind in KINDS for value in GARBAGE]
    nonsense += [kind(0, value) for kind in (Draw, Show) for value in GARBAGE]
    nonsense += [kind(value, 0) for kind in (Draw, Show) for value in GARBAGE]
    seen = set()
    for state in lively_story(seats, Options(), Random(seats)).states:
        asked = type(state.todo[0]) if state.todo else None
        if asked in seen:
            continue
        seen.add(asked)
        for move in (*nonsense, Stranger()):
            reason, facts = refusal(state, move)  # type: ignore[arg-type]
            assert reason in REASONS
            assert re.fullmatch(r"M\d+", str(facts["rule"]))
    assert len(seen) >= 12


def test_a_card_that_does_not_exist_has_its_number_for_a_name() -> None:
    state = table(side("hazy", "red-daimyo"))
    assert refusal(state, Guest(99)) == ("not_in_hand", {"rule": "M7", "card": "99"})
    assert refusal(state, Guest(-1)) == ("not_in_hand", {"rule": "M7", "card": "-1"})


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "unreadable"),
        ("dance", "unreadable"),
        ("search now", "unreadable"),
        ("guest", "unknown_card"),
        ("guest yellow thief", "unknown_card"),
        ("guest red thief blue thief", "unknown_card"),
        ("exchange", "not_a_number"),
        ("exchange 0", "not_a_number"),
        ("exchange -1", "unreadable_or_number"),
        ("exchange 100", "not_a_number"),
        ("target two", "not_a_number"),
        ("draw red-thief", "not_a_number"),
        ("draw 1", "unknown_card"),
        ("choose nobody", "unknown_geisha"),
        ("shine any", "unknown_skill"),
        ("shine magic", "unknown_skill"),
    ],
)
def test_text_that_is_no_move(text: str, reason: str) -> None:
    for lang in LANGUAGES:
        words = GAME.text.words(lang)
        if reason == "unreadable_or_number":  # the sign is read as a space
            assert GAME.text.read(text, words) == Exchange(0)
            continue
        with pytest.raises(Unreadable) as refused:
            GAME.text.read(text, words)
        assert refused.value.reason == reason
        assert "{" not in explain(refused.value, words)
