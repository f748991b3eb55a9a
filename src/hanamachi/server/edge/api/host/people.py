"""API of the host's page: who is here, and what hosts do about people."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.server.accounts.sessions import OnEnd
from hanamachi.server.db.group_commit import Transaction
from hanamachi.server.edge.api.host.desk import Desk, host_of
from hanamachi.server.edge.api.requests import answer
from hanamachi.server.moderation import bans, deeds, people
from hanamachi.server.moderation.deeds import About
from hanamachi.server.protocol.host import BanDeed, Deed, MuteDeed, RenameDeed


class PeopleApi:
    """Routes under /host/people and /host/bans."""

    def __init__(self, desk: Desk, on_end: OnEnd) -> None:
        self.desk, self.on_end = desk, on_end
        self.requests, self.limits = desk.requests, desk.requests.limits

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        person = "/host/people/{person}"
        deeds_here = {
            "warn": self.warn,
            "mute": self.mute,
            "unmute": self.unmute,
            "rename": self.rename,
            "end-sessions": self.end_sessions,
            "ban": self.ban,
        }
        return [
            Route("/host/people", self.list_people),
            Route(f"{person}/address", self.address),
            *(Route(f"{person}/{name}", act, methods=["POST"]) for name, act in deeds_here.items()),
            Route("/host/bans", self.list_bans),
            Route("/host/bans/{ban}/lift", self.lift, methods=["POST"]),
        ]

    async def list_people(self, request: Request) -> Response:
        """Answer with who is here, or with who is called like the query."""
        me, handles = host_of(request).user, self.desk.handles
        if name := request.query_params.get("name"):
            user_text.said(name, self.limits.name)
            look = partial(people.people_called, name=name, handles=handles, me=me)
            return answer(await self.desk.read(look))
        return answer(await self.desk.read(partial(people.people_here, handles=handles, me=me)))

    async def done(
        self, request: Request, user: str, work: Transaction[int], tables: list[str] | None = None
    ) -> Response:
        """Do a deed; answer with the person as they are now."""
        await self.desk.do(request, work, user, tables)
        look = partial(people.one_person, user=user, handles=self.desk.handles, me=host_of(request).user)
        return answer(await self.desk.read(look))

    async def warn(self, request: Request) -> Response:
        """Send a person a warning, shown once."""
        wish, user = await self.requests.body(request, Deed), self.desk.person(request)
        about = About(user, wish.why, wish.report)
        return await self.done(request, user, deeds.warn(host_of(request), about))

    async def mute(self, request: Request) -> Response:
        """Mute a person for a while."""
        wish, user = await self.requests.body(request, MuteDeed), self.desk.person(request)
        about = About(user, wish.why, wish.report)
        return await self.done(request, user, deeds.mute(host_of(request), about, wish.seconds))

    async def unmute(self, request: Request) -> Response:
        """Have a person heard again."""
        user = self.desk.person(request)
        return await self.done(request, user, deeds.unmute(host_of(request), About(user)))

    async def rename(self, request: Request) -> Response:
        """Give a person another name."""
        wish, user = await self.requests.body(request, RenameDeed), self.desk.person(request)
        about = About(user, wish.why, wish.report)
        work = deeds.rename(host_of(request), about, wish.name, self.limits.name)
        tables = await self.desk.store.users.newest_tables(user)
        return await self.done(request, user, work, tables)

    async def end_sessions(self, request: Request) -> Response:
        """Sign a person out everywhere."""
        wish, user = await self.requests.body(request, Deed), self.desk.person(request)
        about = About(user, wish.why, wish.report)
        return await self.done(request, user, deeds.end_sessions(host_of(request), about, self.on_end))

    async def address(self, request: Request) -> Response:
        """Answer with what a ban of a person's network would mean."""
        look = partial(bans.shared_address, user=self.desk.person(request))
        return answer(await self.desk.read(look))

    async def ban(self, request: Request) -> Response:
        """Ban a person, and their network if that is wished."""
        wish, user = await self.requests.body(request, BanDeed), self.desk.person(request)
        about = About(user, wish.why, wish.report)
        work = deeds.ban(host_of(request), about, wish.seconds, address=wish.address)
        return await self.done(request, user, work)

    async def list_bans(self, _request: Request) -> Response:
        """Answer with the bans that hold."""
        return answer(await self.desk.read(partial(bans.list_bans, handles=self.desk.handles)))

    async def lift(self, request: Request) -> Response:
        """End a ban."""
        await self.desk.do(request, deeds.lift(host_of(request), self.desk.name_in_path(request, "ban")))
        return await self.list_bans(request)
