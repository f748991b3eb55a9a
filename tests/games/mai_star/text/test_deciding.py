"""A decision in the words of the log, with what it would do."""

import pytest

from hanamachi.core.telling import called, decision
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.rules import State
from tests.games.mai_star.staging import by_nature, play, side, table

NAMES = ["Ada", "Bea", "Cleo"]
EN = GAME.text.words("en")


def said(state: State, *lines: str, lang: str = "en", reader: int | None = None) -> str:
    seat, words = state.todo[0].seat, GAME.text.words(lang)
    steps = [(state.view(seat), GAME.text.read(line, EN)) for line in lines]
    return decision(GAME, steps, words, called(NAMES, reader))


def start(hand: str, geisha: str = "hazy") -> State:
    mine = side(geisha, f"{hand} red-citizen", "", "red-okaasan red-okaasan green-actor")
    return table(mine, side("summer_sea", "blue-citizen", "blue-thief green-actor", "blue-actor"))


@pytest.mark.parametrize(
    ("card", "told"),
    [
        ("red-samurai", "takes a guest from Bea: green Actor"),
        ("red-emissary", "takes an advertiser from Bea: blue Actor"),
        ("red-thief", "uses red Thief on Bea. Bea loses a guest: green Actor"),
        ("red-yakuza", "uses red Yakuza on Bea. Bea loses an advertiser: blue Actor"),
        ("red-merchant", "uses red Merchant on Bea. Bea draws 2 cards"),
        ("red-citizen", "uses red Citizen on Bea. Bea draws a card"),
        ("red-sumo-wrestler", "uses red Sumo Wrestler on Bea"),
    ],
)
def test_a_target_is_named_with_what_the_effect_does_to_it(card: str, told: str) -> None:
    state = play(start(card), f"guest {card}")
    assert said(state, "target 2") == told


def test_who_is_asked_is_spoken_to() -> None:
    state = play(start("red-merchant"), "guest red-merchant")
    assert said(state, "target 1", reader=0) == "You use red Merchant on yourself. Ada draws 2 cards"
    assert said(state, "target 2", lang="fr") == "utilise Marchand rouge sur Bea. Bea pioche 2 cartes"
    assert said(state, "target 2", lang="pl").endswith("Bea dobiera 2 karty")


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("guest red-doctor", "welcomes a guest: red Doctor"),
        ("advertise red-doctor", "advertises: red Doctor"),
        ("search", "searches for a new card"),
    ],
)
def test_an_action_is_told_as_in_the_log(line: str, told: str) -> None:
    assert said(start("red-doctor"), line) == told


def test_an_effect_is_used_or_not() -> None:
    state = play(start("red-doctor"), "guest red-doctor")
    assert said(state, "use") == "uses red Doctor"
    assert said(state, "decline") == "does not use red Doctor"


def test_an_exchange_is_one_decision_with_two_cards() -> None:
    state = start("red-doctor")
    assert said(state, "exchange 3", "replace red-doctor") == (
        "takes back green Actor and puts red Doctor in its place"
    )
    assert said(state, "exchange 3") == "takes back green Actor"
    assert said(play(state, "exchange 3"), "replace red-doctor") == "puts in its place: red Doctor"


def test_no_further_card_is_no_engine_word() -> None:
    assert said(by_nature(play(start("red-thief"), "introduce red-thief")), "decline") == "No second card"
