"""Decided games: every level that can be chosen still plays for the lead."""

from typing import Any

import pytest

from hanamachi.bots import levels, make_bot
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Choose, Left
from hanamachi.games.geishas_road.pieces import GIFT, INTRIGUE, REVEAL
from hanamachi.games.geishas_road.records import Round, Tally
from tests.bots.geishas_road.test_novice import choice
from tests.bots.geishas_road.test_student import LATE
from tests.games.geishas_road.tables import card, lanterns, play, table

LEVELS = [level for level in levels(GAME.name) if level != "random"]
SEEDS = range(3)


def after_a_round(*points: int) -> dict[str, Any]:
    """A first round that brought these points, from guests."""
    tallies = tuple(Tally(0, 0, each, 0) for each in points)
    return {"rounds": (Round(0, ((0,) * 5,) * 2, (None,) * 5, ((),) * 5, tallies),)}


@pytest.mark.parametrize("points", [(0, 40), (40, 0)], ids=["won", "lost"])
@pytest.mark.parametrize("level", LEVELS)
def test_the_chooser_takes_the_better_part_of_an_offer(level: str, points: tuple[int, int]) -> None:
    """Blue lies open to both; pink and red are decided."""
    pool = "blue1 blue2 yellow3 yellow4 green2"
    under = {"lefts": (card("green3"), card("green4")), "rights": (card("yellow2"), card("blue3"))}
    standing = under | LATE | after_a_round(*points)
    state = table("pink1 red1 blue4", "", pool=pool, tokens=((GIFT,), (REVEAL,)), **standing)
    laid = play(state, "gift", "lay pink1", "lay red1", "lay blue4")
    assert {choice(make_bot(GAME.name, level, seed), laid, 1) for seed in SEEDS} == {Choose((2,))}


@pytest.mark.parametrize("points", [(40, 0), (0, 40)], ids=["won", "lost"])
@pytest.mark.parametrize("level", LEVELS)
def test_an_intrigue_wins_the_geisha_with_a_lantern(level: str, points: tuple[int, int]) -> None:
    pool = "blue1 blue2 yellow2 yellow3 yellow4 green2 green3 red1"
    under: dict[str, Any] = {"lefts": (None, card("green4")), "rights": (None, card("blue3"))}
    standing = under | LATE | after_a_round(*points) | {"tiles": ((), (), lanterns(4), (), ())}
    state = table("pink1 blue4", "", pool=pool, tokens=((INTRIGUE,), (REVEAL,)), **standing)
    asked = play(state, "intrigue")
    assert {choice(make_bot(GAME.name, level, seed), asked, 0) for seed in SEEDS} == {Left(card("blue4"))}
