"""A client of the house: one WebSocket, what it watches, what it asks for."""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Callable

from msgspec import Struct
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.bots import level_name
from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.telling import called
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.locales import catalogue
from hanamachi.server.edge.errors import explain_refusal
from hanamachi.server.edge.latency import Latency
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RateLimiter, SharedSocketRates, SocketRates, TokenBucket
from hanamachi.server.live import commands
from hanamachi.server.live.broadcast.audience import check_access
from hanamachi.server.live.broadcast.rendering import Eyes, reader
from hanamachi.server.live.deadlines import is_hurried
from hanamachi.server.live.new_tables import NewTables
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking.match_tables import request_of
from hanamachi.server.matchmaking.online import ANONYMOUS
from hanamachi.server.matchmaking.service import Matchmaking
from hanamachi.server.notifications.my_tables_feed import MyTablesFeed, MyTablesFeeds
from hanamachi.server.protocol import messages
from hanamachi.server.protocol.close_codes import INTERNAL_ERROR, POLICY_VIOLATION, TRY_AGAIN_LATER
from hanamachi.server.protocol.messages import (
    Declined,
    Foreseen,
    MyTables,
    Notice,
    Pong,
    YourPlace,
    Yours,
    decode_client,
    encode,
)
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.json_input import read_json
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.game_lists import one_of_mine
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, seats_of
from hanamachi.server.tables.players import names_in

LOG = logging.getLogger(__name__)
NOTES = 64  # short answers that may wait; who does not take them is turned away
PING = encode(messages.Ping()).decode()
NEWEST = 50  # tables of a guest that the street tells of at first


def known(lang: str) -> str:
    return lang if lang in LANGUAGES else LANGUAGES[0]


class SocketServices(Struct, frozen=True):
    """What all connections share."""

    store: Store
    uptime: Uptime
    rooms: RoomRegistry
    new_tables: NewTables
    matchmaking: Matchmaking
    my_tables: MyTablesFeeds


class Connection:
    """One WebSocket. It has at most one update still to hear, the newest fold of what it does not know yet,
    and a few short answers."""

    def __init__(
        self,
        services: SocketServices,
        websocket: WebSocket,
        guest: str,
        limits: Limits,
        shared: SharedSocketRates,
        toll: Callable[[], None] | None = None,
    ) -> None:
        self.services, self.websocket, self.guest, self.shared = services, websocket, guest, shared
        self.limits, self.talk, self.address = limits, SocketRates(limits), address_of(websocket.scope)
        self.toll = toll  # what it costs to have a long log read
        self.seat: Seat | None = None
        self.through: Seat | None = None  # looks on with the eyes of a player who allows it
        self.seq, self.lang, self.words = 0, LANGUAGES[0], False
        self.reads = False  # says when it has read how a round ended
        self.there = False  # has seen the table it looks at
        self.room: Room | None = None
        self.street: MyTablesFeed | None = None
        self.attends = self.tables = self.gathered = False  # hears of its place; of the lobby; has not yet
        self.lobby_lang = LANGUAGES[0]
        self.notes: deque[bytes] = deque()
        self.stirred = self.seeing = False
        self.lag = Latency()
        self.watched = 0  # how often it chose where to look
        self.closing = 0  # the code with which the socket is closed
        self.wanted = asyncio.Event()

    # As a watcher: nothing of this waits.

    @property
    def eyes(self) -> Eyes:
        borrowed = self.through is not None
        return Eyes(self.through if borrowed else self.seat, self.lang, self.words, self.there, borrowed)

    def stir(self) -> None:
        self.stirred = True
        self.wanted.set()

    def see(self) -> None:
        self.seeing = True
        self.wanted.set()

    def forget(self) -> None:
        self.seq, self.there = 0, False
        self.watched += 1

    def give_back(self) -> None:
        """The gallery's eyes again: everything is told anew."""
        self.through, self.seq, self.there = None, 0, False
        self.watched += 1
        self.decline(Refused("no_consent"))
        self.stir()

    def unseat(self) -> None:
        self.seat = None
        self.forget()
        self.note(Yours([]))

    def gather(self) -> None:
        self.gathered = True
        self.wanted.set()

    def placed(self, message: YourPlace) -> None:
        self.note(message)

    def note(self, message: Declined | Notice | Foreseen | MyTables | YourPlace | Pong | Yours) -> None:
        if len(self.notes) < NOTES:
            self.notes.append(encode(message))
        else:
            self.closing = TRY_AGAIN_LATER
        self.wanted.set()

    def decline(self, refusal: Refusal) -> None:
        metrics.REFUSALS.add(refusal.reason)
        self.note(Declined(refusal.reason, self.in_words(refusal)))

    def notice(self, reason: str, seat: Seat) -> None:
        if self.room:
            snapshot = self.room.snapshot
            names = called(names_in(snapshot.seats, self.lang), reader(snapshot, self.seat))
            house = catalogue("house")(self.lang)
            bots = snapshot.table.bots if isinstance(snapshot, Playing) else {}
            level = level_name(bots.get(seat, ""), house)
            sentence = house(f"notice.{reason}", who=names[seat], level=level)
            self.note(Notice(reason, seat, sentence))

    def in_words(self, refusal: Refusal) -> str:
        if self.room is None:
            return explain_refusal(refusal, self.lang)
        snapshot = self.room.snapshot
        return explain_refusal(refusal, self.lang, snapshot.setup.game, names_in(snapshot.seats, self.lang))

    def turn_away(self, code: int = TRY_AGAIN_LATER) -> None:
        self.closing = code
        self.wanted.set()

    # The two sides of the socket.

    async def live_on(self) -> None:
        sender, online = asyncio.create_task(self.send()), self.services.matchmaking.online
        who = self.guest or f"{ANONYMOUS}{id(self)}"  # nobody whom the house knows, but somebody
        online.connected(who)
        try:
            while (message := await self.websocket.receive())["type"] == "websocket.receive":
                await self.hear(message.get("text") or "")  # bytes are no message
        finally:
            if self.room:
                self.room.leave(self)
            self.leave_street()
            self.services.matchmaking.unsubscribe(self)
            online.disconnected(who)
            sender.cancel()

    async def send(self) -> None:
        try:
            while not self.closing:
                await self.wanted.wait()
                self.wanted.clear()
                await self.send_all()
        except WebSocketDisconnect:
            return
        except Exception:
            LOG.exception("a socket could not be told")
            self.closing = INTERNAL_ERROR
        with contextlib.suppress(WebSocketDisconnect):  # it is gone
            await self.websocket.close(self.closing)

    async def send_all(self) -> None:
        if self.street and self.street.ready:
            with contextlib.suppress(Refusal):
                await self.tell_street(self.street)
        if self.gathered:
            self.gathered = False
            await self.websocket.send_text(self.services.matchmaking.lobby.encoded(self.lobby_lang).decode())
        while self.notes:
            await self.websocket.send_text(self.notes.popleft().decode())
        if self.room and self.stirred:
            await self.send_news(self.room)
        if self.room and self.seeing:
            self.seeing = False
            await self.websocket.send_text(self.room.presences.news().decode())

    async def send_news(self, room: Room) -> None:
        self.stirred, watched = False, self.watched
        if is_hurried(room.snapshot, self.seat):
            self.lag.ping()
            await self.websocket.send_text(PING)
        news, seq = await room.broadcaster.news(self)
        if watched == self.watched:  # it may look elsewhere by now
            self.seq, self.there = seq, True
            await self.websocket.send_text(news.decode())

    async def hear(self, text: str) -> None:
        try:
            self.talk.take(self.talk.messages)
            if wait := self.shared.wait(self.guest, self.address):
                await monotonic.sleep(wait)
            await self.obey(read_json(text.encode(), decode_client, self.limits.nesting))
        except Refusal as refusal:
            self.decline(refusal)
        if self.talk.over:
            self.turn_away(POLICY_VIOLATION)

    async def obey(self, message: messages.ClientMessage) -> None:
        if isinstance(message, messages.Ping):
            self.note(Pong())
        elif isinstance(message, messages.Pong):
            self.lag.pong()
        elif isinstance(message, messages.Watch):
            await self.watch(message)
        elif isinstance(message, messages.Street):
            await self.enter_street(message)
        elif isinstance(message, messages.Lobby):
            await self.enter_lobby(message)
        elif isinstance(message, messages.Queue | messages.WithBots | messages.LeaveQueue):
            await self.meet(message)
        elif self.room is None:
            raise Refused("watch_first")
        else:
            await self.act(self.room, message)

    async def act(self, room: Room, message: messages.ClientMessage) -> None:
        match message:
            case messages.Submit():
                await commands.submit(room, self.guest, message, self.lag.seconds)
            case messages.Resign():
                await commands.resign(room, self.guest, message)
            case messages.AskTakeback():
                await commands.ask_takeback(room, self.guest, message)
            case messages.AnswerTakeback():
                await commands.answer_takeback(room, self.guest, message)
            case messages.OfferDraw():
                await commands.offer_draw(room, self.guest, message)
            case messages.AnswerDraw():
                await commands.answer_draw(room, self.guest, message)
            case messages.CallBot():
                await commands.call_bot(room, self.guest, message)
            case messages.Claim():
                await commands.claim(room, self.guest, message)
            case messages.CallOff():
                await commands.call_off(room, self.guest, message)
            case messages.Looked():
                commands.looked(room, self.guest, message)
            case messages.Rematch():
                await self.services.new_tables.offer_rematch(room, self.guest, message)
            case messages.AlwaysPass():
                commands.always_pass(room, self.guest, message)
            case messages.Show():
                await commands.show(room, self.guest, message)
            case messages.Continue():
                await commands.go_on(room, self.guest, message)
            case messages.Preview():
                self.take(self.talk.previews, self.shared.previews)
                self.note(await commands.preview(room, self.guest, message, self.lang))

    def take(self, mine: TokenBucket, shared: tuple[RateLimiter, RateLimiter]) -> None:
        """One more wish that is costly: of this socket, of this user, of this address."""
        self.talk.take(mine)
        self.shared.take(shared, self.guest, self.address)

    def speak(self, lang: str) -> None:
        """Whoever looks at a table has said there in which language."""
        if self.room is None:
            self.lang = known(lang)

    async def enter_lobby(self, message: messages.Lobby) -> None:
        self.take(self.talk.watches, self.shared.watches)
        self.lobby_lang, self.tables, self.attends = known(message.lang), message.tables, True
        self.speak(message.lang)
        await self.services.matchmaking.subscribe(self)

    async def meet(self, message: messages.Queue | messages.WithBots | messages.LeaveQueue) -> None:
        """Whoever wants to play now hears of their place."""
        self.talk.take(self.talk.meetings)
        queue = self.services.matchmaking.queue
        if not self.guest:
            raise NotFound("no_name")
        if not self.attends:
            await self.enter_lobby(messages.Lobby(self.lang, tables=False))
        match message:
            case messages.Queue():
                request = request_of(message, self.limits.option)
                await queue.join(self.guest, request, self.address, self.limits.places)
            case messages.WithBots():
                await queue.accept_bots(self.guest)
            case messages.LeaveQueue():
                await queue.leave(self.guest)

    async def enter_street(self, message: messages.Street) -> None:
        """All of the guest's tables once, then those that change."""
        self.take(self.talk.watches, self.shared.watches)
        self.leave_street()
        self.speak(message.lang)
        self.street = MyTablesFeed(known(message.lang), self.wanted.set)
        self.services.my_tables.subscribe(self.guest, self.street)
        await self.tell_street(self.street)

    def leave_street(self) -> None:
        if self.street:
            self.services.my_tables.unsubscribe(self.guest, self.street)
            self.street = None

    async def tell_street(self, street: MyTablesFeed) -> None:
        changed, guest = street.take(), self.guest
        try:
            found = await self.services.store.tables_of(guest, NEWEST, only=changed) if guest else []
        except Refusal:
            for table in changed:  # they are told when they can be read again
                street.add(table)
            raise
        now, gone = self.services.uptime.now(), street.show(changed, {one.id for one in found})
        self.note(MyTables([one_of_mine(one, guest, street.lang, now) for one in found], gone))

    async def watch(self, message: messages.Watch) -> None:
        """Look at another table, or through other eyes. If that cannot be, everything stays as it was."""
        self.take(self.talk.watches, self.shared.watches)
        async with self.services.rooms.visit(message.table, self.toll) as room:
            check_access(room.snapshot, self.guest, message.seat, message.through)
            if self.room:
                self.room.leave(self)
            self.room, self.seat, self.seq = room, message.seat, max(message.seq, 0)
            self.through = message.through if message.seat is None else None
            self.watched += 1
            self.there = message.pictures
            self.lang = known(message.lang)
            self.words, self.reads = message.words, message.reads
            self.note(Yours(seats_of(room.snapshot, self.guest)))
            room.enter(self)
