"""List the values that are printed on the pieces of Mai-Star."""

from importlib import import_module
from typing import Any

pieces: Any = import_module(
    "hanamachi.games.mai_star.pieces"
)  # the game's own `pieces` is a function of its law


def printed() -> dict[str, Any]:
    """Return cards and geishas by number."""
    cards = [
        {
            "name": pieces.CARD_NAMES[card],
            "character": pieces.CHARACTER_NAMES[pieces.CHARACTER[card]],
            "colour": pieces.COLOUR[card],
            "requirement": pieces.REQUIREMENT[card],
            "income": pieces.INCOME[card],
            "bonus": pieces.BONUS[card],
        }
        for card in pieces.CARDS
    ]
    geishas = [
        {"name": name, "start": start} for name, start in zip(pieces.GEISHA_NAMES, pieces.START, strict=True)
    ]
    return {"SKILLS": pieces.SKILL_NAMES, "CARDS": cards, "GEISHAS": geishas}
