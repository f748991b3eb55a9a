"""Seeded games, move by move, as text."""

from pathlib import Path

import pytest

from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Options
from tests.goldens import check_golden, playthrough

HERE = Path(__file__).parent / "playthroughs"
GAMES = {
    "three": (3, Options(), 3, (25, 90, 250, 400)),
    "four_management": (4, Options(management=True), 4, (30, 150, 300)),
    "five_limited": (5, Options(limited_guests="at_once", black_requirement="all"), 5, (40, 200)),
    "six": (6, Options(), 6, (50, 170, 350)),
    "six_without_a_lap": (6, Options(last_lap=False, limited_guests="end_of_turn"), 7, (60, 200)),
}


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    seats, options, seed, tables = GAMES[name]
    check_golden(HERE / f"{name}.txt.xz", playthrough(GAME, seats, options, seed, tables))
