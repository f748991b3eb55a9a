"""The house on the network: a small REST API, one WebSocket per client, and the browser app's files."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from msgspec import structs
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from hanamachi.core.game import Game
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.accounts.account import Accounts
from hanamachi.server.accounts.bot_accounts import BotAccounts
from hanamachi.server.accounts.cookies import Cookies
from hanamachi.server.accounts.sessions import Sessions
from hanamachi.server.analysis.review import Reviewer
from hanamachi.server.analysis.studies.service import Studies
from hanamachi.server.chat.service import Chat
from hanamachi.server.cluster.worker import ClusterWorker
from hanamachi.server.db.engine import path_of
from hanamachi.server.edge import game_assets
from hanamachi.server.edge.api import games
from hanamachi.server.edge.api.accounts.account import AccountApi
from hanamachi.server.edge.api.accounts.bot_accounts import BotAccountsApi
from hanamachi.server.edge.api.accounts.sign_in import SignInApi
from hanamachi.server.edge.api.analysis.explorer import ExplorerApi
from hanamachi.server.edge.api.analysis.puzzles import PuzzlesApi
from hanamachi.server.edge.api.analysis.reviews import AnalysisApi
from hanamachi.server.edge.api.analysis.studies import StudiesApi
from hanamachi.server.edge.api.browser_sessions import BrowserSessions
from hanamachi.server.edge.api.devices import DevicesApi
from hanamachi.server.edge.api.host.desk import Desk
from hanamachi.server.edge.api.host.health_facts import HealthFacts
from hanamachi.server.edge.api.host.links import HostLinksApi
from hanamachi.server.edge.api.host.people import PeopleApi
from hanamachi.server.edge.api.host.settings import HostSettingsApi
from hanamachi.server.edge.api.host.tables import HostTablesApi
from hanamachi.server.edge.api.house import HouseApi
from hanamachi.server.edge.api.invite import InviteApi
from hanamachi.server.edge.api.me import MeApi
from hanamachi.server.edge.api.mutes import MutesApi
from hanamachi.server.edge.api.pictures import PicturesApi
from hanamachi.server.edge.api.ratings import RatingsApi
from hanamachi.server.edge.api.records import RecordsApi
from hanamachi.server.edge.api.registration import Registration
from hanamachi.server.edge.api.requests import Requests
from hanamachi.server.edge.api.subscriptions import SubscriptionsApi
from hanamachi.server.edge.api.tables import TablesApi
from hanamachi.server.edge.authentication import Authentication, is_bot, user_of
from hanamachi.server.edge.bot_access import BotAccess
from hanamachi.server.edge.documentation import documentation_routes
from hanamachi.server.edge.doors import Doors
from hanamachi.server.edge.errors import explain_refusal, language, refused, unanswered
from hanamachi.server.edge.health import Health
from hanamachi.server.edge.host_gate import HostGate
from hanamachi.server.edge.middleware import AdmissionMiddleware
from hanamachi.server.edge.rate_limits import RequestRates, SharedSocketRates
from hanamachi.server.edge.sockets.connection import Connection, SocketServices
from hanamachi.server.edge.static import AppFiles, SecurityHeaders
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.on_ray import RayPool
from hanamachi.server.engines.pools import EnginePools
from hanamachi.server.engines.warmup import WarmUp, in_order
from hanamachi.server.engines.warmup_times import recent_kinds
from hanamachi.server.explorer.house import HouseGames
from hanamachi.server.live.automation import Automation
from hanamachi.server.live.bot_players import BotPlayers
from hanamachi.server.live.deadline_sweep import DeadlineSweep
from hanamachi.server.live.events import (
    AudienceChanged,
    Events,
    HostsPageChanged,
    LobbyChanged,
    RoomTouched,
    UsersChanged,
)
from hanamachi.server.live.new_tables import NewTables
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.renames import Renames, show_joined, show_name
from hanamachi.server.live.table_storage import TableStorage
from hanamachi.server.live.window_pulse import WindowPulse
from hanamachi.server.matchmaking import challenges
from hanamachi.server.matchmaking.service import Matchmaking
from hanamachi.server.matchmaking.settlement import MatchTable
from hanamachi.server.moderation.closing import ClosingLock
from hanamachi.server.moderation.notices import users_told
from hanamachi.server.moderation.service import Banned, Effects, Moderation
from hanamachi.server.notifications import subscriptions
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.notifications.notifier import PUBLIC_PUSH, Notifier
from hanamachi.server.notifications.subscriptions import DeliveryPolicy
from hanamachi.server.previews.painter import Painter
from hanamachi.server.previews.service import Previews
from hanamachi.server.privacy.erase import erase_user, erase_with_bot_accounts, resume_erasing
from hanamachi.server.protocol import close_codes
from hanamachi.server.protocol.messages import Declined, encode
from hanamachi.server.puzzles.shelf import Puzzles
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.ratings.results import ResultKeeper
from hanamachi.server.ratings.worker import RatingWorker
from hanamachi.server.runtime import logs, metrics
from hanamachi.server.runtime.answer_times import AnswerTimes
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Sites
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.events import TableChanged, TableOpened, TalkChanged
from hanamachi.server.tables.model import Playing, Snapshot, Waiting

SETTLED = 1.0  # seconds after the start until background work begins


class TableServices:
    """Everything that runs tables, without HTTP."""

    def __init__(
        self,
        store: Store,
        games: Mapping[str, Game],
        bot_pool: BotPool,
        warmup: WarmUp | None = None,
        *,
        reach: DeliveryPolicy = PUBLIC_PUSH,
        contact: str | None = None,
    ) -> None:
        self.store, self.events, self.uptime = store, Events(), Uptime(store.deadlines.save_uptime)
        self.tables = TableStorage(store, games, self.uptime)
        self.my_tables, open_rooms = MyTablesFeeds(), OpenRooms()
        self.cluster = self._cluster(open_rooms) if store.worker else Ownership()
        self.rooms = RoomRegistry(open_rooms, self.tables, self.events, self.cluster)
        self.chat = Chat(store, self.events)
        self.window_pulse = WindowPulse(store, open_rooms, self.cluster)
        bots = BotPlayers(bot_pool, warmup)
        self.automation = Automation(bots, open_rooms, self.cluster, self.window_pulse)
        self.deadline_sweep = DeadlineSweep(store, self.uptime, self.rooms, self.automation)
        self.new_tables = NewTables(store, self.events, self.automation.awake)
        self.notifier = Notifier(
            store, open_rooms.is_watching, self.rooms.looks_on, reach=reach, contact=contact
        )
        self.matchmaking = Matchmaking(
            store, self.rooms.visit, opened=self._match_opened, spectators=open_rooms.spectators
        )
        self._subscribe()

    def _cluster(self, rooms: OpenRooms) -> ClusterWorker:
        cluster = ClusterWorker(
            self.store.database,
            tables=self.tables,
            rooms=rooms,
            events=self.events,
            my_tables=self.my_tables,
        )
        self.events.subscribe(AudienceChanged, cluster.audience_changed)
        return cluster

    def _subscribe(self) -> None:
        """Say who listens to what. The watchers of a table come first."""
        self.events.subscribe(
            TableChanged,
            self.rooms.broadcast,
            self.chat.table_changed,
            self.automation.table_changed,
            self.my_tables.table_changed,
            self.notifier.table_changed,
            self.matchmaking.table_changed,
            count_progress,
        )
        self.events.subscribe(
            TableOpened,
            self.my_tables.table_opened,
            self.notifier.table_opened,
            self.matchmaking.table_opened,
            count_opened,
        )
        self.events.subscribe(TalkChanged, self.chat.talk_changed)
        self.events.subscribe(RoomTouched, self.automation.room_touched)
        self.events.subscribe(AudienceChanged, self.matchmaking.audience_changed)
        self.events.subscribe(LobbyChanged, self.matchmaking.lobby_changed)

    def _match_opened(self, match: MatchTable) -> None:
        self.events.publish(TableOpened(match.id, Waiting(match.setup, match.seats)))

    async def close(self) -> None:
        """Cancel all work, so that nothing writes when the store closes."""
        await self.chat.close()
        await self.matchmaking.close()
        await self.window_pulse.close()
        await self.rooms.close()
        await self.notifier.close()
        await self.cluster.close()


def count_progress(event: TableChanged) -> None:
    """Count moves, and games that begin and end. Each is counted by the worker that committed it."""
    if event.origin == "here":
        metrics.MOVES.add(n=max(0, event.after.seq - event.before.seq))
        count_game(event.before, event.after)


def count_opened(event: TableOpened) -> None:
    """Count a game that began when its table was opened."""
    if not (isinstance(event.snapshot, Playing) and event.snapshot.table.result):  # a record from elsewhere
        count_game(None, event.snapshot)


def count_game(before: Snapshot | None, after: Snapshot) -> None:
    if after.setup.lesson or not isinstance(after, Playing):
        return
    if not isinstance(before, Playing):
        metrics.BEGUN.add(after.setup.game)
    if after.table.result and not (isinstance(before, Playing) and before.table.result):
        metrics.FINISHED.add(after.setup.game)


class Server(TableServices):
    """All services of one server process, from its start to its end."""

    def __init__(
        self,
        store: Store,
        host: str,
        public_url: str | None,
        limits: Limits,
        *,
        warm: bool = False,
        reach: DeliveryPolicy = PUBLIC_PUSH,
        bots: str | None = None,
    ) -> None:
        self.warm, self.limits = warm, structs.replace(limits)  # hosts may change some of them
        limits = self.limits
        self.sites, self.cookies = Sites(public_url, host), Cookies()
        ray = RayPool(bots, servers=lambda: len(self.cluster.workers()))
        self.engines = EnginePools(store.database, ray)
        warmup = self.engines.warmup
        super().__init__(store, GAMES, self.engines.bots, warmup, reach=reach, contact=public_url)
        store.with_tables += [ResultKeeper(), ClosingLock()]
        self.ratings, self.help_lock = RatingWorker(store.database), HelpLock(store.database)
        self.events.subscribe(TableChanged, self.ratings.table_changed)
        self.health = Health(
            store.probe, folder_of(store.database.url), limits.disk, warmup.states, where=ray.where
        )
        self.reviewer = Reviewer(self.engines.study, store.database)
        self.puzzles = Puzzles(GAMES)
        self.house_games = HouseGames(store.database, self.engines.game_work)
        self.studies = Studies(
            store.database,
            self.events,
            self.rooms.visit,
            self.engines.game_work,
            self.engines.study,
            limits,
        )
        self.requests = Requests(store, self.rooms, limits, RequestRates(limits))
        self.painter = Painter(self.engines.pictures)
        self.pictures = PicturesApi(
            self.requests,
            Previews(store, self.puzzles, self.engines.game_work),
            self.painter,
            self.studies,
            self.help_lock,
        )
        self.renames = Renames(partial(show_name, self.rooms, self.my_tables))
        self.invite = InviteApi(self.engines.game_work, host, public_url, limits.link)
        self.sessions = Sessions(store.database, self.cookies, on_end=subscriptions.remove_push)
        self.accounts = Accounts(store.database, self.sessions)
        self.bot_accounts = BotAccounts(store.database, self.sessions, limits.bots)
        self.events.subscribe(UsersChanged, self._users_changed)
        self.socket_services = SocketServices(
            store=store,
            uptime=self.uptime,
            rooms=self.rooms,
            new_tables=self.new_tables,
            matchmaking=self.matchmaking,
            my_tables=self.my_tables,
            help_lock=self.help_lock,
            chat=self.chat,
            limits=limits,
            rates=SharedSocketRates(limits),
        )
        self.moderation = self._moderation()
        self.answer_times = AnswerTimes()
        self.events.subscribe(HostsPageChanged, lambda _: self.moderation.page_changed())
        self.tasks: set[asyncio.Task[None]] = set()
        self.sockets: set[asyncio.Task[Any]] = set()

    def _moderation(self) -> Moderation:
        effects = Effects(
            limits_changed=self._limits_changed,
            sessions_ended=self.sessions.read_ended,
            renamed=self._renamed,
            table_closed=self._table_closed,
            tell_user=lambda user: self.sessions.tell_news([user]),
        )
        return Moderation(self.store.database, self.limits, effects)

    def _limits_changed(self) -> None:
        """Count by the limits that a host has changed."""
        self.requests.rates.follow(self.limits)
        self.socket_services.rates.follow(self.limits)
        self.engines.bots.turns.resize(self.limits.bot_places)

    async def _renamed(self, user: str) -> None:
        """Show the name that a host gave to a user."""
        await self.renames.rename(user, await self.store.users.newest_tables(user))

    async def _table_closed(self, table: str) -> None:
        """Show that a host closed a table, which a command in a terminal may have done."""
        if room := self.rooms.rooms.get(table):
            with contextlib.suppress(Refusal):
                await room.look_again()
        self.my_tables.update_shown({table})
        self.sessions.tell_news(await self.store.database.read(partial(users_told, table=table)))
        self.events.publish(LobbyChanged())

    def _users_changed(self, event: UsersChanged) -> None:
        self.sessions.users_changed()
        self.sessions.tell_news(event.users)

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        asyncio.get_running_loop().set_exception_handler(logs.log_unhandled)
        await self.store.open()
        await self.sessions.open()
        self._limits_changed()
        await self.moderation.open()
        await self.notifier.open()
        await self.engines.warmup.times.open()
        await self.cluster.open()
        await self.deadline_sweep.open()
        await self.matchmaking.open()
        self.ratings.open()
        await self.chat.open()
        self.measure()
        self.tasks.add(asyncio.create_task(self.settle()))
        self.tasks.add(asyncio.create_task(self.engines.ray.live_on()))
        if self.warm:
            self.tasks.add(asyncio.create_task(self.make_warm()))
        yield
        await self.close()

    async def close(self) -> None:
        """Cancel all work, then close the store."""
        while tasks := self.tasks | self.reviewer.tasks | self.house_games.tasks | self.sockets:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            self.tasks.clear()
        await self.painter.close()
        await self.engines.warmup.close()
        await self.deadline_sweep.close()
        await self.ratings.close()
        await self.moderation.close()
        await self.renames.close()
        await super().close()
        await self.sessions.close()
        self.accounts.close()
        self.engines.close()
        await self.store.close()

    async def settle(self) -> None:
        await asyncio.sleep(SETTLED)
        await self.rooms.settle()
        with contextlib.suppress(Refusal):
            await resume_erasing(self.store, self.rooms)
        with contextlib.suppress(Refusal):
            await self.accounts.members.compare_names_again()

    async def make_warm(self) -> None:
        await asyncio.sleep(SETTLED)
        with contextlib.suppress(Refusal):
            self.engines.warmup.wake(in_order(await self.store.database.read(recent_kinds)))

    def measure(self) -> None:
        """Publish metrics for operators."""
        self.tasks.add(asyncio.create_task(metrics.watch_the_loop()))
        metrics.SOCKETS.read(lambda: len(self.sockets))
        metrics.PEOPLE.read(lambda: len(self.matchmaking.online.written))
        metrics.ROOMS.read(lambda: len(self.rooms.rooms))
        metrics.WATCHERS.read(
            lambda: sum(len(room.audience.watchers) for room in list(self.rooms.rooms.values()))
        )
        metrics.QUEUES.read(lambda: len(self.store.database.waiting), "writer")
        metrics.BANS.read(lambda: len(self.moderation.now.bans.users), "users")
        metrics.BANS.read(lambda: len(self.moderation.now.bans.addresses), "networks")
        self.engines.publish_metrics()

    async def socket(self, websocket: WebSocket) -> None:
        if websocket.scope["session_ended"]:
            await websocket.accept()
            await websocket.close(close_codes.SESSION_ENDED)
            return
        charge = self.requests.charge_for_long_game(websocket)
        connection = Connection(
            self.socket_services, websocket, user_of(websocket), charge, bot=is_bot(websocket)
        )
        session, address = websocket.scope["session"], websocket.scope["address"]
        here = self.sessions.connected(connection.guest, session, connection)
        with self.counted(), here, self.moderation.connected(connection, address):
            await websocket.accept()  # only now: whoever ends this session must find its socket
            try:
                await self.moderation.check_socket(connection.guest, address)
            except Refusal as refusal:
                await turn_away(refusal, websocket)
                return
            await connection.serve()

    @contextlib.contextmanager
    def counted(self) -> Iterator[None]:
        """Count a socket, and cancel it when the server closes."""
        task = asyncio.current_task()
        assert task is not None
        self.sockets.add(task)
        try:
            yield
        finally:
            self.sockets.discard(task)


async def turn_away(refusal: Refusal, websocket: WebSocket) -> None:
    """Tell a banned visitor why, and close their socket."""
    metrics.REFUSALS.add(refusal.reason)
    said = Declined(refusal.reason, explain_refusal(refusal, language(websocket)))
    await websocket.send_text(encode(said).decode())
    await websocket.close(close_codes.BANNED if isinstance(refusal, Banned) else close_codes.TRY_AGAIN_LATER)


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
    reach: DeliveryPolicy = PUBLIC_PUSH,
) -> Starlette:
    """Build the server as an ASGI app. `warm` loads the bots before they are asked."""
    return app_of(
        Server(Store(database), host, public_url, limits or Limits(), warm=warm, reach=reach), proxies
    )


def api_routes(server: Server) -> list[Route]:
    """Build the modules of the API; return their routes."""
    requests, pool = server.requests, server.engines.game_work
    browsers = BrowserSessions(server.sessions, server.cookies, requests.rates)
    moderation = server.moderation
    registration = Registration(
        server.store, server.accounts, server.renames, browsers, server.limits, requests.rates, moderation
    )
    joined = partial(show_joined, server.rooms, server.my_tables)
    erase = partial(erase_user, server.store, server.rooms, server.renames, server.matchmaking.queue)
    erase_with_bots = partial(erase_with_bot_accounts, server.bot_accounts, erase)
    challenge = partial(challenges.challenge, server.store, server.events)
    tables = TablesApi(
        requests, registration, server.new_tables, server.automation, challenge, server.help_lock
    )
    return [
        *tables.routes(),  # asked most, and a path is compared with one route after the other
        *games.ROUTES,
        *MeApi(
            requests,
            registration,
            browsers,
            pool=pool,
            deadline_sweep=server.deadline_sweep,
            erase=erase_with_bots,
        ).routes(),
        *DevicesApi(requests, browsers, server.invite).routes(),
        *AccountApi(requests, server.accounts, registration, server.uptime, joined).routes(),
        *SignInApi(requests, server.accounts, browsers).routes(),
        *BotAccountsApi(requests, server.bot_accounts, erase).routes(),
        *MutesApi(requests, server.chat).routes(),
        *SubscriptionsApi(requests, server.notifier).routes(),
        *RatingsApi(requests).routes(),
        *PuzzlesApi(requests, server.puzzles, pool).routes(),
        *ExplorerApi(requests, pool, server.house_games, server.help_lock).routes(),
        *RecordsApi(requests, pool, server.new_tables).routes(),
        *AnalysisApi(requests, server.reviewer, pool, server.help_lock).routes(),
        *StudiesApi(requests, server.studies, server.puzzles, server.help_lock, tables).routes(),
        *server.pictures.routes(),
        *server.invite.routes(),
        *HouseApi(moderation).routes(),
        *host_routes(server, Desk(requests, moderation)),
    ]


def host_routes(server: Server, desk: Desk) -> list[Route]:
    """Build the modules of the host's page; return their routes."""
    folder, workers = folder_of(server.store.database.url), server.cluster.workers
    health = HealthFacts(
        server.store.database, server.answer_times, folder, server.engines.bots.turns, workers
    )
    settings = HostSettingsApi(desk, health)
    return [
        *settings.routes(),
        *HostLinksApi(desk, settings).routes(),
        *PeopleApi(desk, server.sessions.on_end).routes(),
        *HostTablesApi(desk, server.rooms.rooms.spectators).routes(),
    ]


def app_of(server: Server, proxies: Sequence[str] = ()) -> Starlette:
    routes = [
        Route("/healthz", server.health.alive),
        Route("/readyz", server.health.ready),
        Mount("/api", routes=api_routes(server)),
        WebSocketRoute("/ws", server.socket),
        *game_assets.routes(),
        *documentation_routes(),
        Mount("/", AppFiles(server.pictures.tags)),
    ]
    return Starlette(
        routes=routes,
        lifespan=server.lifespan,
        exception_handlers={Refusal: refused, HTTPException: unanswered},
        middleware=[
            Middleware(SecurityHeaders),
            Middleware(AdmissionMiddleware, server.sites, server.limits, proxies),
            Middleware(Authentication, server.cookies, BotAccess(server.bot_accounts, server.limits)),
            Middleware(Doors, server.moderation, server.answer_times, proxies),
            Middleware(GZipMiddleware, minimum_size=1000, compresslevel=6),
            Middleware(HostGate, server.store.database),
        ],
    )
