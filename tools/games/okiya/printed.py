"""List the values that are printed on the pieces of Okiya."""

from importlib import import_module
from typing import Any

pieces: Any = import_module(
    "hanamachi.games.okiya.pieces"
)  # the game's own `pieces` is a function of its law


def printed() -> dict[str, Any]:
    return {"PLANTS": pieces.PLANTS, "FEATURES": pieces.FEATURES}
