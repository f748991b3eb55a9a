"""Journeys in words (G19 to G22): where a geisha went, her lantern, and what was taken by itself."""

from random import Random
from typing import Any

import pytest

from hanamachi.core.conformance import check_rendering, random_story
from hanamachi.core.game import NATURE, Told
from hanamachi.core.telling import called, tell
from hanamachi.core.words import LANGUAGES
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Journey, Options
from hanamachi.games.geishas_road.rules import State
from tests.games.geishas_road.tables import END, card, lanterns, move, pawns, play, table

EN = GAME.text.words("en")
HARDER = Options("harder")
TALE = GAME.text.instead["Journey"]


def told(state: State, name: str, lang: str = "en") -> str:
    """What is said of a card that seat 0 reveals."""
    before = state.play(move("reveal")).play(move(f"lay {name}"))
    after = before.play(Journey(card(name)))
    return TALE(before.view(1), after.view(1), GAME.text.words(lang), ["Mika", "Rin"])


def test_a_journey_names_its_card_and_its_geisha() -> None:
    line = Told(NATURE, Journey(card("red3")))
    said = [tell(GAME, line, GAME.text.words(lang), ["Mika", "Rin"]) for lang in LANGUAGES]
    assert said == [
        "red 3: the red geisha walks.",
        "rouge 3 : la geisha rouge avance.",
        "czerwona 3: gejsza czerwona rusza.",
    ]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "pink 3: she walks to the yellow teahouse."),
        ("fr", "rose 3 : elle va jusqu’à la maison de thé jaune."),
        ("pl", "różowa 3: idzie do żółtej herbaciarni."),
    ],
)
def test_G19_where_she_went(lang: str, said: str) -> None:
    assert told(table("pink3"), "pink3", lang) == said


def test_G20_the_lantern_she_got() -> None:
    away: dict[str, Any] = {"pawns": pawns(blue="pink")}
    assert told(table("blue2", upper=lanterns(3, 1), **away), "blue2") == (
        "blue 2: she comes home and gets a lantern: 3."
    )
    again = {"tiles": ((), (), lanterns(2), (), ())} | away
    assert told(table("blue2", lower=lanterns(4), **again), "blue2").endswith("gets a lantern: 4.")
    assert told(table("blue2", lower=(), **again), "blue2") == (
        "blue 2: she comes home again, but no lantern is left."
    )


def test_G43_the_lantern_that_is_turned_over() -> None:
    tiles = ((), (), (12,), (), ())
    state = table("blue2", options=Options(destiny=True), pawns=pawns(blue="pink"), tiles=tiles, lower=())
    assert told(state, "blue2") == "blue 2: she comes home again, and her lantern turns over: -1."


@pytest.mark.parametrize(
    ("lang", "one", "both"),
    [
        ("en", "Mika takes there: 1 guest.", "Mika takes there: 1 guest and the favour token."),
        ("fr", "Mika y prend : 1 invité.", "Mika y prend : 1 invité et le jeton de faveur."),
        ("pl", "Mika bierze tam: 1 gościa.", "Mika bierze tam: 1 gościa i znacznik przychylności."),
    ],
)
def test_G22_what_was_taken_by_itself(lang: str, one: str, both: str) -> None:
    few = (1, 3, 3, 3, 3)
    assert told(table("green1", options=HARDER, favours=(1,) * 5, waiting=few), "green1", lang).endswith(one)
    assert told(table("green1", options=HARDER, waiting=few), "green1", lang).endswith(both)


def test_G22_what_its_player_is_asked_is_not_told_yet() -> None:
    assert told(table("green1", options=HARDER), "green1") == "green 1: she walks to the pink teahouse."


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("destiny", [False, True])
def test_every_journey_of_a_game_can_be_told(lang: str, destiny: bool) -> None:
    story = random_story(GAME, 2, Options("advanced", destiny), Random(4), 240)
    tales = 0
    for ply, each in enumerate(story.moves):
        if isinstance(each, Journey):
            views = story.states[ply].view(None), story.states[ply + 1].view(None)
            check_rendering(TALE(*views, GAME.text.words(lang), ["Mika", "Rin"]))
            tales += 1
    assert tales in (18, 36)


@pytest.mark.parametrize(
    ("mine", "theirs", "said"),
    [
        ("pink4", "", "Bea has fewer points and starts round 2."),
        ("pink4", "red4", "It is a tie: Bea starts round 2, as the other player started round 1."),
    ],
)
def test_G29_after_round_1_it_is_told_who_starts_round_2_and_why(mine: str, theirs: str, said: str) -> None:
    before = table(mine=mine, theirs=theirs, todo=(END,), starter=0, favours=(None,) * 5)
    after = play(before, "score")
    told = GAME.text.aftermath["Score"](before.view(None), after.view(None), EN, called(["Ann", "Bea"]))
    assert told.endswith(said)
    end = table(mine=mine, theirs=theirs, todo=(END,), round=2, rounds=after.rounds, starter=1)
    last = GAME.text.aftermath["Score"](
        end.view(None), play(end, "score").view(None), EN, called(["Ann", "Bea"])
    )
    assert "round 2" not in last
