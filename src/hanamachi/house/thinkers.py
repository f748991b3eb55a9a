"""Bots think here, in processes of their own, so that no table ever waits for one.

A thinker that crashes or takes too long is put down and a new one takes its place; the caller is told.
"""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.bots.judge import Opinion, opinion
from hanamachi.core.game import Game, Told, Veiled

SPAWN = multiprocessing.get_context("spawn")


class Question(Struct, frozen=True):
    """All that a bot may know. Views, moves and stories travel as JSON."""

    game: str
    level: str
    seed: int
    view: bytes
    moves: bytes
    story: bytes


class Lost(Exception):
    """The thinker crashed or was too slow."""


def think(pipe: Connection, patience: int) -> None:
    """A thinker's life: questions in; out comes the index of a move, or an opinion of all."""
    if patience and hasattr(os, "nice"):
        os.nice(patience)
    while True:
        try:
            wanted, question = pipe.recv()
        except (EOFError, KeyboardInterrupt):
            return
        pipe.send(wanted(question))


def answer(question: Question) -> int:
    from hanamachi.bots import dismiss, make_bot

    bot = make_bot(question.game, question.level, question.seed)
    view, moves, story = read(question)
    try:
        return moves.index(bot.choose(view, moves, story))
    finally:
        dismiss(bot)


def judge(question: Question, played: int | None) -> Opinion:
    return opinion(question.game, *read(question), played)


def read(question: Question) -> tuple[Any, list[Any], list[Told]]:
    from hanamachi.games import GAMES

    game = GAMES[question.game]
    view: Any = msgspec.json.decode(question.view, type=game.view)
    moves: list[Any] = msgspec.json.decode(question.moves, type=list[game.move])  # type: ignore[name-defined]
    return view, moves, read_story(game, question.story)


def read_story(game: Game, story: bytes) -> list[Told]:
    """The story with the game's own moves in it, veiled or not."""
    lines = msgspec.json.decode(story, type=list[Told])
    return [Told(line.seat, msgspec.convert(line.move, game.move | Veiled)) for line in lines]


class Thinker:
    """One process and the pipe to it."""

    def __init__(self, patience: int) -> None:
        self.pipe, theirs = SPAWN.Pipe()
        self.process: BaseProcess = SPAWN.Process(target=think, args=(theirs, patience), daemon=True)
        self.process.start()
        theirs.close()

    def ask(self, wanted: Callable[[Question], Any], question: Question, seconds: float) -> Any:
        try:
            self.pipe.send((wanted, question))
            if self.pipe.poll(seconds):
                return self.pipe.recv()
        except (EOFError, OSError) as error:
            raise Lost("the thinker crashed") from error
        raise Lost("the thinker was too slow")

    def stop(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Thinkers:
    """A few thinkers that take questions in turn. Patient ones leave the processor to others."""

    def __init__(self, count: int = 2, seconds: float = 20.0, patience: int = 0) -> None:
        self.seconds, self.patience = seconds, patience
        self.idle: asyncio.Queue[Thinker | None] = asyncio.Queue()
        for _ in range(count):
            self.idle.put_nowait(None)  # started when first needed
        self.threads = ThreadPoolExecutor(count, thread_name_prefix="thinker")
        self.all: set[Thinker] = set()

    async def ask(self, question: Question) -> int:
        """The index of the chosen move; Lost if there is none."""
        index: int = await self._ask(answer, question)
        return index

    async def judge(self, question: Question, played: int | None = None) -> Opinion:
        """What a strong player thinks of every move, that with this index above all; Lost if nothing."""
        opinion: Opinion = await self._ask(partial(judge, played=played), question)
        return opinion

    async def _ask(self, wanted: Callable[[Question], Any], question: Question) -> Any:
        loop = asyncio.get_running_loop()
        rested = await self.idle.get()
        thinker = rested if rested else await loop.run_in_executor(self.threads, self._start)
        try:
            answered = await loop.run_in_executor(self.threads, thinker.ask, wanted, question, self.seconds)
        except Lost:
            self._put_down(thinker)
            self.idle.put_nowait(None)
            raise
        self.idle.put_nowait(thinker)
        return answered

    def _start(self) -> Thinker:
        thinker = Thinker(self.patience)
        self.all.add(thinker)
        return thinker

    def _put_down(self, thinker: Thinker) -> None:
        self.all.discard(thinker)
        thinker.stop()

    def close(self) -> None:
        for thinker in list(self.all):
            self._put_down(thinker)
        self.threads.shutdown(wait=False, cancel_futures=True)
