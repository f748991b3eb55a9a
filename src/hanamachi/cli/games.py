"""Games and their options as a command line names them."""

import argparse
from typing import Any

from hanamachi.core.game import Game, OptionError
from hanamachi.core.options import Option, choose, describe
from hanamachi.core.words import Refusal, Words
from hanamachi.games import GAMES


class UnknownGame(Refusal):
    pass


def find_game(name: str, words: Words) -> Game:
    """A game by its name, or by its name in the player's language."""
    wanted = name.casefold().replace("-", "_")
    for key, game in GAMES.items():
        if wanted in (key, game.text.words(words.lang)("name").casefold()):
            return game
    raise UnknownGame("unknown_game", name=name, known=tuple(GAMES))


def add_options(parser: argparse.ArgumentParser, game: Game, words: Words) -> None:
    """A flag for each of the game's options."""
    phrases = game.text.words(words.lang)
    group = parser.add_argument_group(phrases("name"), phrases("about"))
    for option in describe(game.options):
        flag = f"--{option.name.replace('_', '-')}"
        group.add_argument(
            flag, dest=f"option_{option.name}", metavar=sign(option), help=explain(option, phrases)
        )


def sign(option: Option) -> str:
    if option.kind == "bool":
        return "true|false"
    return "|".join(option.choices) or f"{option.least}..{option.most}"


def explain(option: Option, phrases: Words) -> str:
    values = [f"{choice}: {phrases(f'option.{option.name}.{choice}')}" for choice in option.choices]
    return f"{phrases(f'option.{option.name}')} ({'; '.join([*values, f'= {option.default}'])})"


def read_options(game: Game, args: argparse.Namespace) -> Any:
    """The options that the flags ask for, checked by the game itself."""
    given = {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }
    for option in describe(game.options):
        value = given.get(option.name)
        if option.kind == "choice" and value is not None and value not in option.choices:
            raise OptionError("bad_choice", option=option.name, value=value, known=option.choices)
    options = choose(game.options, given)
    game.start(game.seats[0], options)
    return options
