"""What all calls of the host's page share: who asks, and how a deed is done and followed."""

from functools import partial

from starlette.requests import Request

from hanamachi.server.db.group_commit import Found, Transaction
from hanamachi.server.edge.api.requests import Requests
from hanamachi.server.edge.authentication import session_of, user_of
from hanamachi.server.moderation import deeds
from hanamachi.server.moderation.handles import MOST, Handles
from hanamachi.server.moderation.hosts import check_host
from hanamachi.server.moderation.journal import Host
from hanamachi.server.moderation.service import Moderation
from hanamachi.server.tables.errors import NotFound


def host_of(request: Request) -> Host:
    """Return the host who sent a request."""
    return Host(user_of(request), session_of(request))


class Desk:
    """Do deeds for requests."""

    def __init__(self, requests: Requests, moderation: Moderation) -> None:
        self.requests, self.moderation = requests, moderation
        self.store, self.database = requests.store, requests.store.database

    @property
    def handles(self) -> Handles:
        return self.moderation.handles

    def person(self, request: Request) -> str:
        """Return the user whose handle the path of a request has."""
        return self.handles.user(request.path_params["person"])

    def name_in_path(self, request: Request, name: str) -> str:
        """Return the id of a report, a ban or a table that the path of a request has."""
        found: str = request.path_params[name]
        if len(found) > MOST:
            raise NotFound("gone")
        return found

    async def read(self, query: Transaction[Found]) -> Found:
        return await self.database.read(query)

    async def do(
        self, request: Request, work: Transaction[Found], user: str = "", tables: list[str] | None = None
    ) -> Found:
        """Do a deed, and follow it at this worker before it is answered."""
        found = await deeds.do(self.database, host_of(request), work, user, tables)
        await self.followed()
        return found

    async def followed(self) -> None:
        """Have the deed that was just done hold at this worker, and tell its hosts."""
        if not await self.moderation.follow():
            self.moderation.page_changed()

    async def check(self, request: Request) -> None:
        """Refuse a host who has to use a credential first."""
        await self.read(partial(check_host, host=host_of(request)))
