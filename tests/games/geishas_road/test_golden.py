"""Seeded games, move by move, as text."""

from pathlib import Path

import pytest

from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.moves import Options
from tests.goldens import check_golden, playthrough

HERE = Path(__file__).parent / "playthroughs"
GAMES = {
    "basic": (Options(), 1, (29, 45, 70, 100)),
    "harder": (Options("harder", starter="second"), 2, (26, 50, 80, 120)),
    "advanced": (Options("advanced"), 3, (27, 40, 60, 90, 130)),
    "destiny": (Options("advanced", destiny=True, double_counter_gift="literal"), 4, (25, 60, 110)),
}


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    options, seed, tables = GAMES[name]
    check_golden(HERE / f"{name}.txt.xz", playthrough(GAME, 2, options, seed, tables))
