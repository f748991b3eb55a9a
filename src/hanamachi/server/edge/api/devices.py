"""API of the user's browsers: list and end their sessions, and log another one in."""

from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts.sessions import CODE_SECONDS
from hanamachi.server.edge.api.browser_sessions import BrowserSessions, user_agent
from hanamachi.server.edge.api.invite import InviteApi
from hanamachi.server.edge.api.requests import Requests, answer
from hanamachi.server.edge.authentication import session_of, set_cookies, site_of, user_of
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.notifications import subscriptions
from hanamachi.server.protocol.rest import CodeWish, Device, DeviceCode, Leaving, Me, SessionName


class DevicesApi:
    """Routes under /me/devices and /device: the sessions of a user's browsers."""

    def __init__(self, requests: Requests, browsers: BrowserSessions, invite: InviteApi) -> None:
        self.requests, self.browsers, self.invite = requests, browsers, invite
        self.sessions, self.rates = browsers.sessions, requests.rates
        self.database = requests.store.database

    def routes(self) -> list[Route]:
        """Return the routes of this class."""
        return [
            Route("/me/devices", self.devices),
            Route("/me/devices/end", self.end, methods=["POST"]),
            Route("/me/devices/code", self.offer_code, methods=["POST"]),
            Route("/device", self.redeem_code, methods=["POST"]),
            Route("/device/look", self.look_at_code, methods=["POST"]),
        ]

    async def devices(self, request: Request) -> Response:
        """Answer with the user's browsers."""
        user, _ = await self.requests.named_user(request)
        return await self._list(request, user, await self.browsers.session_for(request, user))

    async def _list(self, request: Request, user: str, here: str) -> Response:
        found = [
            Device(each.id, each.device, each.begun, each.seen, here=each.id == here)
            for each in await self.sessions.of(user)
        ]
        return self.browsers.send(request, answer(found), user, here)

    async def end(self, request: Request) -> Response:
        """End the session of a browser; answer with those that are left."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, SessionName)
        mine = {each.id for each in await self.sessions.of(user)}
        if wish.id not in mine:
            raise Refused("no_device")
        if mine == {wish.id}:
            raise Refused("last_device")
        here = await self.browsers.session_for(request, user)  # without one this browser would be ended, too
        await self.sessions.end(user, wish.id)
        return await self._list(request, user, here)

    async def offer_code(self, request: Request) -> Response:
        """Answer with a one-time link that logs another browser in."""
        user, _ = await self.requests.named_user(request)
        wish = await self.requests.body(request, Leaving)
        self.rates.devices.take(user)
        here = await self.browsers.session_for(request, user)
        code = await self.sessions.offer_code(user, here if wish.leave else None)
        found = await self.invite.invitation(request, f"/device#{code}")
        told = DeviceCode(found.addresses, found.qr, CODE_SECONDS, local=found.localhost_only)
        return self.browsers.send(request, answer(told, 201), user, here)

    async def look_at_code(self, request: Request) -> Response:
        """Answer with the name of the user who gave out a code. The code stays valid."""
        return answer(Me(await self.sessions.name_behind(await self._read_code(request))))

    async def redeem_code(self, request: Request) -> Response:
        """Log this browser in by a code. Its notifications for the user before are ended."""
        code = await self._read_code(request)
        name = await self.sessions.name_behind(code)
        user, session = await self.sessions.redeem(code, user_agent(request))
        before, its = user_of(request), session_of(request)
        await self.database.write(partial(subscriptions.remove_push, guest=before, session=its))
        response = answer(Me(name))
        set_cookies(response, self.browsers.cookies, site_of(request), user, session)
        return response

    async def _read_code(self, request: Request) -> str:
        self.rates.codes.take(address_of(request.scope))
        wish = await self.requests.body(request, CodeWish)
        return user_text.said(wish.code, self.requests.limits.link)
