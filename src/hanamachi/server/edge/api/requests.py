"""Read users, bodies and tables from requests, and write answers: what all modules of the API share."""

from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from functools import partial
from typing import Any

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from hanamachi.core.table import Refused
from hanamachi.server.edge.authentication import user_of
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import RequestRates
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.live.room import Room
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime.json_input import read_json
from hanamachi.server.runtime.limits import Limits
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed
from hanamachi.server.storage.store import Store
from hanamachi.server.tables.errors import NotFound


def answer(thing: Any, status: int = 200) -> Response:
    """Return a response with this as JSON."""
    return Response(encode(thing), status, media_type="application/json")


def required_user(request: Request) -> str:
    """Return the user who sent a request. NotFound if there is none."""
    if user := user_of(request):
        return user
    raise NotFound("not_known")


async def in_process(pool: ProcessPool, user: str, work: Callable[..., Any], *args: Any) -> Any:
    """Return what `work` returns in a process of the pool. Refused if it takes too long."""
    try:
        return await pool.do(user, work, *args)
    except TaskFailed as lost:
        raise Refused("took_too_long") from lost


class Requests:
    """Read what requests ask for, within the limits of the server."""

    def __init__(self, store: Store, rooms: RoomRegistry, limits: Limits, rates: RequestRates) -> None:
        self.store, self.rooms, self.limits, self.rates = store, rooms, limits, rates

    async def named_user(self, connection: HTTPConnection) -> tuple[str, str]:
        """Return the user who sent a request, and their name. NotFound if they have none."""
        user = user_of(connection)
        name = await self.store.users.name(user) if user else None
        if name is None:
            raise NotFound("no_name")
        return user, name

    async def body(self, request: Request, kind: Any) -> Any:
        """Return the body of a request, read as JSON of this type."""
        decode = msgspec.json.Decoder(kind).decode
        return read_json(await request.body(), decode, self.limits.nesting)

    def visit(self, request: Request) -> AbstractAsyncContextManager[Room]:
        """Open the room of the table that the path of a request names."""
        return self.rooms.visit(request.path_params["table"], self.charge_for_long_game(request))

    def charge_for_long_game(self, connection: HTTPConnection) -> Callable[[], None]:
        """Return the function that counts the reading of a long log against an address."""
        return partial(self.rates.long_games.take, address_of(connection.scope))
