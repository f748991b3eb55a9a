"""The command line: `hanamachi play`, `serve`, `arena` and the other commands of COMMANDS."""

import argparse
import os
import re
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from typing import Any, NoReturn

from hanamachi.core.user_text import visible
from hanamachi.core.words import LANGUAGES, Refusal, Words
from hanamachi.locales import catalogue

COMMANDS = (
    *("play", "puzzle", "serve", "arena", "solve", "replay", "verify", "train", "warm", "export", "mcp"),
    *("puzzles", "explorer"),
    *("backup", "restore", "forgotten", "check", "prune", "service", "recover", "ratings", "host"),
)
OF_SERVERS = (*COMMANDS[COMMANDS.index("backup") :], "serve")
REMOVED = ("work", "token")  # until the next release they say what came in their place
BAD_INPUT, INTERRUPTED = 2, 130


class BadUsage(Refusal):
    pass


PROBLEMS = {  # patterns of argparse's messages, by the phrase that replaces each
    "unrecognized": r"unrecognized arguments: (?P<what>.*)",
    "required": r"the following arguments are required: (?P<what>.*)",
    "expected": r"argument (?P<what>[^:]*): expected one argument",
    "invalid": r"argument (?P<what>[^:]*): invalid .*: (?P<value>'[^']*').*",
}


class Help(argparse.HelpFormatter):
    """Formats help with headings in the chosen language."""

    def __init__(self, words: Words, prog: str) -> None:
        super().__init__(prog)
        self.words = words

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, prefix or self.words("heading.usage"))

    def start_section(self, heading: str | None) -> None:
        title = self.words.phrases.get(f"heading.{heading}", heading or "")
        super().start_section(self.words("heading", title=title))


class Parser(argparse.ArgumentParser):
    """Reports a bad command line in the chosen language."""

    words: Words

    def error(self, message: str) -> NoReturn:
        raise BadUsage("usage", problem=self.in_words(message))

    def in_words(self, message: str) -> str:
        for key, pattern in PROBLEMS.items():
            if found := re.fullmatch(pattern, message):
                return self.words(f"problem.{key}", **found.groupdict())
        return message


def language(args: Sequence[str]) -> str:
    """Return the language of --lang, else that of the environment if there is a catalogue, else English."""
    asked = [
        word.removeprefix("--lang=") if "=" in word else after
        for word, after in zip(args, [*args[1:], ""], strict=False)
        if word.partition("=")[0] == "--lang"
    ]
    wishes = [*asked, *(os.environ.get(name, "")[:2] for name in ("LC_ALL", "LC_MESSAGES", "LANG"))]
    return next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0])


def new_parser(command: str, words: Words) -> Parser:
    """Return a command's parser with the flags that all commands share."""
    parser = Parser(
        prog=f"hanamachi {command}",
        description=words(f"about.{command}"),
        add_help=False,
        formatter_class=partial(Help, words),
    )
    parser.words = words
    parser.add_argument("-h", "--help", action="help", help=words("flag.help"))
    parser.add_argument("--lang", choices=LANGUAGES, default=words.lang, help=words("flag.lang"))
    return parser


def overview(words: Words) -> str:
    lines = [f"  {command:11}{words(f'about.{command}')}" for command in COMMANDS]
    return "\n".join([words("usage"), words("usage.alone"), "", *lines])


def without_command(args: Sequence[str], words: Words) -> int:
    """Open the server in the browser, if a person typed this. Programs get the help, and an exit code."""
    asked = "-h" in args or "--help" in args
    if not asked and sys.stdin.isatty() and sys.stdout.isatty():
        code: int = import_module("hanamachi.cli.commands.server.serve").open_in_browser(words)
        return code
    print(overview(words))
    return 0 if asked else BAD_INPUT


def run(args: Sequence[str], words: Words) -> int:
    command = next((word for word in args if word in COMMANDS), None)
    if "--version" in args[:1]:
        from importlib.metadata import version

        print(f"hanamachi {version('hanamachi')}")
        return 0
    if command is None or args[0] in ("-h", "--help"):
        unknown = [word for word in args if word not in ("-h", "--help", "--lang", *LANGUAGES)]
        if unknown and unknown[0] in REMOVED:
            raise BadUsage("removed_command", name=unknown[0])
        if unknown:
            raise BadUsage("unknown_command", name=unknown[0], known=COMMANDS)
        return without_command(args, words)
    rest = list(args)
    rest.remove(command)
    folder = "commands.server" if command in OF_SERVERS else "commands"
    code: int = import_module(f"hanamachi.cli.{folder}.{command}").run(rest, words)
    return code


def main(args: Sequence[str] | None = None) -> NoReturn:
    args = sys.argv[1:] if args is None else args
    words = catalogue("house")(language(args))
    try:
        sys.exit(run(args, words))
    except Refusal as refusal:
        print(visible(words("error", sentence=sentence(refusal, words))), file=sys.stderr)
        sys.exit(BAD_INPUT)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(0)
    except KeyboardInterrupt:
        print(file=sys.stderr)
        sys.exit(INTERRUPTED)


def sentence(refusal: Refusal, *books: Words, names: Sequence[str] = ()) -> str:
    """Return the refusal as a sentence of the first catalogue that has a phrase for it."""
    from hanamachi.core.telling import explain

    known = next(book for book in books if f"error.{refusal.reason}" in book.phrases)
    return explain(refusal, known, names)
