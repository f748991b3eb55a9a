"""Who somebody is: a guest, known by a signed cookie that no script can read."""

import hashlib
import hmac
import secrets
from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct
from starlette.requests import HTTPConnection
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from hanamachi.house.sites import Site

PLAIN, SECURE = "hanamachi", "__Host-hanamachi"  # the second can be set by this very host alone, over TLS
YEAR = 365 * 24 * 3600


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


def same(one: str, other: str) -> bool:
    """Whether two secrets are equal, in a time that does not tell where they differ."""
    return hmac.compare_digest(one.encode("utf-8", "surrogatepass"), other.encode("utf-8", "surrogatepass"))


def _mark(guest: str, key: bytes) -> str:
    return hmac.digest(key, guest.encode("utf-8", "surrogatepass"), hashlib.sha256).hex()[:32]


class Seen(Struct, frozen=True):
    guest: str = ""  # nobody whom the house knows
    stale: bool = False  # by an older key or under the older name: the cookie is to be replaced


class Cookies:
    """The keys, the newest first: it signs. Of those before only the last is still read."""

    def __init__(self) -> None:
        self.keys: Sequence[bytes] = ()

    def seen(self, cookies: Mapping[str, str], site: Site) -> Seen:
        names = (SECURE, PLAIN) if site.scheme == "https" else (PLAIN,)
        for name, key in product(names, self.keys[:2]):
            if guest := read(cookies.get(name, ""), key):
                fresh = (name, key) == (names[0], self.keys[0]) and not set(names[1:]) & set(cookies)
                return Seen(guest, not fresh)
        return Seen()

    def give(self, response: Response, guest: str, site: Site) -> None:
        secure = site.scheme == "https"
        signed = sign(guest, self.keys[0])
        response.set_cookie(
            SECURE if secure else PLAIN, signed, max_age=YEAR, secure=secure, httponly=True, samesite="lax"
        )
        if secure:
            response.delete_cookie(PLAIN, httponly=True)

    def end(self, response: Response, site: Site) -> None:
        """The browser forgets, too."""
        response.delete_cookie(PLAIN, httponly=True, samesite="lax")
        if site.scheme == "https":
            response.delete_cookie(SECURE, secure=True, httponly=True, samesite="lax")


class Recognised:
    """Says in each scope which guest it is, and replaces a cookie that is stale."""

    def __init__(self, app: ASGIApp, cookies: Cookies) -> None:
        self.app, self.cookies = app, cookies

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        seen = self.cookies.seen(HTTPConnection(scope).cookies, scope["site"])
        scope["guest"] = seen.guest
        personal = scope["type"] == "http" and scope["path"].startswith("/api/")
        await self.app(scope, receive, self.renewing(seen, scope, send) if seen.stale and personal else send)

    def renewing(self, seen: Seen, scope: Scope, send: Send) -> Send:
        given = Response()
        self.cookies.give(given, seen.guest, scope["site"])
        cookies = [header for header in given.raw_headers if header[0] == b"set-cookie"]

        async def with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start" and not sets_cookies(message):
                message = {**message, "headers": [*message["headers"], *cookies]}
            await send(message)

        return with_cookie


def sets_cookies(message: Message) -> bool:
    """Whether the answer has a cookie of its own to give or to end."""
    return any(name == b"set-cookie" for name, _ in message["headers"])
