"""List the values that are printed on the pieces of Hanamikoji."""

from importlib import import_module
from typing import Any

pieces: Any = import_module(
    "hanamachi.games.hanamikoji.pieces"
)  # the game's own `pieces` is a function of its law


def printed() -> dict[str, Any]:
    boxes = {name: pieces.BOXES[name] for name in ("full", "small")}
    return {
        "ITEMS": pieces.NAMES,
        "VALUE": pieces.VALUE,
        "ACTIONS": pieces.ACTIONS,
        "CARDS": pieces.CARDS,
        "BOXES": {name: {"items": box.items, "actions": box.actions} for name, box in boxes.items()},
    }
