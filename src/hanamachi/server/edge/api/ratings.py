"""API of ratings: leaderboards, the ratings at a table, and the pages of members."""

from functools import partial

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core.table import Refused
from hanamachi.server.accounts.members import Member, Members, Public
from hanamachi.server.edge.api.requests import Requests, answer, required_user
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.protocol.rest import PublicChoice
from hanamachi.server.ratings.leaderboard import leaderboard
from hanamachi.server.ratings.lists import list_named, lists
from hanamachi.server.ratings.member_games import Search, read_search, search_games
from hanamachi.server.ratings.member_page import member_page
from hanamachi.server.ratings.table_ratings import table_ratings
from hanamachi.server.runtime.json_input import check_number
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import may_watch

LONGEST_NAME = 200


class RatingsApi:
    """Routes under /ratings and /members."""

    def __init__(self, requests: Requests) -> None:
        self.requests, self.database = requests, requests.store.database
        self.members = Members(self.database)

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/ratings/{list}", self.leaderboard),
            Route("/tables/{table}/ratings", self.at_table),
            Route("/members/{name}", self.member),
            Route("/members/{name}/games", self.games),
            Route("/me/public", self.choose_public, methods=["PUT"]),
        ]

    async def leaderboard(self, request: Request) -> Response:
        """Answer with a leaderboard: that of people, or with `of=bots` that of bot accounts."""
        name = request.path_params["list"]
        found = list_named(name)
        if found is None:
            raise NotFound("unknown_list", name=name, known=tuple(each.name for each in lists()))
        self.charge(request)
        bots = request.query_params.get("of") == "bots"
        read = partial(leaderboard, rating_list=found, user=user_of(request), bots=bots)
        return answer(await self.database.read(read))

    async def at_table(self, request: Request) -> Response:
        """Answer with the ratings of a table's players, and what its result did to them."""
        async with self.requests.visit(request) as room:
            if not may_watch(room.snapshot, user_of(request)):
                raise Refused("no_spectators")
            job = partial(table_ratings, table=room.id, snapshot=room.snapshot)
            return answer(await self.database.read(job))

    async def member(self, request: Request) -> Response:
        """Answer with a member's page, as this user may see it."""
        member = await self.named(request)
        job = partial(member_page, member=member, user=user_of(request), lang=language(request))
        return answer(await self.database.read(job))

    async def games(self, request: Request) -> Response:
        """Answer with a page of a member's games, as the query filters them."""
        member, wanted = await self.named(request), search_in(request)
        job = partial(
            search_games, member=member, user=user_of(request), wanted=wanted, lang=language(request)
        )
        return answer(await self.database.read(job))

    async def choose_public(self, request: Request) -> Response:
        """Save what others may see of the user."""
        user = required_user(request)
        wish = await self.requests.body(request, PublicChoice)
        if await self.members.get(user) is None:
            raise NotFound("no_member")
        await self.members.choose_public(user, Public(wish.ratings, wish.results, wish.games))
        return answer(wish)

    async def named(self, request: Request) -> Member:
        """Return the member whom the path of a request names."""
        name = request.path_params["name"]
        self.charge(request)
        member = await self.members.named(name) if len(name) <= LONGEST_NAME else None
        if member is None:
            raise NotFound("no_member")
        return member

    def charge(self, request: Request) -> None:
        """Count a page that takes some reading."""
        rates = self.requests.rates
        if user := user_of(request):
            rates.studies.take(user)
        else:
            rates.strangers.take(address_of(request.scope))


def search_in(request: Request) -> Search:
    """Return the search that a query names."""
    given = {name: request.query_params.get(name) or None for name in Search.__struct_fields__}
    for name in ("before", "since", "until"):
        check_number(given[name] or "")
    if len(given["opponent"] or "") > LONGEST_NAME:
        raise Refused("bad_filter", problem="opponent")
    try:
        return read_search(given)
    except msgspec.ValidationError as error:
        raise Refused("bad_filter", problem=str(error)) from error
