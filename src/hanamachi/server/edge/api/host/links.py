"""API of links that make hosts. A link that is wrong, used or too old is answered like an unknown path."""

from collections.abc import Awaitable
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core.words import Refusal
from hanamachi.server.accounts.one_time import HOST_BROWSER, SECONDS, OneTimeOver
from hanamachi.server.db.group_commit import Found, WriteScope
from hanamachi.server.edge.api.browser_sessions import browser_of
from hanamachi.server.edge.api.host.desk import Desk
from hanamachi.server.edge.api.host.settings import HostSettingsApi
from hanamachi.server.edge.api.requests import answer
from hanamachi.server.edge.authentication import site_of
from hanamachi.server.moderation import hosts
from hanamachi.server.moderation.journal import LOCK
from hanamachi.server.protocol.host import HostLink

COOKIE = "hanamachi-host"  # the browser to which a link was bound
PATH = "/api/host/link"


class HostLinksApi:
    """Routes under /host/link. They are open to everybody who has a link."""

    def __init__(self, desk: Desk, page: HostSettingsApi) -> None:
        self.desk, self.page = desk, page

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/host/link", self.bind, methods=["POST"]),
            Route("/host/link", self.state),
            Route("/host/link/use", self.use, methods=["POST"]),
        ]

    async def bind(self, request: Request) -> Response:
        """Bind a link to this browser, once."""
        try:
            wish = await self.desk.requests.body(request, HostLink)
            secret = await self.desk.database.write(partial(hosts.bind_link, link=wish.link))
        except Refusal as refusal:
            raise HTTPException(404) from refusal
        response = await self._state(request, secret)
        response.set_cookie(
            COOKIE,
            secret,
            max_age=int(SECONDS[HOST_BROWSER]),
            path=PATH,
            secure=site_of(request).scheme == "https",
            httponly=True,
            samesite="strict",
        )
        return response

    async def state(self, request: Request) -> Response:
        """Answer with what is missing until the link of this browser can be used."""
        return await self._state(request, request.cookies.get(COOKIE, ""))

    async def _state(self, request: Request, secret: str) -> Response:
        look = partial(hosts.link_state, browser=browser_of(request), secret=secret)
        return answer(await self._found(self.desk.read(look)))

    async def use(self, request: Request) -> Response:
        """Make a host of the member who uses this browser."""
        secret = request.cookies.get(COOKIE, "")
        become = partial(hosts.use_link, browser=browser_of(request), secret=secret)
        await self._found(self.desk.database.write(become, WriteScope(locks=[LOCK], hosts=True)))
        await self.desk.followed()
        response = await self.page.page(request)
        response.delete_cookie(COOKIE, path=PATH, httponly=True, samesite="strict")
        return response

    @staticmethod
    async def _found(asked: Awaitable[Found]) -> Found:
        """Return what was asked for; a link that is over leads nowhere."""
        try:
            return await asked
        except OneTimeOver as over:
            raise HTTPException(404) from over
