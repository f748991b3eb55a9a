"""A game that draws its table in colour is drawn where there is room and colour; the rest are lines."""

from random import Random

import pytest
from rich.table import Table as Drawn

from hanamachi.cli.support.sitting import Sitting
from hanamachi.cli.support.terminal import Terminal
from hanamachi.core.table import Table
from hanamachi.games import GAMES
from hanamachi.locales import catalogue


class Unsaved:
    path = None

    def save(self, _table: Table) -> None:
        return None


def sitting(game: str, *, colour: bool, wide: bool = True) -> Sitting:
    seed = Random(1).randbytes(32)
    table = Table.begin(GAMES[game], ["Mika", "Rin"], GAMES[game].options(), seed, ["", ""]).deal()
    terminal = Terminal()
    terminal.colour, terminal.wide = colour, wide
    return Sitting(table, terminal, catalogue("house")("en"), Unsaved())


def shown(capsys: pytest.CaptureFixture[str], table: Sitting) -> str:
    table.show_table(table.table.actor)
    return capsys.readouterr().out


def test_a_garden_is_drawn_with_its_lines_below(capsys: pytest.CaptureFixture[str]) -> None:
    drawn = shown(capsys, sitting("okiya", colour=True))
    assert "╔" in drawn
    assert "Mika" in drawn
    for plain in (sitting("okiya", colour=False), sitting("okiya", colour=True, wide=False)):
        assert "╔" not in shown(capsys, plain)


def test_a_game_without_a_drawing_is_told_in_lines(capsys: pytest.CaptureFixture[str]) -> None:
    assert "╔" not in shown(capsys, sitting("hanamikoji", colour=True))


def test_okiya_draws_and_then_tells() -> None:
    text, state = GAMES["okiya"].text, sitting("okiya", colour=False).table.state
    assert text.draw is not None
    garden, *lines = text.draw(state.view(None), text.words("en"), ["Mika", "Rin"])
    assert isinstance(garden, Drawn)
    assert lines
    assert all(isinstance(line, str) for line in lines)
