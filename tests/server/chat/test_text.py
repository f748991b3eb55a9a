"""What may be typed at a table: plain text that people can see, of a length and a height that fits."""

import pytest

from hanamachi.core.words import Refusal
from hanamachi.server.chat import text

MOST = 300


def refusal_of(line: str) -> str:
    with pytest.raises(Refusal) as refused:
        text.line(line, MOST)
    return refused.value.reason


@pytest.mark.parametrize(
    "line",
    [
        "Good game!",
        "<b>bold</b> & <script>alert(1)</script>",  # plain text: it is shown as it was typed
        "https://example.org [here](javascript:alert(1))",
        "Zażółć gęślą jaźń. À bientôt, ça va ?",
        "Việt Nam, नमस्ते, สวัสดี, שָׁלוֹם, 花街",
        "👍🏽 ❤️ 👩‍🎓 👨‍👩‍👧‍👦 🏳️‍🌈",
        "1️⃣ #️⃣ ‼️ ↔️ ❤\ufe0e é̂",
        "葛\U000e0100城",
        "x" * MOST,
        "ż" * MOST,
    ],
)
def test_what_people_type_is_left_as_it_is(line: str) -> None:
    assert text.line(line, MOST) == line


def test_spaces_around_and_between_are_collapsed() -> None:
    assert text.line("  one   two ", MOST) == "one two"
    assert text.line("\u3000one\u00a0\u2003two", MOST) == "one two"


@pytest.mark.parametrize("line", ["", " ", "      ", "\u3000\u2003"])
def test_an_empty_line_is_refused(line: str) -> None:
    assert refusal_of(line) == "nothing_said"


@pytest.mark.parametrize(
    "sign",
    [
        *("\u202e", "\u202d", "\u202a", "\u2066", "\u2067", "\u2069", "\u200f", "\u061c"),  # direction
        *("\u200b", "\u200c", "\u200d", "\ufeff", "\u2060", "\u00ad", "\u180e"),  # no width
        *("\x00", "\x1b", "\x07", "\n", "\r", "\t", "\u2028", "\u2029", "\x85"),  # control
        *("\U000e0041", "\U000e007f"),  # tags, which hide text in a flag
        *("\u2800", "\u3164", "\u115f"),  # blank letters
        *("\ue000", "\U0010fffd", "\ufdd0"),  # private signs, and none at all
        *("\ufe0f", "\ufe00", "\U000e0100", "\u180b"),  # another form, of a letter that has none
        "\ufffc",  # in the place of something that is not there
        "\ud800",  # half of a sign
    ],
)
def test_signs_that_nobody_sees_are_refused(sign: str) -> None:
    assert refusal_of(f"one{sign}two") == "bad_signs"


def test_pictures_may_be_joined_and_letters_not() -> None:
    assert text.line("👩\u200d🎓", MOST)
    for line in ("\u200d🎓", "👩\u200d", "a\u200d🎓", "👩\u200d\u200d🎓", "👩\u200da"):
        assert refusal_of(line) == "bad_signs"


def test_a_tower_of_accents_is_refused() -> None:
    assert text.line("a" + "\u0301" * text.MOST_MARKS, MOST)
    assert refusal_of("a" + "\u0301" * (text.MOST_MARKS + 1)) == "too_many_marks"
    assert refusal_of("a\u0336\u0353\u0336\u0353\u0336" * 10) == "too_many_marks"


def test_length_is_limited_in_signs_and_in_bytes() -> None:
    assert refusal_of("x" * (MOST + 1)) == "too_many_signs"
    assert text.line("🌸" * (MOST * text.MOST_BYTES // 4), MOST)
    assert refusal_of("🌸" * MOST) == "too_many_signs"
    assert refusal_of("👨‍👩‍👧‍👦" * 50) == "too_many_signs"
