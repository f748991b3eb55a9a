"""Batched games on the compiled kernels: one `Board` class per game."""

from importlib import import_module

from hanamachi.adapters.boards.board import Board
from hanamachi.adapters.setting import BadSetting, Setting
from hanamachi.games import modules

BOARDS = modules("hanamachi.adapters.boards.{}")  # each has its BOARD


def new_board(setting: Setting, count: int) -> Board:
    """Return a board for `count` games of a setting. Call its `begin` before the first step."""
    if setting.name not in BOARDS:
        raise BadSetting("no_tensors", name=setting.name, known=tuple(BOARDS))
    made: Board = import_module(BOARDS[setting.name]).BOARD.of(setting, count)
    return made
