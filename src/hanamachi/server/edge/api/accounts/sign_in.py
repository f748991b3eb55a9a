"""API of sessions that begin with a credential: sign in by password, passkey, code or link; sign out."""

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from hanamachi.core import user_text
from hanamachi.core.table import Refused
from hanamachi.server.accounts.account import Accounts, NewSession
from hanamachi.server.edge.api.browser_sessions import BrowserSessions, browser_of
from hanamachi.server.edge.api.requests import Requests, answer
from hanamachi.server.edge.authentication import delete_cookies, set_cookies, site_of
from hanamachi.server.edge.middleware import address_of
from hanamachi.server.protocol.account import Ceremony, PasskeyAnswer, SignedIn, SignIn
from hanamachi.server.protocol.rest import CodeWish, Me
from hanamachi.server.storage.reserved_names import look_of


class SignInApi:
    """Routes under /session."""

    def __init__(self, requests: Requests, accounts: Accounts, browsers: BrowserSessions) -> None:
        self.requests, self.accounts, self.browsers = requests, accounts, browsers
        self.rates, self.limits, self.store = requests.rates, requests.limits, requests.store

    def routes(self) -> list[Route]:
        """Return the routes of this module."""
        return [
            Route("/session", self.sign_in, methods=["POST"]),
            Route("/session", self.sign_out, methods=["DELETE"]),
            Route("/session/passkey", self.ask_passkey, methods=["POST"]),
            Route("/session/look", self.look_at_link, methods=["POST"]),
        ]

    async def ask_passkey(self, request: Request) -> Response:
        """Answer with what the browser is asked, to sign in by a passkey that it finds itself."""
        self.rates.sign_ins.take(address_of(request.scope))
        challenge, options = await self.accounts.ask_to_use_passkey(browser_of(request), mine=False)
        return answer(Ceremony(challenge, options))

    async def look_at_link(self, request: Request) -> Response:
        """Answer with the name of the member for whom the host made a link. The link stays valid."""
        self.rates.sign_ins.take(address_of(request.scope))
        wish = await self.requests.body(request, CodeWish)
        link = user_text.said(wish.code, self.limits.link)
        return answer(Me(await self.accounts.name_behind_link(link)))

    async def sign_in(self, request: Request) -> Response:
        """Begin a session by a credential. The browser gets new cookies, whatever it had."""
        self.rates.sign_ins.take(address_of(request.scope))
        new = await self._begin(request, await self.requests.body(request, SignIn))
        joined = await self.store.users.name(new.guest) if new.guest else None
        games = len(await self.store.users.newest_tables(new.guest)) if new.guest else 0
        response = answer(SignedIn(new.name, new.join, joined or "", games))
        set_cookies(response, self.browsers.cookies, site_of(request), new.user, new.session)
        return response

    async def _begin(self, request: Request, wish: SignIn) -> NewSession:
        browser = browser_of(request)
        if wish.passkey:
            check_answer(wish.passkey, self.limits.address)
            return await self.accounts.sign_in_by_passkey(browser, wish.passkey)
        if wish.link:
            link = user_text.said(wish.link, self.limits.link)
            return await self.accounts.sign_in_by_link(browser, link)
        name = user_text.name(wish.name, self.limits.name)
        if wish.code:
            self.rates.attempts.take(f"code {look_of(name).skeleton}")
            code = user_text.said(wish.code, self.limits.link)
            return await self.accounts.sign_in_by_code(browser, name, code)
        if not wish.password:
            raise Refused("no_credential")
        self.rates.attempts.take(f"password {look_of(name).skeleton}")
        return await self.accounts.sign_in_by_password(browser, name, wish.password[: self.limits.password])

    async def sign_out(self, request: Request) -> Response:
        """End the session of this browser, which forgets its cookies."""
        await self.accounts.sign_out(browser_of(request))
        response = Response(status_code=204)
        delete_cookies(response, site_of(request))
        return response


def check_answer(given: PasskeyAnswer, most: int) -> None:
    """Refuse odd text in the answer of a browser's WebAuthn interface."""
    user_text.said(given.challenge, most)
    user_text.said(str(given.credential.get("id", "")), most)
