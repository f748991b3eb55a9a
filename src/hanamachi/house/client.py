"""A client of the house: one WebSocket, what it watches, what it asks for."""

import asyncio

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.telling import explain
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.games import GAMES
from hanamachi.house import wire
from hanamachi.house.live import Live
from hanamachi.house.lobby import Lobby
from hanamachi.house.wire import Declined, Pong, Updates, decode_client, encode
from hanamachi.locales import catalogue

LONGEST_MESSAGE, QUEUE = 1 << 16, 64


def in_words(refusal: Refusal, lang: str, game: str | None = None) -> str:
    books = [
        catalogue("house")(lang),
        *(GAMES[name].text.words(lang) for name in GAMES if game in (None, name)),
    ]
    book = next(book for book in books if f"error.{refusal.reason}" in book.phrases)
    names = [str(seat + 1) for seat in range(6)]
    return explain(refusal, book, names)


class Client:
    """One WebSocket: what it watches, and a short queue of what it has still to hear."""

    def __init__(self, lobby: Lobby, websocket: WebSocket, guest: str) -> None:
        self.lobby, self.websocket, self.guest = lobby, websocket, guest
        self.seat: Seat | None = None
        self.seq, self.lang = 0, LANGUAGES[0]
        self.live: Live | None = None
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(QUEUE)

    def tell(self, message: Updates | Declined | Pong) -> None:
        """Never waits. Who hears too slowly is dropped, and may come back with its seq."""
        try:
            self.queue.put_nowait(encode(message))
        except asyncio.QueueFull:
            self.forget()
            while not self.queue.empty():
                self.queue.get_nowait()
            self.queue.put_nowait(None)

    def forget(self) -> None:
        if self.live:
            self.lobby.leave(self.live, self)

    async def live_on(self) -> None:
        sender = asyncio.create_task(self.send())
        try:
            async for text in self.websocket.iter_text():
                await self.hear(text)
        except WebSocketDisconnect:
            pass
        finally:
            self.forget()
            sender.cancel()

    async def send(self) -> None:
        while (data := await self.queue.get()) is not None:
            await self.websocket.send_text(data.decode())
        await self.websocket.close(1013)

    async def hear(self, text: str) -> None:
        try:
            if len(text) > LONGEST_MESSAGE:
                raise Refused("too_long")
            await self.obey(self.decode(text))
        except Refusal as refusal:
            game = self.live.game.name if self.live else None
            self.tell(Declined(refusal.reason, in_words(refusal, self.lang, game)))

    def decode(self, text: str) -> wire.ClientMessage:
        try:
            message: wire.ClientMessage = decode_client(text)
        except msgspec.DecodeError as error:
            raise Refused("bad_json", problem=str(error)) from error
        return message

    async def obey(self, message: wire.ClientMessage) -> None:
        if isinstance(message, wire.Ping):
            self.tell(Pong())
        elif isinstance(message, wire.Watch):
            await self.watch(message)
        elif self.live is None:
            raise Refused("watch_first")
        else:
            await self.act(self.live, message)

    async def act(self, live: Live, message: wire.ClientMessage) -> None:
        lobby = self.lobby
        match message:
            case wire.Submit():
                await lobby.submit(live, self.guest, message)
            case wire.Resign():
                await lobby.resign(live, self.guest, message)
            case wire.AskTakeback():
                await lobby.ask_takeback(live, self.guest, message)
            case wire.AnswerTakeback():
                await lobby.answer_takeback(live, self.guest, message)
            case wire.CallBot():
                await lobby.call_bot(live, self.guest, message)
            case wire.ComeBack():
                await lobby.come_back(live, self.guest, message)
            case wire.Rematch():
                await lobby.rematch(live, self.guest, message)
            case wire.AlwaysPass():
                lobby.always_pass(live, self.guest, message)

    async def watch(self, message: wire.Watch) -> None:
        self.forget()
        live = await self.lobby.find(message.table)
        self.seat, self.seq = message.seat, min(max(message.seq, 0), live.seq)
        self.lang = message.lang if message.lang in LANGUAGES else LANGUAGES[0]
        await self.lobby.watch(live, self)
        self.live = live
        self.lobby.tell(live)  # the others see that this one is here
