"""The front desk: what is asked of the house over HTTP."""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any
from urllib.parse import quote, urlencode

import msgspec
from msgspec.structs import replace
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response, StreamingResponse

from hanamachi.core import record
from hanamachi.core import user_text as names
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.accounts import cookies as guests
from hanamachi.server.accounts.cookies import Cookies
from hanamachi.server.analysis import jobs
from hanamachi.server.analysis.replay import allowed
from hanamachi.server.analysis.review import Reviewer
from hanamachi.server.edge.authentication import delete_cookies
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.game_cards import game_card
from hanamachi.server.edge.invitations import encoded_invitation
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import Measures, Rates
from hanamachi.server.edge.static import same_for_all
from hanamachi.server.live import new_tables
from hanamachi.server.live.long_logs import in_thread
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.renames import Renames
from hanamachi.server.live.rendering import info
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking import challenges
from hanamachi.server.privacy import export
from hanamachi.server.privacy.erase import forget
from hanamachi.server.protocol.messages import TableCard, TableInfo, encode
from hanamachi.server.protocol.rest import (
    BotWish,
    Challenge,
    Me,
    Mine,
    MyGames,
    Opened,
    PlayOn,
    Seating,
    Words,
)
from hanamachi.server.runtime.json_input import check_number, read_json
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.origins import Site
from hanamachi.server.runtime.process_pool import Lost, ProcessPool
from hanamachi.server.storage import vacations
from hanamachi.server.storage.game_lists import PAGE, Listed, Wanted, one_of_mine
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.vacations import Away
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import SeatWish, TableWish, bot
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, may_watch, seats_of
from hanamachi.server.tables.players import names_on_record

MINE = 50  # tables in a guest's list


def answer(thing: Any, status: int = 200) -> Response:
    return Response(encode(thing), status, media_type="application/json")


class Desk:
    """`study` forms opinions, `hands` do other long work."""

    def __init__(
        self,
        store: Store,
        rooms: RoomRegistry,
        reviewer: Reviewer,
        hands: ProcessPool,
        study: ProcessPool,
        cookies: Cookies,
        limits: Limits,
    ) -> None:
        self.store, self.rooms, self.reviewer = store, rooms, reviewer
        self.hands, self.study = hands, study
        self.cookies, self.limits, self.measures = cookies, limits, Measures(limits)
        self.renames = Renames(rooms.call_anew)
        self.host = "127.0.0.1"
        self.public_url: str | None = None

    def guest(self, connection: HTTPConnection) -> str:
        """Who asks; empty for somebody the house does not know."""
        guest: str = connection.scope["user"]
        return guest

    def study_for(self, request: Request, measure: Rates) -> None:
        """It counts for the guest, or for all strangers at this address."""
        if guest := self.guest(request):
            measure.take(guest)
        else:
            self.measures.strangers.take(address_of(request.scope))

    def visit(self, request: Request) -> AbstractAsyncContextManager[Room]:
        """The room of the table that a request names."""
        return self.rooms.visit(request.path_params["table"], self.toll(request))

    def toll(self, connection: HTTPConnection) -> Callable[[], None]:
        """What counts for an address when a long log is read for it."""
        return partial(self.measures.long_games.take, address_of(connection.scope))

    async def known(self, request: HTTPConnection) -> tuple[str, str]:
        """The guest and their name."""
        guest = self.guest(request)
        name = await self.store.users.name(guest) if guest else None
        if name is None:
            raise NotFound("no_name")
        return guest, name

    async def body(self, request: Request, kind: Any) -> Any:
        return read_json(await request.body(), msgspec.json.Decoder(kind).decode, self.limits.nesting)

    async def games(self, request: Request) -> Response:
        return same_for_all(request, encode([game_card(game, language(request)) for game in GAMES.values()]))

    async def words(self, request: Request) -> Response:
        """A catalogue of phrases: a game's, or the house's."""
        name, lang = request.path_params["name"], language(request)
        if name != "house" and name not in GAMES:
            raise NotFound("unknown_game", name=name, known=tuple(GAMES))
        words = catalogue("house")(lang) if name == "house" else GAMES[name].text.words(lang)
        return same_for_all(request, encode(words.phrases))

    async def me(self, request: Request) -> Response:
        guest, lang = self.guest(request), language(request)
        name = await self.store.users.name(guest) or ""
        listed = await self.store.tables_of(guest, MINE) if guest else []
        games = [await self.settled(one) for one in listed]
        now = self.rooms.uptime.now()
        return answer(Mine(name, [one_of_mine(one, guest, lang, now) for one in games]))

    async def my_games(self, request: Request) -> Response:
        """A page of them, as the link filters them."""
        guest, lang = self.guest(request), language(request)
        wanted = filters(request)
        found = await self.store.tables_of(guest, PAGE + 1, wanted) if guest else []
        games = [await self.settled(one) for one in found[:PAGE]]
        more = games[-1].number if len(found) > PAGE else None
        now = self.rooms.uptime.now()
        return answer(MyGames([one_of_mine(one, guest, lang, now) for one in games], more))

    async def settled(self, listed: Listed) -> Listed:
        """A table of an older house is looked at once, to know whose turn it is."""
        if listed.turn is not None or listed.finished or not listed.started:
            return listed
        try:
            async with self.rooms.visit(listed.id) as room:
                assert isinstance(room.snapshot, Playing)
                return replace(listed, turn=room.snapshot.table.actor, damaged=room.snapshot.damaged)
        except Refusal:
            return replace(listed, damaged=True)

    async def name_me(self, request: Request) -> tuple[str, Response]:
        """The guest, who may be new: then a cookie is to be given with the answer."""
        wish = await self.body(request, Me)
        name = names.name(wish.name, self.limits.name)
        guest = self.guest(request)
        if not guest or await self.store.users.is_erased(guest):
            guest = self.new_guest(request)
        elif await self.store.users.name(guest) == name:
            return guest, answer(Me(name))
        self.measures.names.take(guest)
        tables = await self.store.users.newest_tables(guest)
        await self.store.users.rename(guest, name, tables)
        await self.renames.rename(guest, tables)
        return guest, answer(Me(name))

    async def away(self, request: Request) -> Response:
        """Until when I have days off, and how many I may still take."""
        guest = self.guest(request)
        off = await self.store.deadlines.days_off([guest])
        return answer(vacations.holidays(off.get(guest, ()), self.rooms.uptime.now()))

    async def take_days_off(self, request: Request) -> Response:
        """From now on, or none any more: the clocks that run for me are told."""
        guest, _ = await self.known(request)
        wish = await self.body(request, Away)
        found = await self.store.deadlines.take_days_off(guest, wish.days, self.rooms.uptime.now())
        await new_tables.time_anew(self.rooms, guest)
        return answer(found)

    async def export_me(self, request: Request) -> Response:
        """Everything that is kept about whoever asks, as a file."""
        guest, lang = self.someone(request), language(request)
        self.measures.exports.take(guest)

        def tell(*game: Any) -> Awaitable[bytes]:
            return self.aside(self.hands, guest, export.told, guest, lang, *game)

        headers = {"content-disposition": 'attachment; filename="hanamachi-about-me.json"'}
        told = await export.everything(self.store, guest, tell)
        return StreamingResponse(told, media_type="application/json", headers=headers)

    async def forget_me(self, request: Request) -> Response:
        """Said again it is as true as before."""
        guest = self.someone(request)
        await forget(self.rooms, guest)
        response = Response(status_code=204)
        delete_cookies(response, request.scope["site"])
        return response

    def someone(self, request: Request) -> str:
        if guest := self.guest(request):
            return guest
        raise NotFound("not_known")

    def new_guest(self, request: Request) -> str:
        self.measures.guests.take(address_of(request.scope))
        return guests.new_user_id()

    async def open_table(self, request: Request) -> Response:
        guest, name = await self.known(request)
        wish = await self.body(request, TableWish)
        names.said(wish.lesson or "", self.limits.lesson)
        names.all_said(msgspec.to_builtins(wish), self.limits.option)
        wish = replace(wish, seats=[self.with_name(seat) for seat in wish.seats])
        self.may_open(request, guest, [seat.kind for seat in wish.seats])
        most = self.limits.public_tables
        table, opened = await new_tables.open_table(self.rooms, guest, name, wish, most)
        return answer(Opened(table, opened.links, opened.setup.commitment), 201)

    def with_name(self, seat: SeatWish) -> SeatWish:
        return replace(seat, name=names.name(seat.name, self.limits.name)) if seat.name else seat

    def may_open(self, request: Request, guest: str, kinds: list[str]) -> None:
        """Tables come at a rate, and none for bots of a guest who still owe many moves."""
        self.measures.tables.take(guest)
        self.measures.all_tables.take(address_of(request.scope))
        if set(kinds) == {"bot"}:
            self.measures.bots_alone.take(guest)
        if "bot" in kinds:
            self.bots_may_come(guest)

    def bots_may_come(self, guest: str) -> None:
        if self.rooms.automation.due(guest) >= self.limits.bots_due:
            raise Refused("bots_busy", most=self.limits.bots_due)

    async def table(self, request: Request) -> Response:
        async with self.visit(request) as room:
            return answer(card(room.id, room.snapshot, self.guest(request), language(request)))

    async def sit(self, request: Request) -> Response:
        guest, name = await self.known(request)
        wish = await self.body(request, Seating)
        async with self.visit(request) as room:
            await room.change(transitions.sit(guest, name, wish.seat, wish.token))
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def seat_bot(self, request: Request) -> Response:
        """The host waits no longer for somebody."""
        guest, wish = self.guest(request), await self.body(request, BotWish)
        self.bots_may_come(guest)
        async with self.visit(request) as room:
            held = bot(wish.level, GAMES[room.snapshot.setup.game])
            await room.change(
                transitions.seat_bot(guest, wish.seat, held, self.rooms.automation.awake), aside=True
            )
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def call_off(self, request: Request) -> Response:
        guest = self.guest(request)
        async with self.visit(request) as room:
            await room.change(transitions.call_off(guest))
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def give_words(self, request: Request) -> Response:
        """The second step of a fair start: words that were drawn when the commitment was known."""
        guest, wish = self.guest(request), await self.body(request, Words)
        said = names.said(wish.words, self.limits.words)
        async with self.visit(request) as room:
            now = await self.store.now() if room.snapshot.setup.until else 0.0
            awake = self.rooms.automation.awake
            transition = transitions.give_words(guest, said, wish.commitment, now=now, awake=awake)
            await room.change(transition, aside=True)
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def stand_up(self, request: Request) -> Response:
        guest = self.guest(request)
        async with self.visit(request) as room:
            await room.change(transitions.stand_up(guest))
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def companions(self, request: Request) -> Response:
        guest, lang = self.guest(request), language(request)
        job = partial(challenges.companions, guest=guest, lang=lang)
        return answer(await self.store.database.read(job) if guest else [])

    async def challenge(self, request: Request) -> Response:
        """A table at which both sit already, for a while."""
        guest, _ = await self.known(request)
        wish = await self.body(request, Challenge)
        names.all_said(msgspec.to_builtins(wish), self.limits.option)
        self.measures.challenges.take(guest)
        self.may_open(request, guest, ["me"])
        table, opened = await challenges.challenge(self.rooms, guest, wish)
        return answer(Opened(table, {}, opened.setup.commitment), 201)

    async def decline(self, request: Request) -> Response:
        guest = self.guest(request)
        async with self.visit(request) as room:
            await room.change(transitions.decline(guest))
            return answer(card(room.id, room.snapshot, guest, language(request)))

    async def record(self, request: Request) -> Response:
        """The record of a finished game; of an unfinished one nothing leaves."""
        async with self.visit(request) as room:
            snapshot = room.snapshot
        if not isinstance(snapshot, Playing) or snapshot.table.result is None:
            raise Refused("not_finished")
        if not may_watch(snapshot, self.guest(request)):
            raise Refused("no_spectators")
        names = names_on_record(snapshot.seats, language(request))
        whole = replace(snapshot.table.record(open_seed=True), seats=names)
        data = await in_thread(snapshot.seq, record.write, whole)
        name = f"{snapshot.setup.game}-{request.path_params['table']}.json"
        headers = {"content-disposition": f'attachment; filename="{name}"'}
        return Response(data, media_type="application/json", headers=headers)

    async def import_record(self, request: Request) -> Response:
        """A finished game from elsewhere, kept here under a link of its own."""
        guest, _ = await self.known(request)
        self.measures.imports.take(guest)
        brought = await self.aside(self.hands, guest, jobs.bring, await request.body())
        table = await new_tables.add_record(self.rooms, guest, brought)
        return answer(Opened(table, {}, brought.setup.commitment), 201)

    async def replay(self, request: Request) -> Response:
        eyes, guest = request.query_params.get("eyes", "gallery"), self.guest(request)
        async with self.visit(request) as room:
            snapshot, seat = allowed(room.snapshot, guest, eyes)
        self.study_for(request, self.measures.studies)
        small = "gzip" in request.headers.get("accept-encoding", "")
        stored = await in_thread(snapshot.seq, jobs.packed, snapshot)
        facts = stored, room.id, seat, language(request), eyes == "open", small
        data = await self.aside(self.hands, guest, jobs.told_again, *facts)
        headers = {"content-encoding": "gzip", "vary": "accept-encoding"} if small else {}
        return Response(data, media_type="application/json", headers=headers)

    async def review(self, request: Request) -> Response:
        async with self.visit(request) as room:
            guest, lang = self.guest(request), language(request)
            if room.id not in self.reviewer.opinions:
                self.study_for(request, self.measures.reviews)
            return answer(await self.reviewer.review(room.id, room.snapshot, guest, lang))

    async def advice(self, request: Request) -> Response:
        async with self.visit(request) as room:
            seq, guest = row_of(request, room.snapshot.seq), self.guest(request)
            self.study_for(request, self.measures.studies)
            return answer(await self.reviewer.advice(room.id, room.snapshot, guest, seq, language(request)))

    async def invite(self, request: Request) -> Response:
        table, seat = (request.query_params.get(name, "") for name in ("table", "seat"))
        for given in (table, seat):
            names.said(given, self.limits.link)
        path = f"/t/{quote(table, safe='')}" + (f"?{urlencode({'seat': seat})}" if seat else "")
        site: Site = request.scope["site"]
        origin = f"{site.scheme}://{site.host}"
        facts = path, self.host, site.port, self.public_url, origin
        data = await self.aside(self.hands, self.guest(request), encoded_invitation, *facts)
        return Response(data, media_type="application/json")

    async def play_on(self, request: Request) -> Response:
        guest, name = await self.known(request)
        wish = await self.body(request, PlayOn)
        self.may_open(request, guest, ["me", "bot"])
        async with self.visit(request) as room:
            table = await new_tables.play_on(self.rooms, room, guest, name, wish.seq, wish.seat, wish.level)
        return answer(Opened(table, {}, ""), 201)

    async def aside(self, workers: ProcessPool, guest: str, wanted: Any, *given: Any) -> Any:
        """Long work leaves the event loop; what takes too long is ended."""
        try:
            return await workers.do(guest, wanted, *given)
        except Lost as lost:
            raise Refused("took_too_long") from lost


def filters(request: Request) -> Wanted:
    given = {name: request.query_params.get(name) or None for name in Wanted.__struct_fields__}
    check_number(given["before"] or "")
    try:
        return msgspec.convert(given, Wanted, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("bad_filter", problem=str(error)) from error


def row_of(request: Request, now: int) -> int:
    """The row that a question is about: the one named, or the last."""
    given = request.query_params.get("seq", "")
    return int(given) if given.isdecimal() and len(given) < 9 else -1 if given else now


def card(table: str, snapshot: Snapshot, guest: str, lang: str) -> TableCard:
    """A table for this guest. Of one that is closed to them a stranger learns what is needed to join."""
    told = info(table, snapshot, lang)
    return TableCard(
        told if may_watch(snapshot, guest) else discreet(told, snapshot), seats_of(snapshot, guest)
    )


def discreet(told: TableInfo, snapshot: Snapshot) -> TableInfo:
    if isinstance(snapshot, Playing):
        raise NotFound("no_spectators")
    return replace(told, parent=None)
