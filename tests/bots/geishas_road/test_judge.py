"""The judge of Geisha's Road: a chance for each move, by nothing but the view, the same every time."""

from random import Random
from typing import Any

import pytest

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.moves import Resolving, Taking
from hanamachi.games.geishas_road.pieces import GIFT, REVEAL
from hanamachi.games.geishas_road.rules import State
from tests.bots.geishas_road.test_student import LATE, decisions
from tests.games.geishas_road.tables import card, play, table


def opinion(state: State, played: int | None = None) -> Opinion:
    return ladder_of("geishas_road").opinion(state.view(state.actor), state.moves(), [], played)


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_it_knows_no_more_than_the_seat(mode: Any) -> None:
    for state in decisions(mode, range(2), 40):
        assert state.actor is not None
        said = opinion(state, 0)
        assert said == opinion(imagine(state.view(state.actor), Random(1)), 0)
        assert len(said.chances) == len(state.moves())
        assert all(0 <= chance <= 1 for chance in said.chances)
        assert 0 <= said.unknown <= 0.5


def test_the_better_part_of_an_offer_comes_first() -> None:
    under: dict[str, Any] = {
        "lefts": (card("green3"), card("green4")),
        "rights": (card("yellow2"), card("blue3")),
    }
    pool = "blue1 blue2 yellow3 yellow4 green2"
    state = table("pink1 red1 blue4", "", pool=pool, tokens=((GIFT,), (REVEAL,)), **under, **LATE)
    laid = play(state, "gift", "lay pink1", "lay red1", "lay blue4")
    assert opinion(laid).ranked()[0] == 2


@pytest.mark.parametrize("mode", ["basic", "advanced"])
def test_it_tells_how_a_move_is_completed(mode: Any) -> None:
    """An action with its cards, an answer with what is taken: every step is legal, and the move then done."""
    told = 0
    for state in decisions(mode, range(3), 11):
        for place, line in opinion(state).lines.items():
            table = state.play(state.moves()[place])
            for step in line:
                assert table.actor == state.actor
                table = table.play(table.moves()[step])
            assert table.actor != state.actor or isinstance(table.todo[0], Resolving | Taking)
            told += 1
    assert told > 20


def test_of_equals_those_come_first_whose_completion_is_known() -> None:
    assert Opinion([0.5, 0.5, 0.6], lines={1: [0]}).ranked() == [2, 1, 0]
