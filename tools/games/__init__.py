"""Game-specific parts of the tools: a folder for each game, with a module for each tool.

A tool finds its modules by name (`hanamachi.games.modules`), so that a new game touches no tool.
"""

from importlib import import_module
from typing import Any

from hanamachi.games import modules


def of_games(tool: str) -> dict[str, Any]:
    """Return what games have for a tool: the modules `tools.games.<game>.<tool>`, by game."""
    return {game: import_module(module) for game, module in modules(f"tools.games.{{}}.{tool}").items()}
