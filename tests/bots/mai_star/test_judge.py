"""The judge of Mai-Star: a chance for each move, by nothing but the view, the same every time."""

from random import Random

import pytest

from hanamachi.bots import ladder_of
from hanamachi.bots.judge import Opinion
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.rules import State
from tests.bots.mai_star.test_levels import asked
from tests.games.mai_star.staging import play, side, table


def opinion(state: State, played: int | None = None) -> Opinion:
    return ladder_of("mai_star").opinion(state.view(state.actor), state.moves(), [], played)


@pytest.mark.parametrize("seats", [3, 5])
def test_it_knows_no_more_than_the_seat(seats: int) -> None:
    for state in asked(seats, Options(), 4):
        assert state.actor is not None
        said = opinion(state, 0)
        assert said == opinion(imagine(state.view(state.actor), Random(1)), 0)
        assert len(said.chances) == len(state.moves())
        assert all(0 <= chance <= 1 for chance in said.chances)
        assert 0 <= said.unknown <= 0.5


def test_to_rob_the_rich_comes_first() -> None:
    mover = side("hazy", "red-thief blue-citizen green-citizen")
    state = table(mover, side("summer_sea", "red-ronin", "red-actor"), side("maple_leaf", "blue-ronin"))
    robbing = play(state, "guest red-thief")
    assert str(robbing.moves()[opinion(robbing).ranked()[0]]) == "Target(player=1)"


def test_it_goes_on_with_its_own_steps_and_a_certain_answer() -> None:
    """The thief is aimed at the richest, whose Ronin would be asked first."""
    mover = side("hazy", "red-thief blue-citizen oiran")
    state = table(mover, side("summer_sea", "", "red-actor blue-ronin"), side("maple_leaf", ""))
    place = next(at for at, move in enumerate(state.moves()) if str(move).startswith("Guest"))
    reply = opinion(state, place).replies[place]
    using = state.play(state.moves()[place])
    answering = using.play(using.moves()[reply.places[0]])
    assert str(using.moves()[reply.places[0]]) == "Target(player=1)"
    assert answering.actor == 1
    assert reply.own == 1
    assert len(reply.places) == 2
    assert 0.5 < reply.share <= 1


def test_an_exchange_is_told_with_the_card_that_comes_instead() -> None:
    mover = side("hazy", "red-thief", "", "blue-citizen")
    state = table(mover, side("summer_sea", "red-ronin"), side("maple_leaf", "blue-ronin"))
    place = next(at for at, move in enumerate(state.moves()) if str(move).startswith("Exchange"))
    assert opinion(state, place).lines[place] == [0]
