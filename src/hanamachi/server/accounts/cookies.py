"""Who somebody is: a guest, known by a signed cookie that no script can read, and which browser: a session.

The session has a cookie of its own, signed together with the guest, so that a house which knows nothing of
sessions still reads the guest's. Who ends a session ends all cookies without one, too: else whoever has one
of them need only leave out the other.
"""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanamachi.server.edge.errors import NoEntry, problem
from hanamachi.server.runtime.origins import Site

PLAIN, SECURE = "hanamachi", "__Host-hanamachi"  # the second can be set by this very host alone, over TLS
DEVICE = "-device"  # the cookie of the session has this at the end of its name
YEAR = 365 * 24 * 3600
ANYBODYS = ("/api/games", "/api/words", "/api/device")  # the same, whoever asks


def new_guest() -> str:
    return secrets.token_urlsafe(12)


def fingerprint(guest: str) -> str:
    """By this somebody is recognised whom the house has forgotten. It leads to nobody."""
    return hashlib.sha256(guest.encode("utf-8", "surrogatepass")).hexdigest()


def sign(guest: str, key: bytes) -> str:
    return f"{guest}.{_mark(guest, key)}"


def read(cookie: str, key: bytes) -> str | None:
    """The guest a cookie names, or None if the house did not sign it with this key."""
    guest, _, mark = cookie.rpartition(".")
    return guest if guest and same(mark, _mark(guest, key)) else None


def sign_session(guest: str, session: str, key: bytes) -> str:
    return f"{session}.{_mark(f'{guest} {session}', key)}"


def read_session(cookie: str, guest: str, key: bytes) -> str | None:
    """The session a cookie names, if the house signed it for this guest."""
    session, _, mark = cookie.rpartition(".")
    return session if session and same(mark, _mark(f"{guest} {session}", key)) else None


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


def _mark(guest: str, key: bytes) -> str:
    return hmac.digest(key, guest.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()[:32]


class Seen(Struct, frozen=True):
    guest: str = ""  # nobody whom the house knows
    session: str = ""  # a browser of before there were sessions, or a program
    stale: bool = False  # by an older key or under the older name: the cookie is to be replaced
    ended: bool = False  # it was somebody's, and is nobody's any more


class Cookies:
    """The keys, the newest first: it signs. Of those before only the last is still read."""

    def __init__(self) -> None:
        self.keys: Sequence[bytes] = ()
        self.ended: set[tuple[str, str]] = set()  # sessions, by guest, whose cookies name nobody any more

    def seen(self, cookies: Mapping[str, str], site: Site) -> Seen:
        names = (SECURE, PLAIN) if site.scheme == "https" else (PLAIN,)
        for name, key in product(names, self.keys[:2]):
            if guest := read(cookies.get(name, ""), key):
                session = self._session(cookies.get(name + DEVICE, ""), guest)
                fresh = (name, key) == (names[0], self.keys[0]) and not set(names[1:]) & set(cookies)
                over = (guest, session) in self.ended
                return Seen(ended=True) if over else Seen(guest, session, not fresh)
        return Seen()

    def _session(self, cookie: str, guest: str) -> str:
        found = (read_session(cookie, guest, key) for key in self.keys[:2])
        return next(filter(None, found), "")

    def give(self, response: Response, guest: str, site: Site, session: str = "") -> None:
        secure, key = site.scheme == "https", self.keys[0]
        name = SECURE if secure else PLAIN
        given = {name: sign(guest, key)}
        if session:
            given[name + DEVICE] = sign_session(guest, session, key)
        for each, signed in given.items():
            response.set_cookie(each, signed, max_age=YEAR, secure=secure, httponly=True, samesite="lax")
        if secure:
            response.delete_cookie(PLAIN, httponly=True)

    def end(self, response: Response, site: Site) -> None:
        """The browser forgets, too."""
        for end in ("", DEVICE):
            response.delete_cookie(PLAIN + end, httponly=True, samesite="lax")
            if site.scheme == "https":
                response.delete_cookie(SECURE + end, secure=True, httponly=True, samesite="lax")


class Recognised:
    """Says in each scope which guest it is, and replaces a cookie that is stale. A browser that was ended is
    told so once, and forgets its cookies."""

    def __init__(self, app: ASGIApp, cookies: Cookies) -> None:
        self.app, self.cookies = app, cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        seen = self.cookies.seen(HTTPConnection(scope).cookies, scope["site"])
        scope["guest"], scope["session"], scope["ended"] = seen.guest, seen.session, seen.ended
        personal = scope["type"] == "http" and scope["path"].startswith("/api/")
        if seen.ended and personal and not scope["path"].startswith(ANYBODYS):
            await self.over(scope)(scope, receive, send)
            return
        await self.app(scope, receive, self.renewing(seen, scope, send) if seen.stale and personal else send)

    def over(self, scope: Scope) -> Response:
        answer = problem(NoEntry("ended"), HTTPConnection(scope))
        self.cookies.end(answer, scope["site"])
        return answer

    def renewing(self, seen: Seen, scope: Scope, send: Send) -> Send:
        given = Response()
        self.cookies.give(given, seen.guest, scope["site"], seen.session)
        cookies = [header for header in given.raw_headers if header[0] == b"set-cookie"]

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and not sets_cookies(message):
                message = {**message, "headers": [*message["headers"], *cookies]}
            await send(message)

        return with_cookie


def sets_cookies(message: Message) -> bool:
    """Whether the answer has a cookie of its own to give or to end."""
    return any(name == b"set-cookie" for name, _ in message["headers"])
