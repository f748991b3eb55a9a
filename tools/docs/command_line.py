"""Write the reference of the command line from its parsers, so that it says what `--help` says."""

import argparse
import re
from collections.abc import Iterator
from importlib import import_module

from hanamachi import cli
from hanamachi.cli.support.settings import SETTINGS
from hanamachi.core.game import Game
from hanamachi.games import GAMES
from hanamachi.locales import catalogue

WORDS = catalogue("house")("en")
HEAD = """# Command line

Made from the program itself. `hanamachi COMMAND --help` says the same; `--lang fr` and `--lang pl`
say it in French and Polish.
"""


class Caught(BaseException):
    """A command was about to read its arguments: this is its parser."""

    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def command_line() -> str:
    """Return the page: every command with its arguments, then the options of every game."""
    lines = [HEAD]
    for command in cli.COMMANDS:
        lines += about(parser_of(command), command)
    lines += ["## Options of the games", "", "`hanamachi play`, `solve` and `arena` take them.", ""]
    for game in GAMES.values():
        lines += options_of(game)
    return "\n".join(lines)


def parser_of(command: str) -> argparse.ArgumentParser:
    """Return the parser that a command makes when it is called without arguments."""
    folder = "commands.server" if command in cli.OF_SERVERS else "commands"
    module = import_module(f"hanamachi.cli.{folder}.{command}")
    parse = argparse.ArgumentParser.parse_known_args

    def catch(parser: argparse.ArgumentParser, *args: object, **more: object) -> None:
        raise Caught(parser)

    argparse.ArgumentParser.parse_known_args = catch  # type: ignore[method-assign,assignment]
    try:
        module.run([], WORDS)
    except Caught as caught:
        return caught.parser
    finally:
        argparse.ArgumentParser.parse_known_args = parse  # type: ignore[method-assign]
    raise TypeError(f"{command} reads no arguments")


def about(parser: argparse.ArgumentParser, command: str) -> Iterator[str]:
    usage = re.sub(r"\s+", " ", parser.format_usage().partition(":")[2]).strip()
    usage = usage.replace("[-h] [--lang {en,fr,pl}] ", "").replace(" [-h] [--lang {en,fr,pl}]", "")
    yield f"## hanamachi {command}"
    yield ""
    yield sentence(parser.description or "")
    yield ""
    yield f"```\n{wrapped(usage)}\n```"
    yield ""
    arguments = [action for action in parser._actions if not is_common(action)]
    if arguments:
        yield from table(arguments)


def table(arguments: list[argparse.Action]) -> Iterator[str]:
    yield "| argument | |"
    yield "|---|---|"
    for action in arguments:
        yield f"| {named(action)} | {cell(meaning(action))} |"
    yield ""


def is_common(action: argparse.Action) -> bool:
    return action.dest in ("help", "lang") or action.help == argparse.SUPPRESS


def named(action: argparse.Action) -> str:
    value = action.metavar if isinstance(action.metavar, str) else action.dest.upper()
    if action.choices:
        value = "|".join(map(str, action.choices))
    if not action.option_strings:
        return f"`{action.metavar or action.dest}`"
    needs_value = action.nargs != 0
    return ", ".join(f"`{cell(flag + f' {value}' * needs_value)}`" for flag in action.option_strings)


def meaning(action: argparse.Action) -> str:
    text = str(action.help or "")
    for setting in SETTINGS:
        if f"--{setting.name}" in action.option_strings and setting.default not in (None, False, []):
            return f"{text} (default: `{setting.default}`)"
    shown = action.default not in (None, False, True, [], "", argparse.SUPPRESS)
    return text + (f" (default: `{action.default}`)" if shown and str(action.default) not in text else "")


def options_of(game: Game) -> Iterator[str]:
    from hanamachi.cli.commands.play import parser_for

    group = next(
        (
            each
            for each in parser_for(game, WORDS)._action_groups
            if each.title == game.text.words("en")("name")
        ),
        None,
    )
    yield f"### {game.text.words('en')('name')}"
    yield ""
    yield f"`{game.name}`, for {players(game)}."
    yield ""
    if group and group._group_actions:
        yield from table(group._group_actions)


def players(game: Game) -> str:
    first, last = game.seats[0], game.seats[-1]
    return f"{first} players" if first == last else f"{first} to {last} players"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:] + "." * (not text.endswith("."))


def cell(text: str) -> str:
    return text.replace("|", "\\|").replace("<", "&lt;").replace("\n", " ")


def wrapped(usage: str, width: int = 76) -> str:
    """Break a usage line between its arguments."""
    lines, line = [], ""
    for word in re.findall(r"\[[^\]]*\](?:\s*\.\.\.)?|\S+", usage):
        if line and len(line) + len(word) > width:
            lines.append(line)
            line = "   "
        line += f" {word}" if line else word
    return "\n".join([*lines, line])
