"""How a game may begin: at its own tables, with its own options, from a layout by its code."""

from typing import Any

import pytest

from fifth_game import GAME as TSUKIMI
from hanamachi.core.game import NATURE, Game, Layouts
from hanamachi.core.log import Placed, Played
from hanamachi.core.options import OptionError, describe
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.games.okiya.moves import Begin, Lay
from hanamachi.games.okiya.view import OkiyaView

STREET = [*GAMES.values(), TSUKIMI]
NAMES = [game.name for game in STREET]
OKIYA = GAMES["okiya"]
CODE = "5XH9C164Q"


@pytest.mark.parametrize("game", STREET, ids=NAMES)
def test_a_game_has_no_other_tables_than_it_says(game: Game) -> None:
    least, most = game.seats[0], game.seats[-1]
    for seats in game.seats:
        assert game.start(seats, game.options()).actor is not None
    others: list[Any] = [0, 1, least - 1, most + 1, -2, True, float(least), str(least), None]
    for seats in others:
        with pytest.raises(OptionError) as caught:
            game.start(seats, game.options())
        assert (caught.value.reason, caught.value.facts["most"]) == ("bad_seats", most)


@pytest.mark.parametrize("game", STREET, ids=NAMES)
def test_a_game_has_no_other_options_than_it_says(game: Game) -> None:
    for option in describe(game.options):
        for value in ("?", None, 7_000_000, 0.5):
            with pytest.raises(OptionError) as caught:
                game.start(game.seats[0], game.options(**{option.name: value}))
            assert (caught.value.reason, caught.value.facts["option"]) == ("bad_option", option.name)
    with pytest.raises(OptionError):
        game.start(game.seats[0], None)


def layouts() -> Layouts:
    assert OKIYA.layouts is not None
    return OKIYA.layouts


def laid(starter: int | None) -> Table:
    table = Table.begin(OKIYA, ["Ann", "Bob"], OKIYA.options(), bytes(32), ["a", "b"])
    return table.lay(layouts().moves(CODE, starter)).deal()


@pytest.mark.parametrize("starter", [0, 1])
def test_a_layout_is_placed_and_so_is_who_begins(starter: int) -> None:
    table = laid(starter)
    assert table.actor == starter
    assert all(isinstance(row, Placed) for row in table.rows[2:])
    moves = [row.move for row in table.rows[2:] if isinstance(row, Placed)]
    assert layouts().write(moves) == CODE
    assert layouts().starter(moves, 2) == starter


def test_what_comes_before_a_layout_is_thrown() -> None:
    table = laid(None)
    assert isinstance(table.rows[2], Played)
    assert isinstance(table.rows[2].move, Begin)
    assert [type(row) for row in table.rows[3:]] == [Placed] * 16
    assert table.log.throws == {1: 1}


def test_a_game_may_have_layouts_that_leave_open_who_begins() -> None:
    silent = Layouts(layouts().read, layouts().write)
    assert silent.moves(CODE, 1) == tuple(layouts().read(CODE))
    assert silent.starter([Begin(1)], 2) is None
    assert layouts().starter([Lay(3)], 2) is None


def test_the_code_is_of_the_first_layout() -> None:
    first, second = layouts().read(CODE), layouts().read("000000000")
    assert layouts().write([Begin(0), *first, *second]) == CODE
    state = OKIYA.start(2, OKIYA.options())
    for move in layouts().moves(CODE, 0):
        assert state.actor == NATURE
        state = state.play(move)
    view = state.view(None)
    assert isinstance(view, OkiyaView)
    assert [Lay(tile) for tile in view.layout] == first
