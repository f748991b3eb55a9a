"""Serve one WebSocket: decode and rate limit what a client sends, dispatch it, and send what changed."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.chat.service import Chat
from hanamachi.server.edge.latency import Latency
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RateLimiter, SharedSocketRates, SocketRates, TokenBucket
from hanamachi.server.edge.sockets.lobby_subscription import LobbySubscription
from hanamachi.server.edge.sockets.my_tables_subscription import MyTablesSubscription
from hanamachi.server.edge.sockets.outbox import Outbox
from hanamachi.server.edge.sockets.table_feed import TableFeed, known_language
from hanamachi.server.edge.sockets.talk_feed import TalkFeed
from hanamachi.server.edge.sockets.text_sender import TextSender
from hanamachi.server.live import commands
from hanamachi.server.live.broadcast.audience import check_access
from hanamachi.server.live.new_tables import NewTables
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking.match_tables import request_of
from hanamachi.server.matchmaking.online import ANONYMOUS
from hanamachi.server.matchmaking.service import Matchmaking
from hanamachi.server.moderation.house_rules import check_begins
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.protocol import messages
from hanamachi.server.protocol.close_codes import INTERNAL_ERROR, POLICY_VIOLATION, TRY_AGAIN_LATER
from hanamachi.server.protocol.messages import (
    AccountNews,
    HostNews,
    HouseNews,
    Pong,
    TalkDone,
    decode_client,
)
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.json_input import read_json
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.players import bots_in

LOG = logging.getLogger(__name__)
Command = Callable[[Room, str, Any], Awaitable[None] | None]


class SocketServices(Struct, frozen=True):
    """The services that all connections share."""

    store: Store
    uptime: Uptime
    rooms: RoomRegistry
    new_tables: NewTables
    matchmaking: Matchmaking
    my_tables: MyTablesFeeds
    help_lock: HelpLock
    chat: Chat
    limits: Limits
    rates: SharedSocketRates


class Connection:
    """One WebSocket of a user. `charge` is what it costs to have a long log read. `bot`: of a bot account."""

    def __init__(
        self,
        services: SocketServices,
        websocket: WebSocket,
        guest: str,
        charge: Callable[[], None] | None = None,
        *,
        bot: bool = False,
    ) -> None:
        self.services, self.websocket, self.guest, self.charge = services, websocket, guest, charge
        self.bot = bot
        self.address, self.rates = address_of(websocket.scope), SocketRates(services.limits)
        self.send_text = TextSender(websocket.scope)
        self.latency, self.outbox = Latency(), Outbox()
        self.table = TableFeed(self.outbox, guest, self.latency)
        self.talk = TalkFeed(self.outbox, guest, services.chat)
        self.lobby = LobbySubscription(self.outbox, guest, services.matchmaking)
        self.my_tables = MyTablesSubscription(
            self.outbox, guest, services.my_tables, services.store, services.uptime
        )

    async def serve(self) -> None:
        """Receive messages until the client is gone; meanwhile another task sends."""
        sender, online = asyncio.create_task(self.keep_sending()), self.services.matchmaking.online
        user = self.guest or f"{ANONYMOUS}{id(self)}"
        online.add(user)
        try:
            while (message := await self.websocket.receive())["type"] == "websocket.receive":
                await self.receive(message.get("text") or "")  # bytes are no message
        finally:
            self.talk.leave()
            self.table.leave()
            self.my_tables.unsubscribe()
            self.lobby.unsubscribe()
            online.disconnected(user)
            sender.cancel()

    def close(self, code: int = TRY_AGAIN_LATER) -> None:
        self.outbox.close(code)

    def tell_account_news(self) -> None:
        self.outbox.add(AccountNews())

    def tell_house_news(self) -> None:
        self.outbox.add(HouseNews())

    def tell_host_news(self) -> None:
        self.outbox.add(HostNews())

    def turn_out(self, refusal: Refusal, code: int) -> None:
        """Tell why, and close the socket."""
        self.table.decline(refusal)
        self.outbox.close(code)

    def limits_changed(self) -> None:
        self.rates = SocketRates(self.services.limits)

    # Sending.

    async def keep_sending(self) -> None:
        try:
            while not self.outbox.closing:
                await self.outbox.wanted.wait()
                self.outbox.wanted.clear()
                await self.send()
        except WebSocketDisconnect:
            return
        except Exception:
            LOG.exception("sending to a WebSocket failed")
            self.outbox.closing = INTERNAL_ERROR
        with contextlib.suppress(WebSocketDisconnect):
            await self.websocket.close(self.outbox.closing)

    async def send(self) -> None:
        """Send everything that waits: lists, the lobby, short messages, then the table and its talk."""
        await self.my_tables.send()
        await self.lobby.send(self.send_text)
        for message in self.outbox.take():
            await self.send_text(message)
        await self.table.send(self.send_text)
        await self.talk.send(self.send_text)

    # Receiving.

    async def receive(self, text: str) -> None:
        try:
            self.rates.take(self.rates.messages)
            if wait := self.services.rates.wait(self.guest, self.address):
                await monotonic.sleep(wait)
            await self.dispatch(read_json(text.encode(), decode_client, self.services.limits.nesting))
        except Refusal as refusal:
            self.table.decline(refusal)
        if self.rates.over:
            self.close(POLICY_VIOLATION)

    async def dispatch(self, message: messages.ClientMessage) -> None:
        if handler := HANDLERS.get(type(message)):
            await handler(self, message)
            return
        if self.table.room is None:
            raise Refused("watch_first")
        result = COMMANDS[type(message)](self.table.room, self.guest, message)
        if result is not None:
            await result

    def take(self, mine: TokenBucket, shared: tuple[RateLimiter, RateLimiter]) -> None:
        """Count a costly message: of this socket, of this user, of this address."""
        self.rates.take(mine)
        self.services.rates.take(shared, self.guest, self.address)

    def watched_room(self) -> Room:
        if self.table.room is None:
            raise Refused("watch_first")
        return self.table.room

    async def ping(self, _message: messages.Ping) -> None:
        self.outbox.add(Pong())

    async def pong(self, _message: messages.Pong) -> None:
        self.latency.pong()

    async def watch(self, message: messages.Watch) -> None:
        """Watch another table, or through other eyes. If that is refused, everything stays as it was."""
        self.take(self.rates.watches, self.services.rates.watches)
        async with self.services.rooms.visit(message.table, self.charge) as room:
            check_access(room.snapshot, self.guest, message.seat, message.through)
            self.table.watch(room, message)
            self.talk.watch(room, message.lang)

    async def watch_my_tables(self, message: messages.Street) -> None:
        self.take(self.rates.watches, self.services.rates.watches)
        self.table.speak(message.lang)
        await self.my_tables.subscribe(known_language(message.lang))

    async def watch_lobby(self, message: messages.Lobby) -> None:
        self.take(self.rates.watches, self.services.rates.watches)
        self.table.speak(message.lang)
        await self.lobby.subscribe(message)

    async def match(self, message: messages.Queue | messages.WithBots | messages.LeaveQueue) -> None:
        """Join or leave the match queue, and hear of the place in it."""
        self.rates.take(self.rates.meetings)
        queue, limits = self.services.matchmaking.queue, self.services.limits
        if not self.guest:
            raise NotFound("no_name")
        if self.bot:
            raise Refused("not_for_bots")
        if not self.lobby.active:
            await self.watch_lobby(messages.Lobby(self.table.lang, tables=False))
        match message:
            case messages.Queue():
                await self.check_may_begin()
                request = request_of(message, limits.option)
                await queue.join(self.guest, request, self.address, limits.places)
            case messages.WithBots():
                await queue.accept_bots(self.guest)
            case messages.LeaveQueue():
                await queue.leave(self.guest)

    async def check_may_begin(self) -> None:
        """Refuse a game to a guest while guests are closed."""
        await self.services.store.database.read_one(partial(check_begins, user=self.guest))

    async def submit(self, message: messages.Submit) -> None:
        room = self.watched_room()
        if bots_in(room.snapshot.seats) and not room.snapshot.setup.rated:
            await self.services.help_lock.check(self.guest, room.snapshot.setup.game)
        await commands.submit(room, self.guest, message, self.latency.seconds)

    async def preview(self, message: messages.Preview) -> None:
        room = self.watched_room()
        self.take(self.rates.previews, self.services.rates.previews)
        self.outbox.add(await commands.preview(room, self.guest, message, self.table.lang))

    async def talk_about(self, message: messages.Say | messages.Mute | messages.Report) -> None:
        """Say, mute or report a line. Only the sender gets the answer, with the reason if it is refused."""
        try:
            await self.do_talk(message)
        except Refusal as refusal:
            metrics.REFUSALS.add(refusal.reason)
            self.outbox.add(TalkDone(message.id, refusal.reason, self.table.explain(refusal)))
        else:
            self.outbox.add(TalkDone(message.id))

    async def do_talk(self, message: messages.Say | messages.Mute | messages.Report) -> None:
        match message:
            case messages.Say():
                self.take(self.rates.talk, self.services.rates.talk)
                await self.talk.say(message, self.services.limits)
            case messages.Mute():
                self.take(self.rates.reports, self.services.rates.reports)
                await self.talk.mute(message.side, message.number)
            case messages.Report():
                self.take(self.rates.reports, self.services.rates.reports)
                await self.talk.report(message.side, message.number)

    async def rematch(self, message: messages.Rematch) -> None:
        await self.check_may_begin()
        await self.services.new_tables.offer_rematch(self.watched_room(), self.guest, message)


HANDLERS: dict[type, Callable[[Connection, Any], Awaitable[None]]] = {
    messages.Ping: Connection.ping,
    messages.Pong: Connection.pong,
    messages.Watch: Connection.watch,
    messages.Street: Connection.watch_my_tables,
    messages.Lobby: Connection.watch_lobby,
    messages.Queue: Connection.match,
    messages.WithBots: Connection.match,
    messages.LeaveQueue: Connection.match,
    messages.Submit: Connection.submit,
    messages.Preview: Connection.preview,
    messages.Rematch: Connection.rematch,
    messages.Say: Connection.talk_about,
    messages.Mute: Connection.talk_about,
    messages.Report: Connection.talk_about,
}
COMMANDS: dict[type, Command] = {
    messages.Resign: commands.resign,
    messages.AskTakeback: commands.ask_takeback,
    messages.AnswerTakeback: commands.answer_takeback,
    messages.OfferDraw: commands.offer_draw,
    messages.AnswerDraw: commands.answer_draw,
    messages.CallBot: commands.call_bot,
    messages.Claim: commands.claim,
    messages.CallOff: commands.call_off,
    messages.Looked: commands.looked,
    messages.AlwaysPass: commands.always_pass,
    messages.Show: commands.show,
    messages.Continue: commands.go_on,
}
