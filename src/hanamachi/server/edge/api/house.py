"""API of what hosts have decided for everybody: the message of the day, and who may come in."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.server.db import timestamps
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.static import same_for_all
from hanamachi.server.moderation.house_rules import house
from hanamachi.server.moderation.service import Moderation
from hanamachi.server.protocol.messages import encode


class HouseApi:
    """The route /house. A browser keeps the answer, and asks whether it has changed."""

    def __init__(self, moderation: Moderation) -> None:
        self.moderation = moderation

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [Route("/house", self.house)]

    async def house(self, request: Request) -> Response:
        """Answer with the rules of the house, in the reader's language."""
        told = house(self.moderation.now.rules, language(request), timestamps.wall())
        return same_for_all(request, encode(told))
