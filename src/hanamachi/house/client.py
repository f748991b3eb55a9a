"""A client of the house: one WebSocket, what it watches, what it asks for."""

import asyncio
import logging
from collections import deque

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.house import requests, wire
from hanamachi.house.hosting import offer_rematch
from hanamachi.house.kept import seats_of
from hanamachi.house.problems import in_words
from hanamachi.house.room import Room
from hanamachi.house.rooms import Rooms
from hanamachi.house.wire import Declined, Pong, Yours, decode_client, encode

LOG = logging.getLogger(__name__)
NOTES = 64  # short answers that may wait; who does not take them is turned away
TRY_AGAIN, GOING_WRONG = 1013, 1011


class Client:
    """One WebSocket. It has at most one update still to hear, the newest fold of what it does not know yet,
    and a few short answers."""

    def __init__(self, rooms: Rooms, websocket: WebSocket, guest: str) -> None:
        self.rooms, self.websocket, self.guest = rooms, websocket, guest
        self.seat: Seat | None = None
        self.seq, self.lang = 0, LANGUAGES[0]
        self.room: Room | None = None
        self.notes: deque[bytes] = deque()
        self.stirred = self.seeing = self.leaving = False
        self.wanted = asyncio.Event()

    # As a watcher: nothing of this waits.

    def stir(self) -> None:
        self.stirred = True
        self.wanted.set()

    def see(self) -> None:
        self.seeing = True
        self.wanted.set()

    def note(self, message: Declined | Pong | Yours) -> None:
        if len(self.notes) < NOTES:
            self.notes.append(encode(message))
        else:
            self.leaving = True
        self.wanted.set()

    def decline(self, refusal: Refusal) -> None:
        game = self.room.kept.setup.game if self.room else None
        self.note(Declined(refusal.reason, in_words(refusal, self.lang, game)))

    def turn_away(self) -> None:
        self.leaving = True
        self.wanted.set()

    # The two sides of the socket.

    async def live_on(self) -> None:
        sender = asyncio.create_task(self.send())
        try:
            async for text in self.websocket.iter_text():
                await self.hear(text)
        except (WebSocketDisconnect, KeyError):  # a binary frame has no text
            pass
        finally:
            if self.room:
                self.room.leave(self)
            sender.cancel()

    async def send(self) -> None:
        while not self.leaving:
            await self.wanted.wait()
            self.wanted.clear()
            await self.send_all()
        await self.websocket.close(TRY_AGAIN)

    async def send_all(self) -> None:
        while self.notes:
            await self.websocket.send_text(self.notes.popleft().decode())
        room = self.room
        if room and self.stirred:
            self.stirred = False
            news = await room.news(self)
            if room is self.room:
                await self.websocket.send_text(news.decode())
        if room and self.seeing:
            self.seeing = False
            await self.websocket.send_text(room.presences.news().decode())

    async def hear(self, text: str) -> None:
        try:
            await self.obey(self.decode(text))
        except Refusal as refusal:
            self.decline(refusal)

    def decode(self, text: str) -> wire.ClientMessage:
        try:
            message: wire.ClientMessage = decode_client(text)
        except (msgspec.DecodeError, RecursionError, UnicodeError) as error:
            raise Refused("bad_json", problem=str(error)) from error
        return message

    async def obey(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            self.note(Pong())
        elif isinstance(message, wire.Watch):
            await self.watch(message)
        elif self.room is None:
            raise Refused("watch_first")
        else:
            await self.act(self.room, message)

    async def act(self, room: Room, message: wire.ClientMessage) -> None:
        match message:
            case wire.Submit():
                await requests.submit(room, self.guest, message)
            case wire.Resign():
                await requests.resign(room, self.guest, message)
            case wire.AskTakeback():
                await requests.ask_takeback(room, self.guest, message)
            case wire.AnswerTakeback():
                await requests.answer_takeback(room, self.guest, message)
            case wire.CallBot():
                await requests.call_bot(room, self.guest, message)
            case wire.Rematch():
                await offer_rematch(room, self.guest, message)
            case wire.AlwaysPass():
                requests.always_pass(room, self.guest, message)

    async def watch(self, message: wire.Watch) -> None:
        """Look at another table, or through other eyes. If that cannot be, everything stays as it was."""
        async with self.rooms.visit(message.table) as room:
            room.check(self.guest, message.seat)
            if self.room:
                self.room.leave(self)
            self.room, self.seat, self.seq = room, message.seat, max(message.seq, 0)
            self.lang = message.lang if message.lang in LANGUAGES else LANGUAGES[0]
            self.note(Yours(seats_of(room.kept, self.guest)))
            room.enter(self)
