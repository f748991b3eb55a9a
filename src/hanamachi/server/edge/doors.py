"""Keep banned users, and new guests of banned networks, out of the API (middleware).

The app itself and what it needs to say why is sent to everybody. A banned user may still export and erase
what is stored about them, and a member may sign in from a banned network.
"""

import re
import time
from collections.abc import Sequence
from functools import cached_property

from starlette.types import ASGIApp, Receive, Scope, Send

from hanamachi.server.edge.middleware import address_of
from hanamachi.server.moderation.addresses import Address, Marker
from hanamachi.server.moderation.service import Moderation
from hanamachi.server.runtime.answer_times import AnswerTimes

FOR_EVERYBODY = re.compile(r"[A-Z]+ /api/(house|games|words(/.*)?)")
OWN_DATA = re.compile(
    r"GET /api/(me/export|account)|DELETE /api/(me|session)|POST /api/account/proof(/passkey)?"
)
SIGNING_IN = re.compile(r"POST /api/session(/.*)?")


class Doors:
    """`proxies`: the web servers in front, whose address is never anybody's."""

    def __init__(
        self, app: ASGIApp, moderation: Moderation, times: AnswerTimes, proxies: Sequence[str] = ()
    ) -> None:
        self.app, self.moderation, self.times, self.proxies = app, moderation, times, proxies

    @cached_property
    def marker(self) -> Marker:
        """Return what turns addresses into digests; its key is read when the server opens."""
        return self.moderation.marker(tuple(self.proxies))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        address: Address = self.marker.mark(address_of(scope))
        scope["address"] = address
        if scope["type"] != "http" or not scope["path"].startswith("/api/"):
            await self.app(scope, receive, send)
            return
        await self.check(scope, address)
        began = time.perf_counter()
        try:
            await self.app(scope, receive, send)
        finally:
            self.times.add(time.perf_counter() - began)

    async def check(self, scope: Scope, address: Address) -> None:
        """Refuse a request of somebody who is banned."""
        call, user = f"{scope['method']} {scope['path']}", scope["user"]
        if FOR_EVERYBODY.fullmatch(call):
            return
        if user and not OWN_DATA.fullmatch(call):
            self.moderation.check_user(user)
        refusal = self.moderation.address_ban(address)
        if refusal and not SIGNING_IN.fullmatch(call) and not await self.moderation.is_member(user):
            raise refusal
