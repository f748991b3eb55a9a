"""Authenticate requests and sockets by their cookies (middleware), and set or delete cookies in answers."""

from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanamachi.server.accounts.cookies import DEVICE, PLAIN, SECURE, YEAR, Cookies, Identity
from hanamachi.server.edge.bot_access import BotAccess
from hanamachi.server.edge.errors import RequestRejected, problem
from hanamachi.server.runtime.origins import Site

FOR_EVERYBODY = (
    "/api/games",
    "/api/words",
    "/api/device",
    "/api/session",
    "/api/house",
)  # answered whether a session was ended or not


def user_of(connection: HTTPConnection) -> str:
    """Return the user who sent a request or opened a socket; empty if unknown."""
    user: str = connection.scope["user"]
    return user


def session_of(connection: HTTPConnection) -> str:
    """Return the session by which the user is known; empty if there is none."""
    session: str = connection.scope["session"]
    return session


def is_bot(connection: HTTPConnection) -> bool:
    """Return True if a bot account sent a request or opened a socket."""
    bot: bool = connection.scope["bot"]
    return bot


def site_of(connection: HTTPConnection) -> Site:
    """Return the site, one of this server's addresses, to which a request was sent."""
    site: Site = connection.scope["site"]
    return site


def set_cookies(response: Response, cookies: Cookies, site: Site, user: str, session: str = "") -> None:
    """Add the cookies of a user and their session to an answer."""
    secure = site.scheme == "https"
    for name, signed in cookies.issue(user, session, site).items():
        response.set_cookie(name, signed, max_age=YEAR, secure=secure, httponly=True, samesite="lax")
    if secure:
        response.delete_cookie(PLAIN, httponly=True)


def delete_cookies(response: Response, site: Site) -> None:
    """Have the browser delete its cookies."""
    for end in ("", DEVICE):
        response.delete_cookie(PLAIN + end, httponly=True, samesite="lax")
        if site.scheme == "https":
            response.delete_cookie(SECURE + end, secure=True, httponly=True, samesite="lax")


class Authentication:
    """Write the user and the session into each scope, and replace stale cookies.

    A browser whose session was ended is refused once. That answer deletes its cookies. The token of a bot
    account counts instead of all cookies.
    """

    def __init__(self, app: ASGIApp, cookies: Cookies, bots: BotAccess) -> None:
        self.app, self.cookies, self.bots = app, cookies, bots

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        holder = await self.bots.holder(scope)
        scope["bot"] = holder is not None
        if holder:
            scope["user"], scope["session"], scope["session_ended"] = holder.user, holder.session, False
            await self.app(scope, receive, send)
            return
        identity = self.cookies.recognise(HTTPConnection(scope).cookies, scope["site"])
        scope["user"], scope["session"] = identity.user, identity.session
        scope["session_ended"] = identity.ended
        personal = scope["type"] == "http" and scope["path"].startswith("/api/")
        if identity.ended and personal and not scope["path"].startswith(FOR_EVERYBODY):
            await refuse_ended(scope)(scope, receive, send)
            return
        renew = identity.stale and personal
        await self.app(scope, receive, self.renewing(identity, scope, send) if renew else send)

    def renewing(self, identity: Identity, scope: Scope, send: Send) -> Send:
        """Return a `send` that adds fresh cookies to an answer that sets none itself."""
        renewed = Response()
        set_cookies(renewed, self.cookies, scope["site"], identity.user, identity.session)
        cookies = [header for header in renewed.raw_headers if header[0] == b"set-cookie"]

        async def with_cookies(message: Message) -> None:
            if message["type"] == "http.response.start" and not sets_cookies(message):
                message = {**message, "headers": [*message["headers"], *cookies]}
            await send(message)

        return with_cookies


def refuse_ended(scope: Scope) -> Response:
    """Return the answer to a browser whose session was ended."""
    answer = problem(RequestRejected("ended"), HTTPConnection(scope))
    delete_cookies(answer, scope["site"])
    return answer


def sets_cookies(message: Message) -> bool:
    """Return True if an answer sets or deletes cookies itself."""
    return any(name == b"set-cookie" for name, _ in message["headers"])
