"""Run external bots, named when the server starts: NAME=COMMAND or NAME=py:MODULE:FUNCTION.

A program gets one line of JSON for each question and answers with one line: the index of a move, or its
notation as a string. A Python function takes a seed and returns a bot. See docs/write-a-bot.md.
"""

import os
import re
import shlex
import shutil
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from subprocess import PIPE, Popen, TimeoutExpired
from tempfile import TemporaryFile
from threading import Event, Timer
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots.bot import Bot
from hanamachi.bots.ladder import named
from hanamachi.bots.registry import ladders
from hanamachi.core.game import Game, Move, Told
from hanamachi.core.words import Refusal

REGISTER = "HANAMACHI_BOTS"  # an environment variable, so that bot processes inherit it
PYTHON = "py:"
SECONDS = 15.0  # after which a program is killed: before the server gives up the bot's process
ENDING = 5.0  # until a program that has closed its output has ended
LONGEST = 1 << 16
HUMAN = "human"  # a seat's player where a level might stand


class BadBot(Refusal):
    """Raised for an external bot that cannot be used."""


class Failed(Exception):
    """Raised if the program ended or its answer makes no sense."""


class Late(Exception):
    """Raised if the program did not answer in time. It has been killed."""


class Source(Struct, frozen=True):
    """A bot's name and its command."""

    name: str
    command: str


def read_source(spec: str) -> Source:
    """Parse NAME=COMMAND, and check it as far as possible without running it."""
    name, _, command = spec.partition("=")
    if not re.fullmatch(r"[\w-]+", name) or not command.strip():
        raise BadBot("bad_bot", spec=spec)
    source = Source(name, command.strip())
    if source.command.startswith(PYTHON):
        function(source.command)
    else:
        words = split(source)
        if shutil.which(words[0]) is None:
            raise BadBot("no_program", name=name, program=words[0])
    return source


def split(source: Source) -> list[str]:
    try:
        return shlex.split(source.command)
    except ValueError as error:
        raise BadBot("bad_bot", spec=f"{source.name}={source.command}") from error


def function(command: str) -> Any:
    """Import the function of py:MODULE:FUNCTION. The working folder is searched too."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        return named(command.removeprefix(PYTHON))
    except (ImportError, AttributeError, ValueError) as error:
        raise BadBot("no_function", what=command, problem=str(error)) from error


def register(source: Source) -> None:
    """Make the bot a level of every game, in this process and in those it starts."""
    if source.name == HUMAN or any(source.name in ladder.names for ladder in ladders().values()):
        raise BadBot("bot_name_taken", name=source.name)
    others = [f"{name}={command}" for name, command in registered().items() if name != source.name]
    os.environ[REGISTER] = "\n".join([*others, f"{source.name}={source.command}"])


def registered() -> dict[str, str]:
    specs = os.environ.get(REGISTER, "").splitlines()
    return {name: command for name, _, command in (spec.partition("=") for spec in specs) if command}


def make(game: Game, command: str, seed: int) -> Bot:
    if command.startswith(PYTHON):
        bot: Bot = function(command)(seed)
        return bot
    return Program(game, command, seed)


class Program:
    """A bot in its own process, which lives until this object is closed."""

    def __init__(self, game: Game, command: str, seed: int) -> None:
        self.game, self.seed, self.seconds = game, seed, SECONDS
        self.budget_ms: int | None = None
        self.errors = TemporaryFile()  # noqa: SIM115 closed with the program
        self.process = Popen(
            shlex.split(command), stdin=PIPE, stdout=PIPE, stderr=self.errors, start_new_session=True
        )

    def choose(self, view: Any, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        notation = [self.game.text.write(move) for move in moves]
        question = {
            "game": self.game.name,
            "seed": self.seed,
            "budget_ms": self.budget_ms,
            "view": view,
            "moves": moves,
            "notation": notation,
            "story": story,
        }
        return moves[index(self._ask(msgspec.json.encode(question) + b"\n"), notation)]

    def _ask(self, question: bytes) -> bytes:
        """Send one line and read one line. A timer kills the program, which ends both waits."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        late = Event()

        def give_up() -> None:
            late.set()
            self._kill()

        timer = Timer(self.seconds, give_up)
        timer.start()
        try:
            self.process.stdin.write(question)
            self.process.stdin.flush()
            answer = self.process.stdout.readline(LONGEST)
        except OSError:
            answer = b""
        finally:
            timer.cancel()
        if late.is_set():
            raise Late(f"no answer in {self.seconds:.1f} s")
        if not answer:
            raise Failed(self._last_words())
        return answer

    def _last_words(self) -> str:
        """Return how the program ended, and the last line of its standard error."""
        try:
            ended = f"ended with code {self.process.wait(timeout=ENDING)}"
        except TimeoutExpired:
            ended = "closed its output"
        self.errors.seek(0)
        said = self.errors.read().decode(errors="replace").split("\n")
        last = next((line.strip() for line in reversed(said) if line.strip()), "")
        return f"{ended}: {last[:200]}" if last else ended

    def _kill(self) -> None:
        """Kill the program's whole process group."""
        if self.process.returncode is None:
            with suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def close(self) -> None:
        self._kill()
        for pipe in (self.process.stdin, self.process.stdout, self.errors):
            with suppress(OSError):  # unread input is lost with the program
                if pipe:
                    pipe.close()
        self.process.wait()


def index(answer: bytes, notation: Sequence[str]) -> int:
    """Return the index of the move that an answer means: a number from 0, or a notation as a string."""
    shown = answer.strip()[:80].decode(errors="replace")
    try:
        meant: Any = msgspec.json.decode(answer)
    except msgspec.DecodeError as error:
        raise Failed(f"answered {shown!r}, which is no JSON") from error
    if type(meant) is int and 0 <= meant < len(notation):
        return meant
    if isinstance(meant, str) and meant in notation:
        return notation.index(meant)
    raise Failed(f"answered {shown!r}, which is no legal move")
