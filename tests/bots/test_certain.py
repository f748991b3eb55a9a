"""Sure things: what wins whatever is hidden is taken, what loses whatever is hidden is not."""

from collections.abc import Sequence
from typing import Any

import pytest

from hanamachi.bots.bot import RandomBot
from hanamachi.bots.certain import Careful
from hanamachi.bots.geishas_road.lookout import RoadLookout
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.mai_star.novice import novice
from hanamachi.core.game import Move
from hanamachi.games.geishas_road.agenda import turns
from hanamachi.games.geishas_road.moves import Acting, Choose
from hanamachi.games.geishas_road.pieces import GIFT
from hanamachi.games.geishas_road.records import Round, Tally
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.mai_star.moves import Advertise, Guest
from hanamachi.games.mai_star.table import Result
from tests.games.geishas_road import tables as road
from tests.games.mai_star import staging

MINE, THEIRS = "pink2 pink3 pink4 red2 yellow2 green3", "red3 red4 yellow1 green1 green2 green4 blue2"


def last_offer(first: tuple[int, int]) -> State:
    """Seat 0 has laid the last Gift of the game; its rival may take pink, red or blue.

    Only the order of the two cards under seat 0's Intrigue is hidden. Blue decides.
    """
    tallies = tuple(Tally(geishas=points, lanterns=0, guests=0, specials=0) for points in first)
    state = road.table(
        "pink1 red1 blue4",
        "",
        mine=MINE,
        theirs=THEIRS,
        pool="",
        round=2,
        rounds=(Round(0, ((0,) * 5, (0,) * 5), (None,) * 5, ((),) * 5, tallies),),
        tokens=((GIFT,), ()),
        lefts=(road.card("yellow3"), road.card("blue1")),
        rights=(road.card("yellow4"), road.card("blue3")),
        todo=(Acting(0), *turns(0)[-3:]),
    )
    return road.play(state, "gift", "lay pink1", "lay red1", "lay blue4")


def best(state: State) -> Sequence[Move]:
    assert state.actor is not None
    return RoadLookout().best(state.view(state.actor), state.moves())


def test_the_last_answer_of_the_road_is_solved() -> None:
    assert best(last_offer((0, 0))) == [Choose((2,))]


def test_a_lost_game_leaves_every_move() -> None:
    state = last_offer((90, 0))
    assert best(state) == list(state.moves())


def test_a_careful_bot_takes_it() -> None:
    state = last_offer((0, 0))
    for seed in range(5):
        bot = Careful(RandomBot(seed), RoadLookout())
        assert bot.choose(state.view(1), state.moves(), []) == Choose((2,))


def test_too_early_is_not_looked_at() -> None:
    state = road.table("pink1 red1 blue4")
    assert RoadLookout().states(state.view(0)) == ()
    assert best(state) == state.moves()


def festival(mine: str, theirs: str, number: int = 3) -> Any:
    """Seat 0 has some guests and one Okaasan in hand, a rival has other guests."""
    nothing = (0, 0, 0)
    results = [Result("M27", nothing, nothing, nothing, nothing)] * (number - 1)
    rival = staging.side("summer_sea", "blue-thief blue-daimyo", theirs)
    mover = staging.side("hazy", "red-okaasan", mine)
    return staging.table(mover, rival, round=number, results=tuple(results))


def left(state: Any) -> Sequence[Move]:
    return MaiStarLookout().best(state.view(0), state.moves())


OKAASAN = staging.card("red-okaasan")


def test_the_guest_that_ends_the_game_and_wins_it_is_sure() -> None:
    assert left(festival("red-actor", "red-thief")) == [Guest(OKAASAN)]


def test_the_guest_that_ends_the_game_and_loses_it_is_not_taken() -> None:
    state = festival("", "red-actor blue-actor")
    assert Guest(OKAASAN) not in left(state)
    assert Advertise(OKAASAN) in left(state)


@pytest.mark.parametrize("seed", range(3))
def test_a_novice_counts_the_points_before_the_last_card(seed: int) -> None:
    won, lost = festival("red-actor", "red-thief"), festival("", "red-actor blue-actor")
    assert novice(seed).choose(won.view(0), won.moves(), []) == Guest(OKAASAN)
    assert novice(seed).choose(lost.view(0), lost.moves(), []) != Guest(OKAASAN)


def test_nothing_is_sure_before_the_last_festival() -> None:
    state = festival("red-actor", "red-thief", number=2)
    assert MaiStarLookout().states(state.view(0)) == ()


def test_what_takes_too_long_is_left_alone() -> None:
    class Hasty(RoadLookout):
        most = 1

    state = last_offer((0, 0))
    assert Hasty().best(state.view(1), state.moves()) == state.moves()
