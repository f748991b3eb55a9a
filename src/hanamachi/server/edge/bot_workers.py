"""Accept bot workers on other machines: one WebSocket each, authenticated by a token."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Any

from starlette.requests import HTTPConnection
from starlette.websockets import WebSocket, WebSocketDisconnect

from hanamachi.core.words import Refusal
from hanamachi.server.db.connection import Database
from hanamachi.server.edge.errors import RequestRejected, explain_refusal, language, problem
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RateLimiter, TokenBucket
from hanamachi.server.engines import remote_tokens
from hanamachi.server.engines.remote_pool import BadBotWorker, RemoteBotWorker, RemotePool, within
from hanamachi.server.protocol.bot_worker import RELEASE, Beat, Chosen, Hello, Places, Sorry, Weighed, Welcome
from hanamachi.server.protocol.bot_worker import decode_thinker as decode
from hanamachi.server.protocol.close_codes import POLICY_VIOLATION
from hanamachi.server.protocol.messages import Declined, encode
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.json_input import read_json
from hanamachi.server.runtime.limits import Limits

SILENT = 15.0  # seconds without a word, after which somebody is gone
CLOSED = 300.0  # seconds for which the door is closed to whoever was wrong too often


class BotWorkerSocket:
    """`workers` returns the names of this server process and of all others, this one first."""

    def __init__(
        self, afar: RemotePool, database: Database, limits: Limits, workers: Callable[[], list[str]]
    ) -> None:
        self.afar, self.database, self.limits, self.workers = afar, database, limits, workers
        self.knocks = RateLimiter(limits.strangers)
        self.closed: dict[str, float] = {}  # by address, until when

    async def open_to(self, websocket: WebSocket) -> None:
        """Serve a bot worker until it disconnects."""
        try:
            token = await self.admit(websocket)
        except Refusal as refusal:
            answer = problem(refusal, HTTPConnection(websocket.scope))
            await websocket.send_denial_response(answer)
            return
        await websocket.accept()
        try:
            await BotWorkerConnection(self, websocket, token).live_on()
        except Refusal as refusal:
            await self.send_away(websocket, refusal)

    async def admit(self, websocket: WebSocket) -> str:
        address = address_of(websocket.scope)
        self.knocks.take(address)
        if monotonic.now() < self.closed.get(address, 0.0):
            raise RequestRejected("door_closed")
        token = bearer(websocket)
        if not await self.known(token):
            raise RequestRejected("wrong_token")
        return token

    async def known(self, token: str) -> bool:
        return await self.database.read(lambda db: remote_tokens.holds(db, token))

    async def send_away(self, websocket: WebSocket, refusal: Refusal) -> None:
        if refusal.reason == "too_many_wrong":
            self.closed = {who: until for who, until in self.closed.items() if until > monotonic.now()}
            self.closed[address_of(websocket.scope)] = monotonic.now() + CLOSED
        metrics.REFUSALS.add(refusal.reason)
        said = Declined(refusal.reason, explain_refusal(refusal, language(websocket)))
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await websocket.send_text(encode(said).decode())
            await websocket.close(POLICY_VIOLATION)


def bearer(websocket: WebSocket) -> str:
    kind, _, token = websocket.headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


class BotWorkerConnection:
    """The connection to one bot worker."""

    def __init__(self, door: BotWorkerSocket, websocket: WebSocket, token: str) -> None:
        self.door, self.websocket, self.token = door, websocket, token
        self.talk = TokenBucket(door.limits.messages)  # for what is no answer

    async def live_on(self) -> None:
        hello = await self.hear()
        if not isinstance(hello, Hello):
            raise BadBotWorker("say_hello")
        if hello.release != RELEASE:
            raise BadBotWorker("other_release", ours=RELEASE, theirs=hello.release[:20])
        thinker = self.door.afar.welcome(hello.knows, hello.places)
        sender = asyncio.create_task(self.send(thinker))
        try:
            self.greet(thinker)
            self.door.afar.offer(thinker)
            while True:
                await self.obey(thinker, await self.hear())
        finally:
            thinker.close()
            sender.cancel()

    async def hear(self) -> Any:
        """The next message; BadThinker if none comes for long."""
        coming = asyncio.ensure_future(self.websocket.receive())
        try:
            await within(SILENT, coming)
            if not coming.done():
                raise BadBotWorker("no_beat")
            said = coming.result()
            if said["type"] == "websocket.disconnect":
                raise WebSocketDisconnect(said.get("code", 1000))
            return read_json((said.get("text") or "").encode(), decode, self.door.limits.nesting)
        finally:
            coming.cancel()

    async def obey(self, thinker: RemoteBotWorker, message: Any) -> None:
        match message:
            case Chosen() | Weighed() | Sorry():
                thinker.hear(message)
            case Beat():
                self.talk.take()
                await self.look_again(thinker)
            case Places():
                self.talk.take()
                thinker.resize(message.places)
            case _:
                raise BadBotWorker("say_hello")

    async def look_again(self, thinker: RemoteBotWorker) -> None:
        """The token may have been ended, and what was asked may be overdue."""
        thinker.check()
        if not await self.door.known(self.token):
            raise BadBotWorker("wrong_token")
        self.greet(thinker)

    def greet(self, thinker: RemoteBotWorker) -> None:
        me, *others = self.door.workers()
        thinker.say(Welcome(me, [me, *others]))

    async def send(self, thinker: RemoteBotWorker) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                await self.websocket.send_text((await thinker.said.get()).decode())
