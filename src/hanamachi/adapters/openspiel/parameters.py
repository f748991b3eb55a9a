"""Convert a game's options to OpenSpiel's parameters and back."""

from collections.abc import Mapping
from typing import Any

from hanamachi.adapters.openspiel.own import own
from hanamachi.adapters.setting import BadSetting, Setting, setting
from hanamachi.core.game import Game
from hanamachi.core.options import describe

MAX_PLIES = 2000  # the limit where a game has no bound
NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}
MEANT = {word: number for number, word in NUMBERS.items()}


def specification(game: Game) -> dict[str, bool | int | str]:
    """Return every parameter with its default value. The value's type is the parameter's type."""
    options = {option.name: spelled(option.default) for option in describe(game.options)}
    players = {"players": game.seats[0]} if len(game.seats) > 1 else {}
    return {**players, **options, "max_plies": 0}


def spelled(value: bool | int | str) -> bool | int | str:
    return NUMBERS.get(value, value) if isinstance(value, str) else value


def setting_of(name: str, parameters: Mapping[str, Any]) -> Setting:
    """Return the setting that the parameters ask for. Raise a Refusal if it is invalid."""
    given = {key: MEANT.get(value, value) for key, value in parameters.items()}
    seats = given.pop("players", None)
    given.pop("max_plies", None)
    special = getattr(own(name), "setting_of", None)
    found: Setting | None = special(given) if special else None
    return found or setting(name, seats, given)


def limit_of(parameters: Mapping[str, Any], bound: int | None) -> int | None:
    """Return the number of moves after which a game ends without a winner, or None if it ends by itself."""
    most = parameters.get("max_plies", 0)
    if most < 0:
        raise BadSetting("not_positive", flag="max_plies", value=str(most))
    return most or (MAX_PLIES if bound is None else None)
