import pickle

import pytest
from msgspec import Struct

from hanamachi.core.game import IllegalMove
from hanamachi.core.words import (
    LANGUAGES,
    Name,
    Refusal,
    Unreadable,
    Words,
    as_typed,
    echoing,
    in_force,
    most_words,
    plain,
    plural,
    read_words,
    rules,
)

EN = Words(
    "en",
    {
        "hi": "Hello {who}",
        "item.flute": "flute",
        "item.tea_set": "tea set",
        "n.one": "{n} card",
        "n.other": "{n} cards",
    },
)
PL = Words("pl", {"n.one": "{n} karta", "n.few": "{n} karty", "n.many": "{n} kart"})


def test_the_house_speaks_three_languages() -> None:
    assert LANGUAGES == ("en", "fr", "pl")


def test_facts_fill_a_phrase() -> None:
    assert EN("hi", who="Ann") == "Hello Ann"
    assert EN("hi", who=3) == "Hello 3"


def test_a_fact_can_name_a_phrase_a_number_of_things_or_a_list() -> None:
    assert EN("hi", who="@item.flute") == "Hello flute"
    assert EN("hi", who="@n:1") == "Hello 1 card"
    assert EN("hi", who="@n:2") == "Hello 2 cards"
    assert EN("hi", who=("@item.flute", "x", "@item.tea_set")) == "Hello flute, x, tea set"


@pytest.mark.parametrize(
    ("n", "told"),
    [
        (0, "0 kart"),
        (1, "1 karta"),
        (2, "2 karty"),
        (3, "3 karty"),
        (4, "4 karty"),
        (23, "23 karty"),
        (5, "5 kart"),
        (11, "11 kart"),
        (12, "12 kart"),
        (13, "13 kart"),
        (14, "14 kart"),
        (22, "22 karty"),
        (25, "25 kart"),
        (101, "101 kart"),
        (112, "112 kart"),
        (104, "104 karty"),
    ],
)
def test_polish_plurals(n: int, told: str) -> None:
    assert PL.count("n", n) == told


def test_english_and_french_plurals_differ_at_zero() -> None:
    assert [plural("en", n) for n in (0, 1, 2)] == ["other", "one", "other"]
    assert [plural("fr", n) for n in (0, 1, 2)] == ["one", "one", "other"]


def test_plain_is_what_people_type() -> None:
    assert plain("  Śłońce   Éventail ") == "slonce eventail"
    assert plain("Feuille d’Érable") == "feuille d'erable"


def test_key_finds_a_name_or_the_key_itself() -> None:
    assert EN.key("item", "Tea  Set") == "tea_set"
    assert EN.key("item", "tea_set") == "tea_set"
    assert EN.key("item", "drum") is None
    assert EN.under("item") == {"flute": "flute", "tea_set": "tea set"}


def test_a_refusal_says_why() -> None:
    refusal = Refusal("too_late", by=3)
    assert (refusal.reason, refusal.facts) == ("too_late", {"by": 3})
    assert str(refusal) == "too_late {'by': 3}"
    assert str(Refusal("no")) == "no"


def test_a_catalogue_is_read_once() -> None:
    assert read_words("hanamachi.locales", "house", "fr") is read_words("hanamachi.locales", "house", "fr")
    assert read_words("hanamachi.locales", "house", "fr").lang == "fr"


class Odd(Refusal):
    """A refusal whose making takes no reason."""

    def __init__(self) -> None:
        super().__init__("odd", most=3)


def test_a_refusal_comes_whole_from_another_process() -> None:
    for refusal in (Refusal("taken", seat=1), IllegalMove("centre", "O4", square="b2"), Odd()):
        again = pickle.loads(pickle.dumps(refusal))
        assert type(again) is type(refusal)
        assert (again.reason, again.facts, str(again)) == (refusal.reason, refusal.facts, str(refusal))


def test_other_names_that_people_type() -> None:
    words = Words("fr", {"verb.take": "prendre", "verb.lay": "poser", "also.verb.take": "prenez|prends"})
    assert [words.key("verb", name) for name in ("Prenez", "prends", "prendre", "take")] == ["take"] * 4
    assert words.names("verb.take") == ("prendre", "prenez", "prends")
    assert words.names("verb.lay") == ("poser",)
    assert words.key("verb", "prenez|prends") is None


class Settings(Struct, frozen=True):
    dark: bool = False
    box: str = "full"


def test_phrases_follow_the_options_in_force() -> None:
    words = Words(
        "en",
        {
            "rule.1": "Always.",
            "rule.2": "Seven.",
            "rule.3": "By day.",
            "when.box.small.rule.2": "Three.",
            "when.seats.6.rule.2": "Seven for six.",
            "when.dark.true.rule.3": "",
            "when.box.small.rule.3": "By day, in a small box.",
        },
    )
    assert rules(in_force(words, Settings())) == rules(words)
    small = in_force(words, Settings(box="small"))
    assert rules(small) == {"1": "Always.", "2": "Three.", "3": "By day, in a small box."}
    assert small is in_force(words, Settings(box="small"))
    assert rules(in_force(words, Settings(), 6)) == rules(words) | {"2": "Seven for six."}
    assert rules(in_force(words, Settings(box="small"), 6)) == rules(small)
    assert rules(in_force(words, Settings(dark=True, box="small"))) == {"1": "Always.", "2": "Three."}


def test_a_refusal_repeats_what_was_typed_as_it_was_typed() -> None:
    @echoing
    def read(text: str, _words: Words) -> str:
        """Everything is unreadable."""
        raise Unreadable("unreadable", text=plain(text).split()[-1], known="zolw")

    with pytest.raises(Unreadable) as refused:
        read("weź Żółw", PL)
    assert refused.value.facts == {"text": "Żółw", "known": "zolw"}
    assert read.__doc__ == "Everything is unreadable."
    assert as_typed("b c", "a, B+Ć d") == "B Ć"
    assert as_typed("elsewhere", "a b") == "elsewhere"


def test_the_longest_name_has_most_words() -> None:
    assert most_words(["moon", "geisha of the moon", "the fox"]) == 4


def test_french_shortens_words_before_a_vowel() -> None:
    french = Words("fr", {"table": "La table de {who}, ce que {who} voit, de {n}"})
    said = {who: french("table", who=Name(who), n=8) for who in ("Aiko", "Élise", "Œnone", "Mika", "")}
    assert said["Aiko"] == "La table d’Aiko, ce qu’Aiko voit, de 8"
    assert said["Élise"] == "La table d’Élise, ce qu’Élise voit, de 8"
    assert said["Œnone"] == "La table d’Œnone, ce qu’Œnone voit, de 8"
    assert said["Mika"] == "La table de Mika, ce que Mika voit, de 8"
    assert said[""] == "La table de , ce que  voit, de 8"
    assert Words("pl", french.phrases)("table", who="Aiko", n=8) == "La table de Aiko, ce que Aiko voit, de 8"


def test_numbers_have_the_decimal_sign_of_the_language() -> None:
    assert [Words(lang, {}).decimal(2.25) for lang in ("en", "fr", "pl")] == ["2.2", "2,2", "2,2"]
    assert Words("pl", {}).decimal(0.5, "+.1f") == "+0,5"
