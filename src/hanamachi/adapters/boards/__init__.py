"""Batched games on the compiled kernels: one `Board` class per game."""

from importlib import import_module
from typing import Any

from hanamachi.adapters.boards.board import Board
from hanamachi.adapters.setting import BadSetting, Setting

BOARDS = {
    "okiya": "hanamachi.adapters.boards.okiya:OkiyaBoard",
    "hanamikoji": "hanamachi.adapters.boards.hanamikoji:HanamikojiBoard",
    "geishas_road": "hanamachi.adapters.boards.geishas_road:RoadBoard",
    "mai_star": "hanamachi.adapters.boards.mai_star:MaiStarBoard",
}


def new_board(setting: Setting, count: int) -> Board:
    """Return a board for `count` games of a setting. Call its `begin` before the first step."""
    if setting.name not in BOARDS:
        raise BadSetting("no_tensors", name=setting.name, known=tuple(BOARDS))
    module, _, name = BOARDS[setting.name].partition(":")
    kind: Any = getattr(import_module(module), name)
    made: Board = kind.of(setting, count)
    return made
