"""The house on the network: a small REST API, one WebSocket per client, and the browser app's files."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from hanamachi.core.words import Refusal
from hanamachi.games import GAMES, kernels
from hanamachi.games.kernels.cache_folder import writable_folder
from hanamachi.server.accounts.cookies import Cookies
from hanamachi.server.accounts.sessions import Sessions
from hanamachi.server.analysis.review import Reviewer
from hanamachi.server.db.connection import path_of
from hanamachi.server.edge import game_assets
from hanamachi.server.edge.api import games
from hanamachi.server.edge.api.analysis import AnalysisApi
from hanamachi.server.edge.api.browser_sessions import BrowserSessions
from hanamachi.server.edge.api.devices import DevicesApi
from hanamachi.server.edge.api.invite import InviteApi
from hanamachi.server.edge.api.me import MeApi
from hanamachi.server.edge.api.records import RecordsApi
from hanamachi.server.edge.api.registration import Registration
from hanamachi.server.edge.api.requests import Requests
from hanamachi.server.edge.api.subscriptions import SubscriptionsApi
from hanamachi.server.edge.api.tables import TablesApi
from hanamachi.server.edge.authentication import Authentication, user_of
from hanamachi.server.edge.bot_workers import Door
from hanamachi.server.edge.errors import refused, unanswered
from hanamachi.server.edge.health import Health
from hanamachi.server.edge.middleware import Guard
from hanamachi.server.edge.rate_limits import Measures, SharedTalk
from hanamachi.server.edge.socket import Connection
from hanamachi.server.edge.static import AppFiles, Careful
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.remote_pool import Afar
from hanamachi.server.engines.warmup import WarmUp, all_kinds, in_order, in_words
from hanamachi.server.engines.warmup_times import WarmupTimes, recent_kinds
from hanamachi.server.live.clock_sweep import ClockSweep
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.renames import Renames
from hanamachi.server.notifications import subscriptions
from hanamachi.server.notifications.subscriptions import DeliveryPolicy
from hanamachi.server.privacy.erase import go_on_forgetting
from hanamachi.server.protocol import bot_worker, close_codes
from hanamachi.server.runtime import logs, metrics
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Sites
from hanamachi.server.runtime.process_pool import ProcessPool
from hanamachi.server.storage.store import Store

SETTLED = 1.0  # seconds after which an opened house has time for other things
STUDY = 120.0  # seconds for an opinion: nobody waits at a table, and the first one may have to compile
HANDS = 20.0  # seconds for a replay or the check of a record


NEAR = DeliveryPolicy()


class House:
    """All that a house is made of, from its opening to its close."""

    def __init__(
        self,
        store: Store,
        host: str,
        public_url: str | None,
        limits: Limits,
        *,
        warm: bool = False,
        reach: DeliveryPolicy = NEAR,
    ) -> None:
        self.store, self.warm, self.limits = store, warm, limits
        self.sites, self.cookies = Sites(public_url, host), Cookies()
        self.afar = Afar()
        self.bot_pool = BotPool(afar=self.afar)
        self.study = BotPool(1, STUDY, 5, self.afar)  # its work never keeps a table waiting
        self.hands = ProcessPool(1, seconds=HANDS, patience=2)
        times, shared = WarmupTimes(store.database), writable_folder(Path(kernels.__file__)) is not None
        self.warmup = WarmUp(self.study, self.bot_pool, times, shared=shared)
        self.rooms = RoomRegistry(store, GAMES, self.bot_pool, self.warmup)
        self.health = Health(store.probe, folder_of(store.database.url), limits.disk, self.warmup.states)
        self.timekeeper = ClockSweep(self.rooms)
        self.reviewer = Reviewer(self.study, store.database)
        self.requests = Requests(self.rooms, limits, Measures(limits))
        self.renames = Renames(self.rooms.call_anew)
        self.invite = InviteApi(self.hands, host, public_url, limits.link)
        self.notifier, self.sessions = (
            self.rooms.notifier,
            Sessions(store.database, self.cookies, on_end=subscriptions.remove_push),
        )
        self.notifier.reach, self.notifier.contact = reach, public_url or self.notifier.contact
        self.rooms.signals.listeners.append(lambda one: self.notifier.signal(one.guest, one.kind, one.table))
        self.rooms.cluster.guests_changed = self.sessions.users_changed
        self.door = Door(self.afar, store.database, limits, self.rooms.cluster.workers)
        self.shared_talk = SharedTalk(limits)
        self.warming: set[asyncio.Task[None]] = set()
        self.sockets: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(logs.log_unhandled)
        await self.store.open()
        await self.sessions.open()
        await self.notifier.open()
        await self.warmup.times.open()
        await self.rooms.cluster.open()
        await self.timekeeper.open()
        await self.rooms.matchmaking.open()
        self.measure()
        self.warming.add(asyncio.create_task(self.settle()))
        if self.warm:
            self.warming.add(asyncio.create_task(self.make_warm()))
        yield
        await self.close()

    async def close(self) -> None:
        """Nobody writes any more when the store closes."""
        while tasks := self.warming | self.reviewer.tasks | self.sockets:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.warming.clear()
        await self.warmup.close()
        await self.timekeeper.close()
        await self.renames.close()
        await self.rooms.close()
        await self.sessions.close()
        for workers in (self.bot_pool, self.study, self.hands):
            workers.close()
        await self.store.close()

    async def settle(self) -> None:
        await asyncio.sleep(SETTLED)
        await self.rooms.settle()
        with contextlib.suppress(Refusal):
            await go_on_forgetting(self.rooms)

    async def make_warm(self) -> None:
        await asyncio.sleep(SETTLED)
        with contextlib.suppress(Refusal):
            self.warmup.wake(in_order(await self.store.database.read(recent_kinds)))

    def measure(self) -> None:
        """Numbers for whoever runs the house."""
        self.warming.add(asyncio.create_task(metrics.watch_the_loop()))
        metrics.SOCKETS.read(lambda: len(self.sockets))
        metrics.FAR_THINKERS.read(lambda: len(self.afar.bot_pool))
        metrics.ROOMS.read(lambda: len(self.rooms.rooms))
        metrics.WATCHERS.read(lambda: sum(len(room.watchers) for room in list(self.rooms.rooms.values())))
        metrics.QUEUES.read(lambda: len(self.store.database.waiting), "writer")
        for kind in all_kinds():
            metrics.READY.read(partial(self.warmup.is_ready, kind), in_words(kind))
        for name, workers in (("bots", self.bot_pool), ("study", self.study), ("hands", self.hands)):
            metrics.QUEUES.read(partial(len, workers.turns), name)

    async def socket(self, websocket: WebSocket) -> None:
        await websocket.accept()
        if websocket.scope["session_ended"]:
            await websocket.close(close_codes.SESSION_ENDED)
            return
        guest, toll = user_of(websocket), self.requests.charge_for_long_game(websocket)
        client = Connection(self.rooms, websocket, guest, self.limits, self.shared_talk, toll)
        with self.counted(), self.sessions.connected(client.guest, websocket.scope["session"], client):
            await client.live_on()

    async def thinker(self, websocket: WebSocket) -> None:
        """A machine that thinks for the house."""
        with self.counted():
            await self.door.open_to(websocket)

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """A socket that ends with the house."""
        task = asyncio.current_task()
        assert task is not None
        self.sockets.add(task)
        try:
            yield
        finally:
            self.sockets.discard(task)


def folder_of(url: str) -> Path | None:
    path = path_of(url)
    return path.parent if path else None


def make_app(
    database: str,
    host: str = "127.0.0.1",
    public_url: str | None = None,
    *,
    limits: Limits | None = None,
    proxies: Sequence[str] = (),
    warm: bool = False,
    reach: DeliveryPolicy = NEAR,
) -> Starlette:
    """A house that is to stay open makes its bots warm beforehand."""
    return app_of(
        House(Store(database), host, public_url, limits or Limits(), warm=warm, reach=reach), proxies
    )


def api_routes(house: House) -> list[Route]:
    """Build the modules of the API; return their routes."""
    requests, hands = house.requests, house.hands
    browsers = BrowserSessions(house.sessions, house.cookies, requests.rates)
    registration = Registration(house.store, house.renames, browsers, house.limits, requests.rates)
    return [
        *games.ROUTES,
        *MeApi(requests, registration, browsers, hands).routes(),
        *DevicesApi(requests, browsers, house.invite).routes(),
        *SubscriptionsApi(requests, house.notifier).routes(),
        *TablesApi(requests, registration).routes(),
        *RecordsApi(requests, hands).routes(),
        *AnalysisApi(requests, house.reviewer, hands).routes(),
        *house.invite.routes(),
    ]


def app_of(house: House, proxies: Sequence[str] = ()) -> Starlette:
    routes = [
        Route("/healthz", house.health.alive),
        Route("/readyz", house.health.ready),
        Mount("/api", routes=api_routes(house)),
        WebSocketRoute("/ws", house.socket),
        WebSocketRoute(bot_worker.PATH, house.thinker),
        *game_assets.routes(),
        Mount("/", AppFiles()),
    ]
    return Starlette(
        routes=routes,
        lifespan=house.lifespan,
        exception_handlers={Refusal: refused, HTTPException: unanswered},
        middleware=[
            Middleware(Careful),
            Middleware(Guard, house.sites, house.limits, proxies),
            Middleware(Authentication, house.cookies),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
        ],
    )
