"""A scripted guest at one seat, or in the gallery: plays what it may, and remembers all that it was told.

Whatever the house does, it comes back with the number of rows it knows, and sends again what was not answered.
What it was told is judged at once where that can be: a row must never change, and never be taken away.
"""

import asyncio
import random
import time
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from hanamachi.server.protocol.messages import Declined, HouseMessage, Rematch, Resign, Submit, Updates, Watch
from tests.storm.rest import Rest

decode = msgspec.json.Decoder(HouseMessage).decode
PAUSE = 0.05  # seconds until somebody who was cut off comes back
SILENCE = 3.0  # seconds without a word after which what is in flight is sent again
GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError)
REPAIRED = {"not_kept", "stale", "already_played", "game_over", "gave_up"}  # what a storm may answer
LIKED = ("Guest", "Target")  # Mai-Star: they lead to questions with a window, which are rare by chance

Said = tuple[int | None, Any, Any]  # seat, move, event


class Sent(Struct, frozen=True):
    """A move that was sent while the log had the length `seq`."""

    seq: int
    move: Any


class Guest:
    """`most`: moves after which a player resigns."""

    def __init__(self, rest: Rest, table: str, seat: int | None, dice: random.Random, most: int) -> None:
        self.rest, self.table, self.seat, self.dice, self.most = rest, table, seat, dice, most
        self.seq, self.story = 0, dict[int, Said]()
        self.sent: list[Sent] = []
        self.flying: Sent | None = None
        self.kept: list[Sent] = []  # moves that were acknowledged
        self.sealed: dict[
            int, list[Any]
        ] = {}  # by seq: the answer that was acknowledged, then those sent later
        self.over, self.child = False, ""  # the rematch of which it heard
        self.wants = seat is not None and dice.random() < 0.3  # a rematch
        self.wrong: list[str] = []
        self.declined = Counter[str]()
        self.comings = 0
        self.began, self.longest = 0.0, 0.0  # when the last move was sent, and what the longest wait was
        self.socket: ClientConnection | None = None
        self.here = False  # this socket was told the table
        self.resend: Sent | None = None  # what was in flight when the last socket was cut
        self.doubled = False  # on this socket something was sent twice: an answer may be to either

    # Coming and going.

    async def live(self) -> None:
        """Until the game is over, and a rematch offered if it is wanted."""
        while not self.done:
            try:
                await self._visit()
            except GONE:
                await asyncio.sleep(PAUSE)

    @property
    def done(self) -> bool:
        return self.over and (bool(self.child) or not self.wants)

    async def _visit(self) -> None:
        self.doubled = False
        self.rest.hop()
        url = f"ws://127.0.0.1:{self.rest.port}/ws"
        headers = {"cookie": self.rest.cookie}
        settings: dict[str, Any] = {
            "compression": None,
            "ping_interval": None,
            "max_size": None,
            "proxy": None,
        }
        async with connect(url, additional_headers=headers, close_timeout=1, **settings) as self.socket:
            self.comings += 1
            self.here = False
            await self._say(Watch(self.table, self.seat, self.seq))
            self.resend = self.flying
            if self.flying and self.dice.random() < 0.5:
                await self._send_again()
            while not self.done:
                await self._hear_one(self.socket)

    async def _hear_one(self, socket: ClientConnection) -> None:
        try:
            async with asyncio.timeout(SILENCE):
                text = await socket.recv()
        except TimeoutError:
            self.resend = self.flying
            await self._say(Watch(self.table, self.seat, self.seq))
            return
        message: Any = decode(text)
        if isinstance(message, Updates):
            self.here = True
            self.hear(message)
            await self.act(message)
        elif isinstance(message, Declined):
            await self.refused(message.reason)

    async def _say(self, message: Any) -> None:
        assert self.socket is not None
        await self.socket.send(msgspec.json.encode(message).decode())

    # What is heard.

    def hear(self, told: Updates) -> None:
        if told.seq < self.seq:
            self.wrong.append(f"told {self.seq} rows before, and now only {told.seq}")
        for line in (frame.line for frame in told.frames if frame.line):
            said = line.seat, line.move, line.event
            if self.story.setdefault(line.seq, said) != said:
                self.wrong.append(f"row {line.seq} was {self.story[line.seq]} and became {said}")
        self.seq, self.over = max(self.seq, told.seq), told.result is not None
        if len(self.story) != self.seq:
            self.wrong.append(f"{len(self.story)} lines were told of {self.seq} rows")
        if self.child and told.table.child != self.child:
            self.wrong.append(f"the rematch was {self.child}, and now it is {told.table.child}")
        self.child = told.table.child or ""
        self._acknowledge()
        self._look_at_seal(told)

    def _acknowledge(self) -> None:
        """What was in flight is answered when its row is told."""
        if self.flying and self.flying.seq < self.seq:
            if self.story.get(self.flying.seq) == (self.seat, self.flying.move, None):
                self.kept.append(self.flying)
            self._answered()

    def _look_at_seal(self, told: Updates) -> None:
        """A sealed answer is acknowledged by being shown, and from then on it must be shown."""
        shown = told.window.sealed if told.window and told.asked == self.seat else None
        known = self.sealed.get(told.seq)
        if known and shown not in known:
            self.wrong.append(f"the answer to {told.seq} was sealed as {known}, and now it is {shown}")
        if shown is not None and self.seat is not None:
            self.sealed[told.seq] = [shown]
            if self.flying and self.flying.seq == told.seq:
                if self.flying.move == shown:
                    self._answered()
                else:
                    self.sealed[told.seq].append(self.flying.move)

    def _answered(self) -> None:
        self.flying, self.longest = None, max(self.longest, time.monotonic() - self.began)

    # What is done.

    async def act(self, told: Updates) -> None:
        if self.seat is None or self.done:
            return
        if self.over:
            await self._say(Rematch(self.seat))
        elif self.flying and self.flying is self.resend:
            await self._send_again()
        elif self.flying or told.table.seats[self.seat].gone:
            return
        elif len(self.kept) >= self.most:
            await self._say(Resign(self.seat))
        elif told.choices and not self._lets_pass(told):
            await self._choose([choice.move for choice in told.choices])

    def _lets_pass(self, told: Updates) -> bool:
        """Most questions with a window are answered, and few answers are thought over."""
        if told.window is None:
            return False
        return self.dice.random() < (0.9 if told.window.sealed else 0.25)

    async def _choose(self, moves: list[Any]) -> None:
        liked = [move for move in moves if move.get("type") in LIKED and self.dice.random() < 0.8]
        self.flying, self.began = Sent(self.seq, self.dice.choice(liked or moves)), time.monotonic()
        self.sent.append(self.flying)
        if self.seq in self.sealed:
            self.sealed[self.seq].append(self.flying.move)
        await self._submit(self.flying)

    async def _submit(self, sent: Sent) -> None:
        assert self.seat is not None
        await self._say(Submit(self.seat, sent.seq, msgspec.Raw(msgspec.json.encode(sent.move))))

    async def _send_again(self) -> None:
        """Before what is known now was heard, or after: from here on an answer may be to either."""
        assert self.flying is not None
        self.resend, self.doubled = None, True
        await self._submit(self.flying)

    async def refused(self, reason: str) -> None:
        self.declined[reason] += 1
        if not self.here and reason in ("not_kept", "watch_first"):
            raise ConnectionAbortedError("the table could not be read")
        if reason not in REPAIRED:
            self.wrong.append(f"declined: {reason}")
        if reason == "already_played" and self.flying and not self.doubled:
            self.kept.append(self.flying)
            self.flying = None
        elif reason == "not_kept" and self.flying:
            await asyncio.sleep(PAUSE)
            await self._send_again()

    # What is done to it.

    def cut(self) -> None:
        """The line is broken off, now and then in the middle of a frame."""
        if self.socket is None:
            return
        with suppress(RuntimeError):  # it is being closed already
            if self.dice.random() < 0.5:
                self.socket.transport.write(b'\x81\xfe\x01\x00abcd{"type":"sub')
        self.socket.transport.abort()

    async def repeat(self) -> None:
        """What was sent long ago, and last, comes again in any order; some of it twice."""
        self.doubled = True
        again = [*self.dice.sample(self.sent, min(2, len(self.sent))), *self.sent[-1:] * 2]
        self.dice.shuffle(again)
        with suppress(*GONE):
            for sent in again:
                await self._submit(sent)
