"""States, moves, steps and views of every game are frozen."""

import sys

import pytest
from msgspec import Struct

from hanamachi.games import OURS


@pytest.mark.parametrize("name", [game.name for game in OURS])
def test_every_record_of_a_game_is_frozen(name: str) -> None:
    home = f"hanamachi.games.{name}."
    modules = [module for key, module in sys.modules.items() if key.startswith(home)]
    kinds = [kind for module in modules for kind in vars(module).values() if isinstance(kind, type)]
    records = [kind for kind in kinds if issubclass(kind, Struct) and kind.__module__.startswith(home)]
    assert len(records) > 10
    assert [kind for kind in records if not kind.__struct_config__.frozen] == []
