"""API of the user's own things: name, games, days off, opponents, export and erasure."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.accounts import account_facts
from hanamachi.server.edge.api.browser_sessions import BrowserSessions, browser_of
from hanamachi.server.edge.api.registration import Registration
from hanamachi.server.edge.api.requests import Requests, answer, in_process, required_user
from hanamachi.server.edge.authentication import delete_cookies, session_of, site_of, user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.live.deadline_sweep import DeadlineSweep
from hanamachi.server.matchmaking import challenges
from hanamachi.server.moderation import notices
from hanamachi.server.moderation.hosts import is_host
from hanamachi.server.privacy import export
from hanamachi.server.protocol.host import UserNotice
from hanamachi.server.protocol.rest import Me, Mine, MyGames, MyName
from hanamachi.server.runtime.json_input import check_number
from hanamachi.server.runtime.process_pool import ProcessPool
from hanamachi.server.storage import vacations
from hanamachi.server.storage.game_lists import PAGE, Listed, Wanted, one_of_mine
from hanamachi.server.storage.vacations import Away
from hanamachi.server.tables.model import Playing

NEWEST = 50  # tables in the list of the home page


class MeApi:
    """`pool` works out the games of an export. `erase` erases a user."""

    def __init__(
        self,
        requests: Requests,
        registration: Registration,
        browsers: BrowserSessions,
        pool: ProcessPool,
        deadline_sweep: DeadlineSweep,
        erase: Callable[[str], Awaitable[None]],
    ) -> None:
        self.accounts = registration.accounts
        self.requests, self.registration, self.browsers, self.pool = requests, registration, browsers, pool
        self.deadline_sweep, self.uptime, self.erase = deadline_sweep, deadline_sweep.uptime, erase
        self.rooms, self.store = requests.rooms, requests.store

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/me", self.me),
            Route("/me", self.name_me, methods=["PUT"]),
            Route("/me", self.erase_me, methods=["DELETE"]),
            Route("/me/games", self.my_games),
            Route("/me/away", self.days_off),
            Route("/me/away", self.take_days_off, methods=["PUT"]),
            Route("/me/companions", self.opponents),
            Route("/me/export", self.export_me),
            Route("/me/notices", self.notices_were_shown, methods=["DELETE"]),
        ]

    async def me(self, request: Request) -> Response:
        """Answer with the user's name and newest tables. A browser without a session gets one."""
        user, lang = user_of(request), language(request)
        name = await self.store.users.name(user) or ""
        listed = await self.store.tables_of(user, NEWEST) if user else []
        games = [await self.with_turn(one) for one in listed]
        now = self.uptime.now()
        facts = await self.store.database.read(partial(facts_of, user=user, session=session_of(request)))
        listed_now = [one_of_mine(one, user, lang, now) for one in games]
        response = answer(Mine(name, listed_now, *facts))
        await self.browsers.ensure(request, response)
        return response

    async def name_me(self, request: Request) -> Response:
        """Name the user. A new one gets cookies with the answer."""
        wish = await self.requests.body(request, MyName)
        invitation = wish.invitation if wish.signs_up else None
        user, name = await self.registration.name(request, wish.name, invitation=invitation)
        response = answer(Me(name))
        await self.registration.log_in(request, response, user)
        return response

    async def my_games(self, request: Request) -> Response:
        """Answer with a page of the user's games, as the query filters them."""
        user, lang = user_of(request), language(request)
        wanted = filters(request)
        found = await self.store.tables_of(user, PAGE + 1, wanted) if user else []
        games = [await self.with_turn(one) for one in found[:PAGE]]
        more = games[-1].number if len(found) > PAGE else None
        now = self.uptime.now()
        return answer(MyGames([one_of_mine(one, user, lang, now) for one in games], more))

    async def with_turn(self, listed: Listed) -> Listed:
        """Find out whose turn it is at a table of an older release, which did not store it."""
        if listed.turn is not None or listed.finished or not listed.started:
            return listed
        try:
            async with self.rooms.visit(listed.id) as room:
                assert isinstance(room.snapshot, Playing)
                return replace(listed, turn=room.snapshot.table.actor, damaged=room.snapshot.damaged)
        except Refusal:
            return replace(listed, damaged=True)

    async def days_off(self, request: Request) -> Response:
        """Answer until when the user has days off, and how many are left to take."""
        user = user_of(request)
        off = await self.store.deadlines.days_off([user])
        return answer(vacations.holidays(off.get(user, ()), self.uptime.now()))

    async def take_days_off(self, request: Request) -> Response:
        """Begin or end the user's days off, and adjust the clocks that run for them."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, Away)
        found = await self.store.deadlines.take_days_off(user, wish.days, self.uptime.now())
        await self.deadline_sweep.days_off_changed(user)
        return answer(found)

    async def opponents(self, request: Request) -> Response:
        """Answer with the users with whom this one has played."""
        user, lang = user_of(request), language(request)
        job = partial(challenges.companions, guest=user, lang=lang)
        return answer(await self.store.database.read(job) if user else [])

    async def export_me(self, request: Request) -> Response:
        """Stream all that is stored about the user, as a file."""
        user, lang = required_user(request), language(request)
        self.requests.rates.exports.take(user)

        def tell(*game: Any) -> Awaitable[bytes]:
            return in_process(self.pool, user, export.export_game, user, lang, *game)

        headers = {"content-disposition": 'attachment; filename="hanamachi-about-me.json"'}
        told = await export.export_user(self.store, user, tell)
        return StreamingResponse(told, media_type="application/json", headers=headers)

    async def erase_me(self, request: Request) -> Response:
        """Erase the user. To ask twice changes nothing more. A member must have used a credential."""
        await self.accounts.check_proved(browser_of(request))
        await self.erase(required_user(request))
        response = Response(status_code=204)
        delete_cookies(response, site_of(request))
        return response

    async def notices_were_shown(self, request: Request) -> Response:
        """Delete what the user was shown of what a host has done about them."""
        user = required_user(request)
        await self.store.database.write(partial(notices.were_shown, user=user))
        return Response(status_code=204)


def facts_of(db: sa.Connection, user: str, session: str) -> tuple[bool, bool, bool, list[UserNotice]]:
    """Return whether a user is a member, has news of their account, is a host, and what hosts did about
    them."""
    member, news = account_facts.member_and_news(db, user, session)
    return member, news, is_host(db, user), notices.notices_for(db, user) if user else []


def filters(request: Request) -> Wanted:
    """Return the filters of a list of games that the query names."""
    given = {name: request.query_params.get(name) or None for name in Wanted.__struct_fields__}
    check_number(given["before"] or "")
    try:
        return msgspec.convert(given, Wanted, strict=False)
    except msgspec.ValidationError as error:
        raise Refused("bad_filter", problem=str(error)) from error
