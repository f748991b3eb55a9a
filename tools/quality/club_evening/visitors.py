"""Scripted guests of a club evening: each has the cookies, the address and the socket of a browser."""

import asyncio
import contextlib
import random
import time
from typing import Any

import httpx2
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

PASSWORD = "seven small teapots"
PATIENCE = 30.0  # seconds for what must happen
BROWSER = "Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0"


class Visitor:
    """A browser: its cookies, its address, and a socket at a table."""

    def __init__(self, name: str, port: int, address: str) -> None:
        self.name, self.port, self.address = name, port, address
        headers = {"x-forwarded-for": address, "user-agent": BROWSER}
        self.http = httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", headers=headers, timeout=PATIENCE)
        self.line: ClientConnection | None = None
        self.table, self.over = "", False
        self.closed: tuple[int, float] | None = None  # the code, and when (seconds since 1970)
        self.heard: list[Any] = []
        self.task: asyncio.Task[None] | None = None
        self.seq, self.number, self.moves = 0, 0, 0  # moves: those that the server has taken
        self.sent = -1  # the row after which the last move was sent
        self.choices: list[Any] = []

    async def ask(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.http.request(method, f"/api{path}", json=body)
        if answer.status_code >= 400:
            raise Refused(answer.status_code, answer.json()["reason"], answer.json()["sentence"])
        return answer.json() if answer.content else None

    async def come(self) -> None:
        await self.ask("PUT", "/me", {"name": self.name})

    async def sign_up(self) -> None:
        await self.come()
        await self.ask("POST", "/account", {"name": self.name, "password": PASSWORD})

    @property
    def cookie(self) -> str:
        return "; ".join(f"{each.name}={each.value}" for each in self.http.cookies.jar)

    async def watch(self, table: str, seat: int | None) -> None:
        headers = {"Cookie": self.cookie, "X-Forwarded-For": self.address}
        if self.line and self.task:
            await self.line.close()
            await self.task
        self.closed, self.table, self.over, self.sent, self.seq = None, table, False, -1, 0
        self.line = await connect(f"ws://127.0.0.1:{self.port}/ws", additional_headers=headers)
        await self.send(type="watch", table=table, seat=seat)
        self.task = asyncio.create_task(self.listen(seat))

    async def send(self, **message: Any) -> None:
        assert self.line is not None
        await self.line.send(msgspec.json.encode(message).decode())

    async def listen(self, seat: int | None) -> None:
        assert self.line is not None
        with contextlib.suppress(ConnectionClosed):
            async for text in self.line:
                told = msgspec.json.decode(text)
                self.heard.append(told)
                if told["type"] == "ping":
                    await self.send(type="pong")
                if told["type"] == "updates":
                    self.moves += self.sent >= 0 and told["seq"] > self.sent
                    self.sent = -1 if told["seq"] > self.sent else self.sent
                    self.seq, self.choices, self.over = (
                        told["seq"],
                        told["choices"],
                        told["result"] is not None,
                    )
        self.closed = (self.line.close_code or 0, time.time())

    async def play(self, seat: int) -> None:
        if self.choices and self.closed is None:
            choices, self.choices = self.choices, []
            move = random.choice(choices)["move"]
            self.sent = self.seq
            with contextlib.suppress(ConnectionClosed):
                await self.send(type="submit", seat=seat, seq=self.seq, move=move)

    async def say(self, text: str) -> str:
        """Say a line; return why it was refused, or nothing."""
        self.number += 1
        await self.send(type="say", id=self.number, text=text)
        return str((await self.until("talkdone", self.number))["reason"])

    async def report(self, text: str) -> str:
        line = next(
            line
            for told in self.heard
            if told["type"] == "talk"
            for line in told["lines"]
            if line["text"] == text
        )
        self.number += 1
        await self.send(type="report", id=self.number, side=line["side"], number=line["number"])
        return str((await self.until("talkdone", self.number))["reason"])

    async def until(self, kind: str, number: int = 0) -> Any:
        async with asyncio.timeout(PATIENCE):
            while True:
                for told in self.heard:
                    if told["type"] == kind and told.get("id", 0) == number:
                        return told
                await asyncio.sleep(0.01)

    async def hears(self, text: str, after: int = 0) -> float:
        """Wait for a message with this text, beside the first ones; return when it was there."""
        async with asyncio.timeout(PATIENCE):
            while not any(text in str(told) for told in self.heard[after:]):
                await asyncio.sleep(0.01)
        return time.time()

    async def gone(self) -> float:
        """Wait until the server has closed the socket; return when it did."""
        async with asyncio.timeout(PATIENCE):
            while self.closed is None:
                await asyncio.sleep(0.01)
        return self.closed[1]

    async def is_told(self, kind: str) -> float:
        """Wait until the page is told of a deed of the host; return when it was. Nobody has read it yet."""
        at = await self.hears("accountnews", len(self.heard))
        assert kind in [each["kind"] for each in (await self.ask("GET", "/me"))["notices"]]
        return at

    async def leave(self) -> None:
        if self.line:
            await self.line.close()
        await self.http.aclose()


class Refused(Exception):
    def __init__(self, status: int, reason: str, sentence: str) -> None:
        super().__init__(f"{status} {reason}: {sentence}")
        self.status, self.reason, self.sentence = status, reason, sentence


async def refusal(asked: Any) -> str:
    """Return the reason for which something is refused; empty if it is not."""
    try:
        await asked
    except Refused as refused:
        return refused.reason
    return ""
