"""The house on the network: a small REST API, one WebSocket per client, and the browser app's files."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any
from urllib.parse import urlencode

import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from hanamachi.core import record
from hanamachi.core.table import Refused
from hanamachi.core.words import LANGUAGES, Refusal
from hanamachi.games import GAMES
from hanamachi.house import guests
from hanamachi.house.bodies import Me, Mine, MyTable, Opened, PlayOn, Problem, Seating
from hanamachi.house.client import Client, in_words
from hanamachi.house.files import AppFiles, Careful
from hanamachi.house.hints import hints
from hanamachi.house.invite import invitation
from hanamachi.house.live import Live
from hanamachi.house.lobby import Lobby, NotHere
from hanamachi.house.opening import TableWish
from hanamachi.house.replay import replay
from hanamachi.house.review import Reviewer
from hanamachi.house.showcase import game_card
from hanamachi.house.store import Store
from hanamachi.house.thinkers import Thinkers
from hanamachi.house.warming import warm
from hanamachi.house.wire import encode
from hanamachi.locales import catalogue

COOKIE = "hanamachi"
YEAR = 365 * 24 * 3600
SETTLED = 1.0  # seconds after which an opened house has time for other things
STUDY = 120.0  # seconds for an opinion: nobody waits at a table, and the first one may have to compile
LONGEST_NAME, LONGEST_BODY, MINE = 40, 1 << 20, 50


def answer(thing: Any, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")


def lang_of(request: HTTPConnection) -> str:
    wish = request.query_params.get("lang") or request.headers.get("accept-language", "")[:2]
    return wish if wish in LANGUAGES else LANGUAGES[0]


def one_of_mine(live: Live, guest: str, lang: str) -> MyTable:
    table = live.table
    yours = table is not None and table.actor in live.seats_of(guest)
    names = live.names(lang)
    over = table is not None and table.result() is not None
    return MyTable(live.id, live.game.name, names, table is not None, over, yours)


class House:
    """The application's state and its handlers."""

    def __init__(self, store: Store, host: str, public_url: str | None, *, warm: bool = False) -> None:
        self.store, self.host, self.public_url, self.warm = store, host, public_url, warm
        self.thinkers = Thinkers()
        self.study = Thinkers(1, seconds=STUDY, patience=5)  # its work never keeps a table waiting
        self.lobby = Lobby(store, GAMES, self.thinkers)
        self.reviewer = Reviewer(self.study)
        self.warming: set[asyncio.Task[None]] = set()
        self.secret = b""
        self.sockets: set[asyncio.Task[Any]] = set()

    @contextlib.asynccontextmanager
    async def lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        await self.store.open()
        self.secret = await self.store.secret()
        if self.warm:
            self.warming.add(asyncio.create_task(self.make_warm()))
        yield
        for task in self.warming:
            task.cancel()
        while (
            tasks := self.lobby.tasks | self.reviewer.tasks | self.sockets
        ):  # nobody writes when the store closes
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.thinkers.close()
        self.study.close()
        await self.store.close()

    async def make_warm(self) -> None:
        await asyncio.sleep(SETTLED)
        await warm(self.study)

    def guest(self, connection: HTTPConnection) -> str | None:
        return guests.read(connection.cookies.get(COOKIE, ""), self.secret)

    async def known(self, request: HTTPConnection) -> tuple[str, str]:
        """The guest and their name."""
        guest = self.guest(request)
        name = await self.store.guest_name(guest) if guest else None
        if guest is None or name is None:
            raise NotHere("no_name")
        return guest, name

    async def health(self, _request: Request) -> Response:
        return answer({"healthy": True, "tables": len(self.lobby.live)})

    async def games(self, request: Request) -> Response:
        return answer([game_card(game, lang_of(request)) for game in GAMES.values()])

    async def words(self, request: Request) -> Response:
        """A catalogue of phrases: a game's, or the house's."""
        name, lang = request.path_params["name"], lang_of(request)
        if name != "house" and name not in GAMES:
            raise NotHere("unknown_game", name=name, known=tuple(GAMES))
        words = catalogue("house")(lang) if name == "house" else GAMES[name].text.words(lang)
        return answer(words.phrases)

    async def me(self, request: Request) -> Response:
        guest = self.guest(request) or ""
        name = await self.store.guest_name(guest) or ""
        lives = [await self.lobby.find(table) for table, _ in await self.store.tables_of(guest, MINE)]
        games = [live for live in lives if live.setup.lesson is None]
        return answer(Mine(name, [one_of_mine(live, guest, lang_of(request)) for live in games]))

    async def replay(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["table"])
        eyes = request.query_params.get("eyes", "gallery")
        return answer(replay(live, self.guest(request) or "", eyes, lang_of(request)))

    async def hints(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["table"])
        seq = request.query_params.get("seq", "")
        return answer(
            await asyncio.to_thread(
                hints, live, self.guest(request) or "", int(seq) if seq.isdecimal() else live.seq
            )
        )

    async def review(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["table"])
        return answer(self.reviewer.review(live, self.guest(request) or "", lang_of(request)))

    async def advice(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["table"])
        given = request.query_params.get("seq", "")
        seq = int(given) if given.isdecimal() else live.seq
        return answer(await self.reviewer.advice(live, self.guest(request) or "", seq, lang_of(request)))

    async def invite(self, request: Request) -> Response:
        path, seat = f"/t/{request.query_params.get('table', '')}", request.query_params.get("seat", "")
        path += f"?{urlencode({'seat': seat})}" if seat else ""
        origin = f"{request.url.scheme}://{request.headers.get('host', 'localhost')}"
        return answer(invitation(path, self.host, request.url.port or 80, self.public_url, origin))

    async def play_on(self, request: Request) -> Response:
        guest, name = await self.known(request)
        live = await self.lobby.find(request.path_params["table"])
        wish = await self.body(request, PlayOn)
        opened = await self.lobby.play_on(live, guest, name, wish.seq, wish.seat, wish.level)
        return answer(Opened(opened.id, {}), 201)

    async def import_record(self, request: Request) -> Response:
        """A finished game from elsewhere, kept here under a link of its own."""
        guest, _ = await self.known(request)
        data = await request.body()
        if len(data) > LONGEST_BODY:
            raise Refused("too_long")
        live = await self.lobby.import_record(guest, data)
        return answer(Opened(live.id, {}), 201)

    async def name_me(self, request: Request) -> Response:
        wish = await self.body(request, Me)
        name = " ".join(wish.name.split())
        if not name or len(name) > LONGEST_NAME:
            raise Refused("bad_name", most=LONGEST_NAME)
        guest = self.guest(request) or guests.new_guest()
        await self.store.name_guest(guest, name)
        response = answer(Me(name))
        signed = guests.sign(guest, self.secret)
        response.set_cookie(COOKIE, signed, max_age=YEAR, httponly=True, samesite="lax")
        return response

    async def open_table(self, request: Request) -> Response:
        guest, name = await self.known(request)
        live = await self.lobby.open_table(guest, name, await self.body(request, TableWish))
        links = {seat: held.token for seat, held in enumerate(live.seats) if held.token}
        return answer(Opened(live.id, links), 201)

    async def table(self, request: Request) -> Response:
        live = await self.lobby.find(request.path_params["table"])
        return answer(live.info(self.guest(request) or "", lang_of(request)))

    async def sit(self, request: Request) -> Response:
        guest, name = await self.known(request)
        live = await self.lobby.find(request.path_params["table"])
        wish = await self.body(request, Seating)
        await self.lobby.sit(live, guest, name, wish.seat, wish.words, wish.token)
        return answer(live.info(guest, lang_of(request)))

    async def record(self, request: Request) -> Response:
        """The record of a finished game; of an unfinished one nothing leaves."""
        live = await self.lobby.find(request.path_params["table"])
        if live.table is None or live.table.result() is None:
            raise Refused("not_finished")
        if not live.may_watch(self.guest(request) or ""):
            raise Refused("no_spectators")
        data = record.write(live.table.record(open_seed=True))
        name = f"{live.game.name}-{live.id}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/json", headers=headers)

    async def body(self, request: Request, kind: Any) -> Any:
        data = await request.body()
        if len(data) > LONGEST_BODY:
            raise Refused("too_long")
        try:
            return msgspec.json.decode(data, type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused("bad_json", problem=str(error)) from error

    async def refused(self, request: Request, error: Exception) -> Response:
        assert isinstance(error, Refusal)
        status = 404 if isinstance(error, NotHere) else 409 if isinstance(error, Refused) else 400
        return answer(Problem(error.reason, in_words(error, lang_of(request))), status)

    async def socket(self, websocket: WebSocket) -> None:
        await websocket.accept()
        task = asyncio.current_task()
        assert task is not None
        self.sockets.add(task)
        try:
            await Client(self.lobby, websocket, self.guest(websocket) or "").live_on()
        finally:
            self.sockets.discard(task)


def make_app(
    database: str, host: str = "127.0.0.1", public_url: str | None = None, *, warm: bool = False
) -> Starlette:
    """A house that is to stay open makes its bots warm beforehand."""
    house = House(Store(database), host, public_url, warm=warm)
    api = [
        Route("/health", house.health),
        Route("/games", house.games),
        Route("/words/{name}", house.words),
        Route("/me", house.me),
        Route("/me", house.name_me, methods=["PUT"]),
        Route("/tables", house.open_table, methods=["POST"]),
        Route("/tables/{table}", house.table),
        Route("/tables/{table}/seats", house.sit, methods=["POST"]),
        Route("/tables/{table}/record", house.record),
        Route("/tables/{table}/replay", house.replay),
        Route("/tables/{table}/hints", house.hints),
        Route("/tables/{table}/advice", house.advice),
        Route("/tables/{table}/review", house.review),
        Route("/tables/{table}/play-on", house.play_on, methods=["POST"]),
        Route("/records", house.import_record, methods=["POST"]),
        Route("/invite", house.invite),
    ]
    routes = [Mount("/api", routes=api), WebSocketRoute("/ws", house.socket), Mount("/", AppFiles())]
    return Starlette(
        routes=routes,
        lifespan=house.lifespan,
        exception_handlers={Refusal: house.refused},
        middleware=[Middleware(Careful), Middleware(GZipMiddleware, minimum_size=1000)],
    )
