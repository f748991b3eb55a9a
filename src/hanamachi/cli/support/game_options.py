"""Read games and their options from a command line."""

import argparse
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from hanamachi.cli import BadUsage
from hanamachi.core import telling
from hanamachi.core.game import Game
from hanamachi.core.options import Option, choose, describe
from hanamachi.core.words import Refusal, Words
from hanamachi.games import GAMES


class UnknownGame(Refusal):
    pass


def find_game(name: str, words: Words) -> Game:
    """Return a game by its name, or by its name in the player's language."""
    wanted = name.casefold().replace("-", "_")
    for key, game in GAMES.items():
        if wanted in (key, game.text.words(words.lang)("name").casefold()):
            return game
    raise UnknownGame("unknown_game", name=name, known=tuple(GAMES))


def parsed(
    args: Sequence[str], words: Words, parser_for: Callable[[Game | None, Words], argparse.ArgumentParser]
) -> tuple[Game | None, argparse.Namespace]:
    """Parse the line twice: first for the game, if it is named, then with the game's own flags."""
    plain = [word for word in args if word not in ("-h", "--help")]
    named, _ = parser_for(None, words).parse_known_args(plain)
    game = find_game(named.game, words) if named.game else None
    return game, parser_for(game, words).parse_args(args)


def add_options(parser: argparse.ArgumentParser, game: Game, words: Words) -> None:
    """Add a flag for each of the game's options."""
    phrases = game.text.words(words.lang)
    group = parser.add_argument_group(phrases("name"), phrases("about"))
    for option in describe(game.options):
        flag = f"--{option.name.replace('_', '-')}"
        group.add_argument(
            flag,
            dest=f"option_{option.name}",
            metavar="|".join(option.fits()),
            help=explain(option, phrases, words),
        )


def explain(option: Option, phrases: Words, words: Words) -> str:
    values = [
        words("choice", choice=choice, meaning=phrases(f"option.{option.name}.{choice}"))
        for choice in option.choices
    ]
    default = str(option.default)
    usual = words("usual", value=default.lower() if option.kind == "bool" else default)
    return f"{phrases(f'option.{option.name}')} ({words('between').join([*values, usual])})"


def read_options(game: Game, args: argparse.Namespace, words: Words) -> Any:
    """Return the options that the flags ask for, after the game has checked them."""
    given = {
        name.removeprefix("option_"): value
        for name, value in vars(args).items()
        if name.startswith("option_") and value is not None
    }
    options = choose(game.options, given)
    with explain_refusals(game, words):
        game.start(game.seats[0], options)
    return options


@contextmanager
def explain_refusals(game: Game, words: Words) -> Iterator[None]:
    """Turn a refusal by the game into a sentence of its own catalogue."""
    phrases = game.text.words(words.lang)
    try:
        yield
    except Refusal as refusal:
        if f"error.{refusal.reason}" not in phrases.phrases:
            raise
        raise BadUsage("in_game", sentence=telling.explain(refusal, phrases)) from refusal
