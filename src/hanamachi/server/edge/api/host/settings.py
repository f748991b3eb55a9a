"""API of the host's page: its summary, the rules of the house, limits, invitations, and the journal."""

from functools import partial

import sqlalchemy as sa
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core.table import Refused
from hanamachi.server.accounts.one_time import INVITATION, SECONDS
from hanamachi.server.db import timestamps
from hanamachi.server.edge.api.host.desk import Desk, host_of
from hanamachi.server.edge.api.host.health_facts import HealthFacts
from hanamachi.server.edge.api.requests import answer
from hanamachi.server.matchmaking.online import count_online
from hanamachi.server.moderation import house_deeds, house_rules, journal, reports
from hanamachi.server.moderation.bans import list_bans
from hanamachi.server.moderation.hosts import all_hosts, proof_left
from hanamachi.server.moderation.journal import Host
from hanamachi.server.moderation.tables_here import tables_here
from hanamachi.server.protocol.host import (
    GuestsWish,
    HealthFact,
    HostPage,
    InvitationCode,
    LimitWish,
    MessageOfTheDay,
    RegistrationWish,
)


class HostSettingsApi:
    """Routes of /host itself and of what holds for everybody."""

    def __init__(self, desk: Desk, health: HealthFacts) -> None:
        self.desk, self.health, self.requests = desk, health, desk.requests

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/host", self.page),
            Route("/host", self.resign, methods=["DELETE"]),
            Route("/host/message", self.set_message, methods=["PUT"]),
            Route("/host/registration", self.set_registration, methods=["PUT"]),
            Route("/host/guests", self.set_guests, methods=["PUT"]),
            Route("/host/invitations", self.invite, methods=["POST"]),
            Route("/host/invitations", self.void_invitations, methods=["DELETE"]),
            Route("/host/limits", self.limits),
            Route("/host/limits", self.set_limit, methods=["PUT"]),
            Route("/host/log", self.log),
        ]

    async def page(self, request: Request) -> Response:
        """Answer with what the page shows first."""
        facts = await self.health.facts()
        look = partial(self._page, host=host_of(request), health=facts)
        return answer(await self.desk.read(look))

    def _page(self, db: sa.Connection, host: Host, health: list[HealthFact]) -> HostPage:
        hosts, rules = all_hosts(db), house_rules.read_rules(db)
        until = rules.message.until
        over = until is not None and until <= timestamps.now(db)
        return HostPage(
            name=hosts.get(host.user, ""),
            proved=proof_left(db, host.user, host.session),
            people=count_online(db),
            tables=len(tables_here(db, self.desk.handles, "en", self.desk.store.worker, {})),
            reports=reports.count_waiting(db),
            bans=len(list_bans(db, self.desk.handles)),
            invitations=house_rules.count_invitations(db),
            message=house_rules.NO_MESSAGE if over else rules.message,
            registration=rules.registration,
            guests=rules.guests,
            health=health,
            hosts=list(hosts.values()),
        )

    async def resign(self, request: Request) -> Response:
        """Make the sender a host no more."""
        await self.desk.do(request, house_deeds.resign(host_of(request)))
        return Response(status_code=204)

    async def set_message(self, request: Request) -> Response:
        """Set the message of the day."""
        wish = await self.requests.body(request, MessageOfTheDay)
        await self.desk.do(request, house_deeds.set_message(host_of(request), wish))
        return await self.page(request)

    async def set_registration(self, request: Request) -> Response:
        """Choose who may sign up."""
        wish = await self.requests.body(request, RegistrationWish)
        await self.desk.do(request, house_deeds.set_registration(host_of(request), wish.registration))
        return await self.page(request)

    async def set_guests(self, request: Request) -> Response:
        """Choose which new guests may come."""
        wish = await self.requests.body(request, GuestsWish)
        await self.desk.do(request, house_deeds.set_guests(host_of(request), wish.guests))
        return await self.page(request)

    async def invite(self, request: Request) -> Response:
        """Answer with a new invitation to sign up."""
        self.requests.rates.devices.take(host_of(request).user)
        code = await self.desk.do(request, house_deeds.invite(host_of(request)))
        waiting = await self.desk.read(house_rules.count_invitations)
        return answer(InvitationCode(code, int(SECONDS[INVITATION]), waiting), 201)

    async def void_invitations(self, request: Request) -> Response:
        """Make all invitations void."""
        await self.desk.do(request, house_deeds.void_invitations(host_of(request)))
        return await self.page(request)

    async def limits(self, _request: Request) -> Response:
        """Answer with the limits that hosts may change."""
        moderation = self.desk.moderation
        return answer(house_rules.limit_infos(moderation.limits, moderation.usual))

    async def set_limit(self, request: Request) -> Response:
        """Change a limit."""
        wish = await self.requests.body(request, LimitWish)
        await self.desk.do(request, house_deeds.set_limit(host_of(request), wish))
        return await self.limits(request)

    async def log(self, request: Request) -> Response:
        """Answer with a page of the journal."""
        before = request.query_params.get("before", "")
        if before and not (before.isdecimal() and len(before) < 10):
            raise Refused("bad_filter", problem=before[:20])
        look = partial(journal.read_journal, before=int(before) if before else None)
        return answer(await self.desk.read(look))
