"""List the values that are printed on the pieces of Geisha's Road."""

from importlib import import_module
from typing import Any

pieces: Any = import_module(
    "hanamachi.games.geishas_road.pieces"
)  # the game's own `pieces` is a function of its law


def printed() -> dict[str, Any]:
    return {
        "COLOURS": pieces.COLOUR_NAMES,
        "ACTIONS": pieces.ACTION_NAMES,
        "SPECIALS": pieces.SPECIAL_NAMES,
        "CARDS": pieces.ACTION_CARDS,
        "SYMBOLS": pieces.SYMBOLS,
        "POINTS": pieces.POINTS,
    }
