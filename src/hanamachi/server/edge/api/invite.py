"""API of invitations: the addresses of a table, as links and as a QR code."""

from urllib.parse import quote, urlencode

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.server.edge.api.requests import answer, in_process
from hanamachi.server.edge.authentication import site_of, user_of
from hanamachi.server.edge.invitations import Invitation, invitation
from hanamachi.server.runtime.process_pool import ProcessPool


class InviteApi:
    """`host` is where the server listens, `public_url` where it is reached, and `pool` draws QR codes."""

    def __init__(self, pool: ProcessPool, host: str, public_url: str | None, longest: int) -> None:
        self.pool, self.host, self.public_url, self.longest = pool, host, public_url, longest

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [Route("/invite", self.invite)]

    async def invite(self, request: Request) -> Response:
        """Answer with the invitation to a table, or to a reserved seat of it."""
        table, seat = (request.query_params.get(name, "") for name in ("table", "seat"))
        for given in (table, seat):
            user_text.said(given, self.longest)
        path = f"/t/{quote(table, safe='')}" + (f"?{urlencode({'seat': seat})}" if seat else "")
        return answer(await self.invitation(request, path))

    async def invitation(self, request: Request, path: str) -> Invitation:
        """Return the invitation to a path of this server."""
        site = site_of(request)
        facts = path, self.host, site.port, self.public_url, f"{site.scheme}://{site.host}"
        found: Invitation = await in_process(self.pool, user_of(request), invitation, *facts)
        return found
