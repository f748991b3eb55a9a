"""API of tables: open one, challenge an opponent, take or leave a seat, and start the game."""

from collections.abc import Awaitable, Callable
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.accounts.members import members_among
from hanamachi.server.edge.api.registration import Registration
from hanamachi.server.edge.api.requests import Requests, answer
from hanamachi.server.edge.authentication import is_bot, user_of
from hanamachi.server.edge.errors import language, refused
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.live.automation import Automation
from hanamachi.server.live.broadcast.rendering import info
from hanamachi.server.live.new_tables import NewTables
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking import lobby
from hanamachi.server.moderation.house_rules import check_begins
from hanamachi.server.protocol.messages import TableCard, TableInfo
from hanamachi.server.protocol.rest import BotWish, Challenge, Opened, PlayOn, Seating, Words
from hanamachi.server.ratings import eligibility
from hanamachi.server.ratings.bot_accounts import check_apart
from hanamachi.server.ratings.help_lock import HelpLock
from hanamachi.server.storage.game_lists import unfinished_tables
from hanamachi.server.storage.users import NAME
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import Opening, SeatWish, TableWish, bot
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, may_watch, seats_of
from hanamachi.server.tables.transitions import Transition

Handler = Callable[[Request], Awaitable[Response]]
OpenChallenge = Callable[[str, Challenge], Awaitable[tuple[str, Opening]]]
Command = Callable[[str], Transition]  # of the user who gives it


class TablesApi:
    """Routes under /tables, and /challenges."""

    def __init__(
        self,
        requests: Requests,
        registration: Registration,
        new_tables: NewTables,
        automation: Automation,
        challenge: OpenChallenge,
        help_lock: HelpLock,
    ) -> None:
        self.requests, self.registration, self.help_lock = requests, registration, help_lock
        self.new_tables, self.automation, self.open_challenge = new_tables, automation, challenge
        self.store, self.limits, self.rates = requests.store, requests.limits, requests.rates

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        here = "/tables/{table}"
        return [
            Route("/tables", self.open_table, methods=["POST"]),
            Route("/challenges", self.challenge, methods=["POST"]),
            Route(here, self.card),
            Route(f"{here}/play-on", self.play_on, methods=["POST"]),
            Route(f"{here}/seats", self.sit, methods=["POST"]),
            Route(f"{here}/words", self.give_words, methods=["POST"]),
            Route(f"{here}/bots", self.seat_bot, methods=["POST"]),
            Route(f"{here}/stand-up", self.changing(transitions.stand_up), methods=["POST"]),
            Route(f"{here}/call-off", self.changing(transitions.call_off), methods=["POST"]),
            Route(f"{here}/decline", self.changing(transitions.decline), methods=["POST"]),
        ]

    # New tables.

    async def open_table(self, request: Request) -> Response:
        """Open a table."""
        user, name = await self.player(request)
        await self.check_bot_games(request, user)
        wish = await self.requests.body(request, TableWish)
        user_text.said(wish.lesson or "", self.limits.lesson)
        user_text.all_said(msgspec.to_builtins(wish), self.limits.option)
        wish = replace(wish, seats=[self.checked_name(seat) for seat in wish.seats])
        kinds = [seat.kind for seat in wish.seats]
        self.check_may_open(request, user, kinds)
        if "bot" in kinds:
            await self.help_lock.check(user, wish.game)
        check = partial(lobby.check_waiting, guest=user, most=self.limits.public_tables)
        table, opened = await self.new_tables.open_table(user, name, wish, check if wish.public else None)
        return answer(Opened(table, opened.links, opened.setup.commitment), 201)

    def checked_name(self, seat: SeatWish) -> SeatWish:
        return replace(seat, name=user_text.name(seat.name, self.limits.name)) if seat.name else seat

    def check_may_open(self, request: Request, user: str, kinds: list[str]) -> None:
        """Refuse too many tables, and bots to a user whose bots still owe many moves."""
        self.rates.tables.take(user)
        self.rates.all_tables.take(address_of(request.scope))
        if set(kinds) == {"bot"}:
            self.rates.bots_alone.take(user)
        if "bot" in kinds:
            self.check_may_have_bots(user)

    async def check_bot_games(self, request: Request, user: str) -> None:
        """Refuse another game to a bot account that plays as many as it may."""
        if is_bot(request):
            running = await self.store.database.read(partial(unfinished_tables, guest=user))
            if len(running) >= self.limits.bot_games:
                raise Refused("too_many_games", most=self.limits.bot_games)

    async def player(self, request: Request) -> tuple[str, str]:
        """Return the user who wants to play, and their name. Refuse a guest while guests are closed."""
        user = user_of(request)
        name = await self.store.database.read_one(partial(name_of_player, user=user)) if user else None
        if name is None:
            raise NotFound("no_name")
        return user, name

    def check_may_have_bots(self, user: str) -> None:
        if self.automation.due(user) >= self.limits.bots_due:
            raise Refused("bots_busy", most=self.limits.bots_due)

    async def challenge(self, request: Request) -> Response:
        """Open a table for the user and an opponent of theirs, which closes if one does not confirm."""
        user, _ = await self.player(request)
        wish = await self.requests.body(request, Challenge)
        user_text.all_said(msgspec.to_builtins(wish), self.limits.option)
        self.rates.challenges.take(user)
        self.check_may_open(request, user, ["me"])
        table, opened = await self.open_challenge(user, wish)
        return answer(Opened(table, {}, opened.setup.commitment), 201)

    async def play_on(self, request: Request) -> Response:
        """Open a table that goes on from a position of a finished game."""
        user, name = await self.player(request)
        wish = await self.requests.body(request, PlayOn)
        self.check_may_open(request, user, ["me", "bot" if wish.level else "open"])
        async with self.requests.visit(request) as room:
            await self.help_lock.check(user, room.snapshot.setup.game)
            table = await self.new_tables.play_on(room, user, name, wish.seq, wish.seat, wish.level)
        return answer(Opened(table, {}, ""), 201)

    # Tables that wait for players.

    async def card(self, request: Request) -> Response:
        """Answer with the card of a table."""
        async with self.requests.visit(request) as room:
            return answer(card(room.id, room.snapshot, user_of(request), language(request)))

    def changing(self, command: Command) -> Handler:
        """Return the handler that applies a command of the sender."""

        async def handler(request: Request) -> Response:
            user = user_of(request)
            async with self.requests.visit(request) as room:
                return await self.change(room, request, user, command(user))

        return handler

    async def change(self, room: Room, request: Request, user: str, transition: Transition) -> Response:
        """Apply a transition to the table; answer with its card as this user may see it. A game that goes on
        from a position may take long to begin."""
        await room.change(transition, in_thread=bool(room.snapshot.setup.taken_over))
        return answer(card(room.id, room.snapshot, user, language(request)))

    async def sit(self, request: Request) -> Response:
        """Take a seat. With a name the user is named first, with `words` their part is given, too.

        A new user gets cookies even if the seat is refused: the name stays theirs.
        """
        wish = await self.requests.body(request, Seating)
        said = None if wish.words is None else user_text.said(wish.words, self.limits.words)
        if not wish.name:
            user, name = await self.player(request)
            return await self.seat(request, user, name, wish, said)
        by_link = await self.came_by_link(request, wish)
        user, name = await self.registration.name(request, wish.name, by_link=by_link)
        try:
            await self.store.database.read_one(partial(check_begins, user=user))
            response = await self.seat(request, user, name, wish, said)
        except Refusal as refusal:
            response = await refused(request, refusal)
        await self.registration.log_in(request, response, user)
        return response

    async def came_by_link(self, request: Request, wish: Seating) -> bool:
        """Return True if somebody gave this visitor the address of the table: it does not stand in the lobby,
        or the link reserves the seat."""
        async with self.requests.visit(request) as room:
            snapshot = room.snapshot
        reserved = 0 <= wish.seat < len(snapshot.seats) and snapshot.seats[wish.seat].kind == "reserved"
        return reserved or not snapshot.setup.public

    async def seat(
        self, request: Request, user: str, name: str, wish: Seating, words: str | None
    ) -> Response:
        await self.check_bot_games(request, user)
        sit = transitions.sit(user, name, wish.seat, wish.token)
        async with self.requests.visit(request) as room:
            await self.check_may_sit(room.snapshot, user)
            if words is None:
                return await self.change(room, request, user, sit)
            give = await self.giving(room.snapshot, user, words, wish.commitment)
            return await self.change(room, request, user, lambda snapshot: give(sit(snapshot)))

    async def check_may_sit(self, snapshot: Snapshot, user: str) -> None:
        """Keep guests from rated tables, and people and bot accounts from rated tables of the others."""
        setup, seats = snapshot.setup, snapshot.seats
        if not setup.rated:
            return
        if not await self.store.database.read(partial(members_among, users=[user])):
            raise Refused("members_only")
        users = {user, setup.host, *(held.guest for held in seats)}
        await self.store.database.read(partial(check_apart, users=[each for each in users if each]))

    async def give_words(self, request: Request) -> Response:
        """Give the user's part in the shuffle, drawn after they saw the commitment."""
        user, wish = user_of(request), await self.requests.body(request, Words)
        words = user_text.said(wish.words, self.limits.words)
        async with self.requests.visit(request) as room:
            give = await self.giving(room.snapshot, user, words, wish.commitment)
            return await self.change(room, request, user, give)

    async def giving(self, snapshot: Snapshot, user: str, words: str, commitment: str) -> Transition:
        now = await self.store.now() if snapshot.setup.until else 0.0
        return transitions.give_words(user, words, commitment, now=now, awake=self.automation.awake)

    async def seat_bot(self, request: Request) -> Response:
        """Give a free seat to a bot."""
        user, wish = user_of(request), await self.requests.body(request, BotWish)
        self.check_may_have_bots(user)
        async with self.requests.visit(request) as room:
            if not room.snapshot.setup.rated:
                await self.help_lock.check(user, room.snapshot.setup.game)
            return await self.change(room, request, user, self.seating_bot(user, wish))

    def seating_bot(self, user: str, wish: BotWish) -> Transition:
        awake = self.automation.awake

        def transition(snapshot: Snapshot) -> Snapshot:
            held = bot(wish.level, GAMES[snapshot.setup.game])
            after = transitions.seat_bot(user, wish.seat, held, awake)(snapshot)
            if after.setup.rated:
                eligibility.checked(after.setup, after.seats)
            return after

        return transition


def name_of_player(db: sa.Connection, user: str) -> str | None:
    """Return the name of a user who wants to play, if any. Refuse a guest while guests are closed."""
    name: str | None = NAME.scalar(db, {"user": user})
    if name is not None:
        check_begins(db, user)
    return name


def card(table: str, snapshot: Snapshot, user: str, lang: str) -> TableCard:
    """Return the card of a table for this user. If they may not watch it, it has only what joining needs."""
    told = info(table, snapshot, lang)
    return TableCard(
        told if may_watch(snapshot, user) else without_history(told, snapshot), seats_of(snapshot, user)
    )


def without_history(told: TableInfo, snapshot: Snapshot) -> TableInfo:
    if isinstance(snapshot, Playing):
        raise NotFound("no_spectators")
    return replace(told, parent=None)
