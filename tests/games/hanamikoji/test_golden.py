"""Seeded games, move by move, as text."""

from pathlib import Path

import pytest

from hanamachi.games.hanamikoji import GAME
from hanamachi.games.hanamikoji.moves import Options
from tests.goldens import check_golden, playthrough

HERE = Path(__file__).parent / "playthroughs"
GAMES = {
    "full": (Options(), 1, (14, 20, 27, 36, 60)),
    "three_rounds": (Options(starter="first"), 5, (13, 40, 75, 104)),
    "until_won": (Options(starter="second", rounds="until_won"), 3, (20,)),
    "small": (Options(box="small"), 2, (6, 10, 14)),
}


@pytest.mark.parametrize("name", GAMES)
def test_golden_playthrough(name: str) -> None:
    options, seed, tables = GAMES[name]
    check_golden(HERE / f"{name}.txt.xz", playthrough(GAME, 2, options, seed, tables))
