"""Upgrade a log of version 1: drop questions that are no longer asked (M18), add the last turn of the lap
(M38)."""

from typing import Any

from hanamachi.core.game import Raw, Upgrade
from hanamachi.games.mai_star.effects import PLAIN
from hanamachi.games.mai_star.moves import Reacting, Using
from hanamachi.games.mai_star.pieces import CHARACTER, DOCTOR
from hanamachi.games.mai_star.rules import State


def options(old: Raw) -> Raw:
    """Upgrade the options. Limited guests ended a round with the turn (M34), and such a game goes on as it
    began."""
    if "limited_guests" not in old:
        return old
    return {**old, "limited_guests": "end_of_turn" if old["limited_guests"] else "no"}


def row(state: State, old: Raw | None) -> list[Raw]:
    if old is None:
        return []
    match kind_of(old), state.todo[0] if state.todo else None:
        case "Allow", Reacting():
            return [old]
        case "Use", Using(card=card) if CHARACTER[card] == DOCTOR and state.lap == 0:
            return [{**old, "move": {"type": "Decline"}}]  # it gave no other turn then
        case "Use", Using(card=card) if CHARACTER[card] in PLAIN:
            return [old]
        case "Allow" | "Use", _:
            return []
        case "Decline", _ if state.actor != old["seat"]:
            return []
    return [old]


def kind_of(old: Raw) -> Any:
    """Return the type of a row's move."""
    move = old.get("move")
    return move.get("type") if isinstance(move, dict) else None


UPGRADES = {1: Upgrade(row=row, options=options)}
