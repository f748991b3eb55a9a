"""A game's options as OpenSpiel's parameters, there and back."""

from collections.abc import Mapping
from typing import Any

from hanamachi.adapters.setting import BadSetting, Setting, setting
from hanamachi.core.game import Game
from hanamachi.core.options import describe
from hanamachi.games.hanamikoji.moves import Options as HanamikojiOptions

MAX_PLIES = 2000  # where a game has no bound
NUMBERS = {"1": "one", "2": "two", "3": "three", "4": "four", "5": "five", "6": "six"}
MEANT = {word: number for number, word in NUMBERS.items()}
TINY = "tiny"  # Hanamikoji's box for research alone


def specification(game: Game) -> dict[str, bool | int | str]:
    """Every parameter with its default, whose type is the parameter's."""
    options = {option.name: spelled(option.default) for option in describe(game.options)}
    players = {"players": game.seats[0]} if len(game.seats) > 1 else {}
    return {**players, **options, "max_plies": 0}


def spelled(value: bool | int | str) -> bool | int | str:
    return NUMBERS.get(value, value) if isinstance(value, str) else value


def setting_of(name: str, parameters: Mapping[str, Any]) -> Setting:
    """What the parameters ask for; refused as every setting is."""
    given = {key: MEANT.get(value, value) for key, value in parameters.items()}
    seats = given.pop("players", None)
    given.pop("max_plies", None)
    if name == "hanamikoji" and given.get("box") == TINY:
        return tiny(given)
    return setting(name, seats, given)


def tiny(given: dict[str, Any]) -> Setting:
    like = setting("hanamikoji", 2, {**given, "box": "small"})
    box: Any = TINY
    return Setting("hanamikoji", 2, HanamikojiOptions(starter=like.options.starter, box=box))


def limit_of(parameters: Mapping[str, Any], bound: int | None) -> int | None:
    """The number of moves after which the game is over without a winner; None if it ends by itself."""
    most = parameters.get("max_plies", 0)
    if most < 0:
        raise BadSetting("not_positive", flag="max_plies", value=str(most))
    return most or (MAX_PLIES if bound is None else None)
