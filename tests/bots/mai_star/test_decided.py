"""Decided games: every level that can be chosen still plays for place and lead."""

import pytest

from hanamachi.bots import levels, make_bot
from hanamachi.core.game import Move
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Guest, Target, Use
from hanamachi.games.mai_star.pieces import INCOME
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.table import Place, Result
from tests.games.mai_star.staging import play, side, table

LEVELS = [level for level in levels(GAME.name) if level != "random"]


def last_festival(points: tuple[int, ...], *sides: Place, deck: str | None = None) -> State:
    """The third festival after two that brought these points together."""
    nothing = tuple(0 for _ in points)
    results = tuple(Result("M27", nothing, nothing, nothing, each) for each in (points, nothing))
    return table(*sides, results=results, round=3, deck=deck)


def choice(state: State, level: str, seed: int) -> Move:
    assert state.actor is not None
    return make_bot(GAME.name, level, seed).choose(state.view(state.actor), state.moves(), [])


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("level", LEVELS)
def test_who_cannot_win_harms_the_leader_not_the_last(level: str, seed: int) -> None:
    mover = side("hazy", "red-thief blue-citizen green-citizen")
    rich, poor = side("summer_sea", "red-ronin", "red-actor"), side("maple_leaf", "blue-ronin", "blue-actor")
    ahead = last_festival((60, 160, 0), mover, rich, poor)
    assert choice(play(ahead, "guest red-thief"), level, seed) == Target(1)
    turned = last_festival((60, 0, 160), mover, rich, poor)
    assert choice(play(turned, "guest red-thief"), level, seed) == Target(2)


@pytest.mark.parametrize("points", [(0, 150, 100), (150, 0, 20)], ids=["lost", "won"])
@pytest.mark.parametrize("level", LEVELS)
def test_who_has_lost_or_won_still_welcomes_guests(level: str, points: tuple[int, ...]) -> None:
    """With a full hand and rivals who are nearly done."""
    mover = side("hazy", "red-actor blue-thief green-merchant red-yakuza blue-actor")
    state = last_festival(points, mover, side("summer_sea", "red-ronin"), side("maple_leaf", "blue-ronin"))
    for seed in range(3):
        move = choice(state, level, seed)
        assert isinstance(move, Guest), move
        assert INCOME[move.card] >= 3


@pytest.mark.parametrize("points", [(0, 150, 100), (150, 0, 20)], ids=["lost", "won"])
@pytest.mark.parametrize("level", ["adept", "master"])
def test_who_has_lost_or_won_welcomes_the_dear_guest_while_there_is_time(
    level: str, points: tuple[int, ...]
) -> None:
    """Three cards in the deck: no time for an Okaasan, who brings 1 and another advertiser."""
    mover = side("hazy", "red-thief blue-merchant green-actor red-okaasan blue-ronin")
    first = side("summer_sea", "blue-courtesan red-courtesan", "green-yakuza")
    second = side("maple_leaf", "blue-sumo-wrestler green-ronin", "blue-samurai")
    state = last_festival(points, mover, first, second, deck="red-ronin green-citizen blue-citizen")
    for seed in range(3):
        move = choice(state, level, seed)
        assert isinstance(move, Guest), move
        assert INCOME[move.card] >= 4


@pytest.mark.parametrize("points", [(0, 150, 100), (150, 0, 20)], ids=["lost", "won"])
@pytest.mark.parametrize("level", LEVELS)
def test_who_has_lost_or_won_takes_what_is_free(level: str, points: tuple[int, ...]) -> None:
    strong = "red-actor red-actor blue-actor blue-actor green-actor"
    state = last_festival(points, side("hazy", "red-daimyo blue-citizen", "", strong))
    for seed in range(3):
        assert choice(play(state, "guest red-daimyo"), level, seed) == Use()
