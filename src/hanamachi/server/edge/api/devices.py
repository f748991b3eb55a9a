"""What a guest asks of the house about their own browsers: which there are, and where they are called."""

from contextlib import suppress
from functools import partial

from starlette.requests import Request
from starlette.responses import Response

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts.sessions import CODE_SECONDS, Sessions
from hanamachi.server.edge.api.desk import Desk, answer
from hanamachi.server.edge.authentication import set_cookies
from hanamachi.server.edge.errors import language
from hanamachi.server.edge.invitations import Invitation, invitation
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.edge.rate_limits import TooMany
from hanamachi.server.notifications import subscriptions, webpush
from hanamachi.server.notifications.notifier import Notifier
from hanamachi.server.notifications.outgoing_http import is_web_address
from hanamachi.server.notifications.subscriptions import Hook, Push, Subscription
from hanamachi.server.protocol.rest import (
    CodeWish,
    Device,
    DeviceCode,
    HookWish,
    Leaving,
    Me,
    MyBells,
    PushWish,
    SessionName,
)
from hanamachi.server.runtime.origins import Site


class MyDevices:
    def __init__(self, desk: Desk, herald: Notifier, sessions: Sessions) -> None:
        self.desk, self.notifier, self.sessions = desk, herald, sessions
        self.database = desk.store.database

    # Which browsers there are.

    async def me(self, request: Request) -> Response:
        """As the desk answers; a browser that has no session yet gets one."""
        response, guest = await self.desk.me(request), self.desk.guest(request)
        if guest and is_browser(request):
            with suppress(TooMany):
                self._give(request, response, guest, await self._session(request, guest))
        return response

    async def name_me(self, request: Request) -> Response:
        guest, response = await self.desk.name_me(request)
        session: str = request.scope["session"]
        if guest != self.desk.guest(request) and is_browser(request):
            session = await self.sessions.begin(guest, agent(request))
        set_cookies(response, self.desk.cookies, request.scope["site"], guest, session)
        return response

    async def _session(self, request: Request, guest: str) -> str:
        """This browser's: the one it has, or a new one, to be given with the answer."""
        session: str = request.scope["session"]
        if session:
            await self.sessions.mark_seen(guest, session)
            return session
        self.desk.measures.devices.take(guest)
        return await self.sessions.begin(guest, agent(request))

    def _give(self, request: Request, response: Response, guest: str, session: str) -> Response:
        if session != request.scope["session"]:
            set_cookies(response, self.desk.cookies, request.scope["site"], guest, session)
        return response

    async def devices(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        return await self._list(request, guest, await self._session(request, guest))

    async def _list(self, request: Request, guest: str, here: str) -> Response:
        found = [
            Device(each.id, each.device, each.begun, each.seen, here=each.id == here)
            for each in await self.sessions.of(guest)
        ]
        return self._give(request, answer(found), guest, here)

    async def end(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        wish = await self.desk.body(request, SessionName)
        mine = {each.id for each in await self.sessions.of(guest)}
        if wish.id not in mine:
            raise Refused("no_device")
        if mine == {wish.id}:
            raise Refused("last_device")
        here = await self._session(request, guest)  # without one it would end as well
        await self.sessions.end(guest, wish.id)
        return await self._list(request, guest, here)

    # Another browser becomes the same guest.

    async def code(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        wish = await self.desk.body(request, Leaving)
        self.desk.measures.devices.take(guest)
        here = await self._session(request, guest)
        code = await self.sessions.offer_code(guest, here if wish.leave else None)
        site: Site = request.scope["site"]
        origin = f"{site.scheme}://{site.host}"
        facts = f"/device#{code}", self.desk.host, site.port, self.desk.public_url, origin
        found: Invitation = await self.desk.aside(self.desk.hands, guest, invitation, *facts)
        told = DeviceCode(found.addresses, found.qr, CODE_SECONDS, local=found.localhost_only)
        return self._give(request, answer(told, 201), guest, here)

    async def look_at_code(self, request: Request) -> Response:
        """Whose it is; that uses nothing up."""
        return answer(Me(await self.sessions.name_behind(await self._read_code(request))))

    async def take_code(self, request: Request) -> Response:
        code = await self._read_code(request)
        name = await self.sessions.name_behind(code)
        guest, session = await self.sessions.redeem(code, agent(request))
        before = self.desk.guest(request), request.scope["session"]
        await self.database.write(partial(subscriptions.end_push, guest=before[0], session=before[1]))
        response = answer(Me(name))
        set_cookies(response, self.desk.cookies, request.scope["site"], guest, session)
        return response

    async def _read_code(self, request: Request) -> str:
        self.desk.measures.codes.take(address_of(request.scope))
        wish = await self.desk.body(request, CodeWish)
        return user_text.said(wish.code, self.desk.limits.link)

    # Where they are called.

    async def my_bells(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        return answer(await self._bells(guest, request.scope["session"]))

    async def _bells(self, guest: str, session: str) -> MyBells:
        hung = await self.database.read(partial(subscriptions.bells_of, guest=guest))
        hook = next((each for each in hung if isinstance(each, Hook)), None)
        push = next((each for each in hung if isinstance(each, Push) and each.session == session), None)
        key = webpush.to_base64(webpush.public(self.notifier.key)) if self.notifier.key else ""
        return MyBells(
            key,
            push is not None and not stopped(push),
            list(self.notifier.reach.hooks),
            hook.url if hook else None,
            push_stopped=stopped(push),
            hook_stopped=stopped(hook),
        )

    async def hang_push(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        wish = await self.desk.body(request, PushWish)
        self.desk.measures.devices.take(guest)
        user_text.said(wish.endpoint, self.desk.limits.address)
        web = is_web_address(wish.endpoint, private=self.notifier.reach.private)
        if not web or not webpush.is_subscription(wish.p256dh, wish.auth):
            raise Refused("bad_subscription")
        session: str = request.scope["session"]
        bell = Push(guest, session, wish.endpoint, wish.p256dh, wish.auth, language(request))
        await self.database.write(partial(subscriptions.hang, bell=bell))
        return answer(await self._bells(guest, session))

    async def end_push(self, request: Request) -> Response:
        guest, session = self.desk.guest(request), request.scope["session"]
        await self.database.write(partial(subscriptions.end_push, guest=guest, session=session))
        return answer(await self._bells(guest, session))

    async def hang_hook(self, request: Request) -> Response:
        guest, _ = await self.desk.known(request)
        wish = await self.desk.body(request, HookWish)
        self.desk.measures.devices.take(guest)
        user_text.said(wish.url, self.desk.limits.address)
        if not self.notifier.reach.hooks:
            raise Refused("no_hooks")
        if not is_web_address(wish.url, private=True) or not self.notifier.reach.takes(wish.url):
            raise Refused("hook_elsewhere", known=tuple(self.notifier.reach.hooks))
        bell = Hook(guest, wish.url, language(request))
        await self.database.write(partial(subscriptions.hang, bell=bell))
        return answer(await self._bells(guest, request.scope["session"]))

    async def end_hook(self, request: Request) -> Response:
        guest = self.desk.guest(request)
        await self.database.write(partial(subscriptions.end_hook, guest=guest))
        return answer(await self._bells(guest, request.scope["session"]))


def stopped(bell: Subscription | None) -> bool:
    """Whether it did not answer so often that it is not called any more."""
    return bell is not None and bell.silent >= subscriptions.SILENCES


def agent(request: Request) -> str:
    return request.headers.get("user-agent", "")[:400]


def is_browser(request: Request) -> bool:
    """A program need not have a session: not every one would bring its cookie again."""
    return "Mozilla/" in agent(request)
