"""Write the values printed on the pieces of a game as TypeScript constants, for its table in the browser."""

from importlib import import_module
from typing import Any

from tools.build.wire_types import constant

# imported by module: a game's own `pieces` is a function of its rules
okiya, hanamikoji, road, star = (
    import_module(f"hanamachi.games.{game}.pieces")
    for game in ("okiya", "hanamikoji", "geishas_road", "mai_star")
)


def of_okiya() -> dict[str, Any]:
    return {"PLANTS": okiya.PLANTS, "FEATURES": okiya.FEATURES}


def of_hanamikoji() -> dict[str, Any]:
    boxes = {name: hanamikoji.BOXES[name] for name in ("full", "small")}
    return {
        "ITEMS": hanamikoji.NAMES,
        "VALUE": hanamikoji.VALUE,
        "ACTIONS": hanamikoji.ACTIONS,
        "CARDS": hanamikoji.CARDS,
        "RULES": hanamikoji.RULES,
        "GOAL": {"geishas": hanamikoji.GEISHAS_TO_WIN, "points": hanamikoji.POINTS_TO_WIN},
        "BOXES": {name: {"items": box.items, "actions": box.actions} for name, box in boxes.items()},
    }


def of_geishas_road() -> dict[str, Any]:
    return {
        "COLOURS": road.COLOUR_NAMES,
        "ACTIONS": road.ACTION_NAMES,
        "SPECIALS": road.SPECIAL_NAMES,
        "CARDS": road.ACTION_CARDS,
        "SYMBOLS": road.SYMBOLS,
        "POINTS": road.POINTS,
    }


def of_mai_star() -> dict[str, Any]:
    """Return cards and geishas by number."""
    cards = [
        {
            "name": star.CARD_NAMES[card],
            "character": star.CHARACTER_NAMES[star.CHARACTER[card]],
            "colour": star.COLOUR[card],
            "requirement": star.REQUIREMENT[card],
            "income": star.INCOME[card],
            "bonus": star.BONUS[card],
        }
        for card in star.CARDS
    ]
    geishas = [
        {"name": name, "start": start} for name, start in zip(star.GEISHA_NAMES, star.START, strict=True)
    ]
    return {"SKILLS": star.SKILL_NAMES, "CARDS": cards, "GEISHAS": geishas}


PRINTED = {
    "okiya": of_okiya,
    "hanamikoji": of_hanamikoji,
    "geishas_road": of_geishas_road,
    "mai_star": of_mai_star,
}


def printed(game: str) -> list[str]:
    return [line for name, value in PRINTED[game]().items() for line in constant(name, value)]
