"""Answer "not found" under /api/host to everyone but hosts (middleware)."""

from functools import partial

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from hanamachi.server.db.connection import Database
from hanamachi.server.edge.errors import RequestRejected, problem
from hanamachi.server.moderation.hosts import is_host

PREFIX = "/api/host"
LINKS = ("POST /api/host/link", "GET /api/host/link", "POST /api/host/link/use")  # they check for themselves


class HostGate:
    """Let hosts pass. Everybody else gets what an unknown path gets, whatever the method."""

    def __init__(self, app: ASGIApp, database: Database) -> None:
        self.app, self.database = app, database

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and is_below(scope["path"]) and not self.is_link(scope):
            known = scope["user"] and not scope["bot"]
            if not known or not await self.database.read(partial(is_host, user=scope["user"])):
                await problem(RequestRejected("not_found"), HTTPConnection(scope))(scope, receive, send)
                return
        await self.app(scope, receive, send)

    @staticmethod
    def is_link(scope: Scope) -> bool:
        return f"{scope['method']} {scope['path']}" in LINKS


def is_below(path: str) -> bool:
    """Return True for the host's paths."""
    return path == PREFIX or path.startswith(f"{PREFIX}/")
