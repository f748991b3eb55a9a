"""Find what a game has for OpenSpiel alone: its module in `games`."""

from importlib import import_module
from typing import Any

from hanamachi.games import modules

OWN = modules("hanamachi.adapters.openspiel.games.{}")


def own(game: str) -> Any:
    """Return the module of a game, or None."""
    return import_module(OWN[game]) if game in OWN else None
