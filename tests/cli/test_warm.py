"""hanamachi warm: what is compiled before somebody waits for it."""

import pytest
from msgspec.structs import replace

from hanamachi.cli import warm
from hanamachi.cli.warm import all_of
from hanamachi.core.game import Game
from hanamachi.games import GAMES
from hanamachi.locales import catalogue


def names(game: Game) -> list[str]:
    return [getattr(each, "func", each).__module__ for each in all_of(game)]


@pytest.mark.parametrize(
    ("game", "levels"), [("okiya", 2), ("hanamikoji", 3), ("geishas_road", 3), ("mai_star", 3)]
)
def test_kernel_levels_judge_and_board_are_compiled(game: str, levels: int) -> None:
    first, *asked, last = names(GAMES[game])
    assert first.startswith(f"hanamachi.games.{game}.kernel")
    assert asked == (levels + 1) * ["hanamachi.cli.warm"]
    assert last == "hanamachi.adapters.boards.warming"


def test_a_game_without_kernel_bots_and_board_has_nothing_to_compile() -> None:
    assert not names(replace(GAMES["okiya"], name="newcomer", kernel=None))


def test_a_game_is_warmed_by_its_name(capsys: pytest.CaptureFixture[str]) -> None:
    assert warm.run(["Okiya"], catalogue("house")("fr")) == 0
    assert capsys.readouterr().out == "Okiya : compilé.\n"
