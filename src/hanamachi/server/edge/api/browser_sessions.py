"""Give each browser a session of its own, by cookies in the answer to one of its requests."""

from contextlib import suppress

from starlette.requests import Request
from starlette.responses import Response

from hanamachi.server.accounts.account import Browser
from hanamachi.server.accounts.cookies import Cookies
from hanamachi.server.accounts.sessions import Sessions
from hanamachi.server.edge.authentication import session_of, set_cookies, site_of, user_of
from hanamachi.server.edge.rate_limits import RequestRates, TooMany


class BrowserSessions:
    """Begin the sessions of browsers. A program needs none: not every one would send its cookie again."""

    def __init__(self, sessions: Sessions, cookies: Cookies, rates: RequestRates) -> None:
        self.sessions, self.cookies, self.rates = sessions, cookies, rates

    async def session_for(self, request: Request, user: str) -> str:
        """Return the session of this browser. A new one is to be sent with the answer (`send`)."""
        if session := session_of(request):
            await self.sessions.mark_seen(user, session)
            return await self.sessions.renewed(user, session, user_agent(request))
        self.rates.devices.take(user)
        return await self.sessions.begin(user, user_agent(request))

    def send(self, request: Request, response: Response, user: str, session: str) -> Response:
        """Add the cookies of a session to an answer, if the browser does not have them."""
        if session != session_of(request):
            set_cookies(response, self.cookies, site_of(request), user, session)
        return response

    async def ensure(self, request: Request, response: Response) -> None:
        """Give a browser that has no session one, unless its user got too many of late."""
        user = user_of(request)
        if user and is_browser(request):
            with suppress(TooMany):
                self.send(request, response, user, await self.session_for(request, user))

    async def log_in(self, request: Request, response: Response, user: str) -> None:
        """Send the cookies of a user, who may be another one than the request came from."""
        session = session_of(request)
        if user != user_of(request) and is_browser(request):
            session = await self.sessions.begin(user, user_agent(request))
        set_cookies(response, self.cookies, site_of(request), user, session)


def browser_of(request: Request) -> Browser:
    """Return the browser that sent a request."""
    return Browser(site_of(request), user_of(request), session_of(request), user_agent(request))


def user_agent(request: Request) -> str:
    """Return the browser's description of itself, cut short."""
    return request.headers.get("user-agent", "")[:400]


def is_browser(request: Request) -> bool:
    """Return True if a browser sent this request, and no program."""
    return "Mozilla/" in user_agent(request)
