"""Name the fields of a Mai-Star move for phrases about it."""

from typing import Any

from msgspec.structs import asdict

from hanamachi.core.game import Veiled
from hanamachi.core.words import Fact
from hanamachi.games.mai_star.pieces import GEISHA_NAMES, SKILL_NAMES
from hanamachi.games.mai_star.view import card_fact


def facts(move: Any) -> dict[str, Fact]:
    fields = move.shown if isinstance(move, Veiled) else asdict(move)
    return {field: fact(field, value) for field, value in fields.items()}


def fact(field: str, value: Any) -> Fact:
    match field:
        case "card":
            return card_fact(value)
        case "geisha":
            return f"@geisha.{GEISHA_NAMES[value]}"
        case "skill":
            return f"@skill.{SKILL_NAMES[value]}"
        case "place":
            return int(value) + 1
        case _:
            return f"#{value}"
