"""API of the users whom this one has muted: list them, and hear one of them again."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.server.chat.mutes import muted_by, unmute
from hanamachi.server.chat.service import Chat
from hanamachi.server.edge.api.requests import Requests, answer, required_user
from hanamachi.server.edge.errors import language
from hanamachi.server.protocol.rest import MuteName


class MutesApi:
    """Routes under /me/mutes. A user is muted over the socket, where they are heard."""

    def __init__(self, requests: Requests, chat: Chat) -> None:
        self.requests, self.chat = requests, chat

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [Route("/me/mutes", self.mutes), Route("/me/mutes/end", self.end, methods=["POST"])]

    async def mutes(self, request: Request) -> Response:
        """Answer with the users whom this one has muted."""
        return await self.list_of(request, required_user(request))

    async def end(self, request: Request) -> Response:
        """Hear a user again. Answer with those who are still muted."""
        user, wish = required_user(request), await self.requests.body(request, MuteName)
        await self.requests.store.database.write(partial(unmute, user=user, name=wish.id))
        self.chat.unmuted(user)
        return await self.list_of(request, user)

    async def list_of(self, request: Request, user: str) -> Response:
        job = partial(muted_by, user=user, lang=language(request))
        return answer(await self.requests.store.database.read(job))
