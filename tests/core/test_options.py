from typing import Annotated, Literal

import pytest
from msgspec import Meta, Struct

from hanamachi.core.game import Game
from hanamachi.core.options import STARTER, Option, OptionError, check, choose, chosen, describe, in_words
from hanamachi.core.words import Words
from hanamachi.games import GAMES


class Some(Struct, frozen=True):
    fast: bool = False
    size: Annotated[int, Meta(ge=2, le=5)] = 3
    mode: Literal["wild", "calm"] = "calm"


class Odd(Struct, frozen=True):
    name: str = ""


def test_describe_lists_every_option() -> None:
    assert describe(Some) == (
        Option("fast", "bool", False),
        Option("size", "int", 3, least=2, most=5),
        Option("mode", "choice", "calm", ("wild", "calm")),
    )
    with pytest.raises(TypeError, match="option name"):
        describe(Odd)


class Mattering(Struct, frozen=True):
    mode: Literal["wild", "calm"] = "calm"
    size: Annotated[int, Meta(ge=2, le=5, extra={"only": {"mode": ("wild",)}, "players": (3,)})] = 3
    begins: Annotated[Literal["first", "second"], STARTER] = "first"


def test_an_option_says_where_it_matters_and_which_choices_are_seats() -> None:
    _, size, begins = describe(Mattering)
    assert (size.kind, size.least, size.only, size.players) == ("int", 2, {"mode": ("wild",)}, (3,))
    assert (begins.choices, begins.seats) == (("first", "second"), {"first": 0, "second": 1})
    assert [size.matters(Mattering(mode=mode)) for mode in ("wild", "calm")] == [True, False]


def test_what_decides_nothing_is_not_told() -> None:
    phrases = Words("en", {"option.size": "how big"})
    house = Words("en", {"option_is": "{option} is {value}."})
    assert in_words(Mattering(size=4), phrases, house) == []


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.name)
def test_where_an_option_matters_there_is_such_a_choice(game: Game) -> None:
    known = {option.name: option for option in describe(game.options)}
    for option in known.values():
        assert all(set(values) <= set(known[name].fits()) for name, values in option.only.items())
        assert set(option.players) <= set(game.seats)
        assert set(option.seats) <= set(option.choices)


def test_choose_takes_values_or_words() -> None:
    assert choose(Some, {"fast": True, "size": 5}) == Some(fast=True, size=5)
    assert choose(Some, {"fast": "true", "size": "4", "mode": "wild"}) == Some(True, 4, "wild")
    assert choose(Some, {"fast": "false"}).fast is False
    assert choose(Some, {"fast": "False"}).fast is False
    assert choose(Some, {"fast": "TRUE"}).fast is True
    assert [choose(Some, {"size": n}).size for n in (2, 5)] == [2, 5]


@pytest.mark.parametrize(
    ("name", "value", "known"),
    [
        ("size", 6, ("2..5",)),
        ("size", "1", ("2..5",)),
        ("size", "many", ("2..5",)),
        ("size", True, ("2..5",)),
        ("size", "-3", ("2..5",)),
        ("mode", "odd", ("wild", "calm")),
        ("mode", None, ("wild", "calm")),
        ("fast", 7, ("true", "false")),
        ("fast", "yes", ("true", "false")),
    ],
)
def test_a_bad_value_is_refused(name: str, value: object, known: tuple[str, ...]) -> None:
    with pytest.raises(OptionError) as caught:
        choose(Some, {name: value})
    assert caught.value.reason == "bad_option"
    assert caught.value.facts == {"option": name, "value": str(value), "known": known}


@pytest.mark.parametrize("value", ["7" * 5000, "7" * 61, 10**4000, ["x"] * 99, "x" * 5000])
def test_a_value_that_never_ends_is_named_by_its_beginning(value: object) -> None:
    """M3: a number of more than 4,300 digits is a bad value like any other."""
    with pytest.raises(OptionError) as caught:
        choose(Some, {"size": value})
    assert caught.value.facts["value"] == str(value)[:60] + "…"
    with pytest.raises(OptionError) as caught:
        choose(Some, {"x" * 61: 1})
    assert caught.value.facts["name"] == "x" * 60 + "…"


def test_a_number_has_at_most_eighteen_digits() -> None:
    class Free(Struct, frozen=True):
        n: int = 0

    assert choose(Free, {"n": "9" * 18}) == Free(10**18 - 1)
    with pytest.raises(OptionError):
        choose(Free, {"n": "9" * 19})


def test_what_just_fits_is_named_whole() -> None:
    with pytest.raises(OptionError) as caught:
        choose(Some, {"size": "x" * 60})
    assert caught.value.facts["value"] == "x" * 60


def test_an_int_may_be_without_bounds() -> None:
    class Free(Struct, frozen=True):
        n: int = 0

    assert choose(Free, {"n": 10**9}) == Free(10**9)
    assert choose(Free, {"n": -4}) == Free(-4)
    assert describe(Free)[0].fits() == ("None..None",)


def test_an_unknown_option_is_refused() -> None:
    with pytest.raises(OptionError) as caught:
        choose(Some, {"colour": "red"})
    assert caught.value.facts == {"name": "colour", "known": ("fast", "size", "mode")}


def test_chosen_gives_what_differs() -> None:
    assert chosen(Some(size=4)) == {"size": 4}
    assert chosen(Some()) == {}


def test_options_in_words() -> None:
    phrases = Words(
        "en",
        {
            "option.fast": "no waiting",
            "option.size": "how big",
            "option.mode": "mood",
            "option.mode.wild": "wild!",
        },
    )
    house = Words(
        "en",
        {"option_on": "On: {option}.", "option_off": "Off: {option}.", "option_is": "{option} is {value}."},
    )
    assert in_words(Some(), phrases, house) == []
    told = ["On: no waiting.", "how big is 4.", "mood is wild!."]
    assert in_words(Some(True, 4, "wild"), phrases, house) == told

    class Usually(Struct, frozen=True):
        fast: bool = True

    assert in_words(Usually(fast=False), phrases, house) == ["Off: no waiting."]


@pytest.mark.parametrize("held", [Some(), Some(True, 2, "wild"), Some(size=5)])
def test_options_made_by_hand_may_hold_what_they_could_be_given(held: Some) -> None:
    check(Some, held)


@pytest.mark.parametrize(
    ("held", "option"),
    [
        (Some(fast="true"), "fast"),  # type: ignore[arg-type]
        (Some(fast=1), "fast"),  # type: ignore[arg-type]
        (Some(size="4"), "size"),  # type: ignore[arg-type]
        (Some(size=True), "size"),
        (Some(size=6), "size"),
        (Some(mode="odd"), "mode"),  # type: ignore[arg-type]
    ],
)
def test_options_made_by_hand_hold_values_not_words(held: Some, option: str) -> None:
    with pytest.raises(OptionError) as caught:
        check(Some, held)
    assert (caught.value.reason, caught.value.facts["option"]) == ("bad_option", option)


@pytest.mark.parametrize("held", [None, {}, Odd(), Some])
def test_options_of_something_else_are_refused(held: object) -> None:
    with pytest.raises(OptionError) as caught:
        check(Some, held)
    assert caught.value.reason == "unknown_option"
    assert caught.value.facts["known"] == ("fast", "size", "mode")
