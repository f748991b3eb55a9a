"""Run bots and judges for a server on another machine (`hanamachi work`).

Keeps a connection to each process of the server, answers its tasks, and stores nothing.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus, WebSocketException

from hanamachi.core.words import Name, Refusal
from hanamachi.server.engines.tasks import BotTask, Question
from hanamachi.server.protocol.bot_worker import (
    PATH,
    RELEASE,
    Ask,
    Beat,
    Chosen,
    Hello,
    Places,
    Sorry,
    Weigh,
    Weighed,
    Welcome,
    decode_house,
    known,
)
from hanamachi.server.protocol.messages import Declined, encode
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed

LOG = logging.getLogger(__name__)
BEAT = 5.0  # seconds between two signs of life
LONGEST = 1 << 24  # bytes of a question
PAUSES = (0.2, 0.5, 1.0, 2.0, 5.0, 10.0)  # seconds before the next try to reach the house
GONE = (OSError, WebSocketException, TimeoutError)


class CannotWork(Refusal):
    """The house wants none of it, or is not there."""


Do = Callable[..., Awaitable[Any]]


class ServerConnection:
    """One connection, and at its other end one worker of the house."""

    def __init__(self, socket: ClientConnection, do: Do) -> None:
        self.socket, self.do = socket, do
        self.worker, self.workers = "", [""]
        self.tasks: set[asyncio.Task[None]] = set()

    async def greet(self, places: int) -> None:
        """Which worker it is, and which others there are."""
        await self.say(Hello(RELEASE, places, known()))
        self.hear(decode_house(await self.socket.recv()))

    async def serve(self, changed: Callable[[], None]) -> None:
        """Until the line breaks."""
        beating = asyncio.create_task(self.beat())
        try:
            async for message in self.socket:
                self.hear(decode_house(message))
                changed()
        finally:
            beating.cancel()
            for task in self.tasks:
                task.cancel()

    def hear(self, message: Welcome | Ask | Weigh | Declined) -> None:
        if isinstance(message, Declined):
            raise CannotWork("house_says", sentence=Name(message.sentence))
        if isinstance(message, Welcome):
            self.worker, self.workers = message.worker, message.workers
            return
        task = asyncio.get_running_loop().create_task(self.answer(message))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def answer(self, asked: Ask | Weigh) -> None:
        question = Question(asked.game, bytes(asked.view), bytes(asked.moves), bytes(asked.story))
        with contextlib.suppress(*GONE):
            await self.say(await self.think(asked, question))

    async def think(self, asked: Ask | Weigh, question: Question) -> Chosen | Weighed | Sorry:
        try:
            if isinstance(asked, Ask):
                return Chosen(
                    asked.id, await self.do("", *BotTask(question, asked.level, asked.dice).at_home)
                )
            return Weighed(asked.id, await self.do("", *BotTask(question, played=asked.played).at_home))
        except (TaskFailed, Refusal) as error:
            LOG.warning("no answer: %s", type(error).__name__)
            return Sorry(asked.id)

    async def beat(self) -> None:
        with contextlib.suppress(*GONE):
            while True:
                await asyncio.sleep(BEAT)
                await self.say(Beat())

    async def say(self, message: msgspec.Struct) -> None:
        await self.socket.send(encode(message).decode())


class BotWorker:
    """`url` is the house's address. Whichever of its workers answers, all are to be reached in the end."""

    def __init__(self, url: str, token: str, places: int, do: Do) -> None:
        self.url, self.token, self.places, self.do = url, token, places, do
        self.lines: dict[str, ServerConnection] = {}
        self.changed = asyncio.Event()
        self.serving: set[asyncio.Task[None]] = set()

    async def live_on(self) -> None:
        """CannotWork if the house says no, or was never there."""
        try:
            await self.keep_lines()
        finally:
            await self.close()

    async def close(self) -> None:
        lines = list(self.lines.values())
        for task in self.serving:
            task.cancel()
        await asyncio.gather(*self.serving, *(line.socket.close() for line in lines), return_exceptions=True)

    async def keep_lines(self) -> None:
        """To every worker that there is, again and again."""
        pauses, came = iter(PAUSES), False
        while True:
            self.raise_what_was_said()
            if came and not self.missing():
                pauses = iter(PAUSES)
                self.changed.clear()
                await self.changed.wait()
                continue
            try:
                came = await self.reach() or came
            except GONE as error:
                if not came:
                    raise CannotWork("no_house", link=Name(self.url), problem=Name(error)) from error
            await asyncio.sleep(next(pauses, PAUSES[-1]))

    def missing(self) -> set[str]:
        """The workers that have been told of and are not reached; if none is, any."""
        told = {worker for line in self.lines.values() for worker in line.workers}
        return told - set(self.lines) if self.lines else {""}

    async def reach(self) -> bool:
        """One more line; if there is one to that worker already, it is let go."""
        head = {"authorization": f"Bearer {self.token}"}
        try:
            socket = await connect(
                address(self.url), additional_headers=head, max_size=LONGEST, proxy=None, compression=None
            )
        except InvalidStatus as error:
            raise CannotWork("house_says", sentence=Name(said(error))) from error
        line = ServerConnection(socket, self.do)
        await line.greet(self.share(1))
        if line.worker in self.lines:
            await socket.close()
        else:
            self.lines[line.worker] = line
            self.start(self.serve(line))
            await self.divide()
        return True

    def start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self.serving.add(task)
        task.add_done_callback(lambda _: self.changed.set())

    async def serve(self, line: ServerConnection) -> None:
        try:
            await line.serve(self.changed.set)
        except GONE:
            LOG.warning("lost WebSocket connection to the server")
        finally:
            self.lines.pop(line.worker, None)
        await self.divide()

    def share(self, more: int = 0) -> int:
        return max(1, self.places // max(1, len(self.lines) + more))

    async def divide(self) -> None:
        """The places among the lines there are."""
        for line in list(self.lines.values()):
            with contextlib.suppress(*GONE):
                await line.say(Places(self.share()))

    def raise_what_was_said(self) -> None:
        for task in [task for task in self.serving if task.done()]:
            self.serving.discard(task)
            task.result()


def address(url: str) -> str:
    """The WebSocket of a house, of which people know the page."""
    return url.replace("http", "ws", 1).rstrip("/") + PATH


def said(error: InvalidStatus) -> str:
    """Return the sentence of a refusal, or at least its status."""
    with contextlib.suppress(msgspec.DecodeError, KeyError, TypeError):
        return str(msgspec.json.decode(error.response.body or b"")["sentence"])
    return str(error.response.status_code)


async def think_for(url: str, token: str, places: int) -> None:
    workers = ProcessPool(places, seconds=120.0)
    try:
        await BotWorker(url, token, places, workers.do).live_on()
    finally:
        workers.close()
