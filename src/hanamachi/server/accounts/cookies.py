"""Sign and read the cookies that identify a user and the session of a browser.

The user and the session have a cookie each. The session's is signed together with the user's id, so that a
server which knows nothing of sessions still reads the user's. Ending a session also ends all cookies without
a session id; otherwise a thief could drop the session cookie and stay logged in.
"""

import secrets
from collections.abc import Mapping, Sequence
from itertools import product

from msgspec import Struct

from hanamachi.server.runtime import digests, monotonic
from hanamachi.server.runtime.origins import Site

PLAIN, SECURE = "hanamachi", "__Host-hanamachi"  # the second can be set by this very host alone, over TLS
DEVICE = "-device"  # the cookie of the session has this at the end of its name
YEAR = 365 * 24 * 3600


def new_user_id() -> str:
    """Return a random id for a new user."""
    return secrets.token_urlsafe(12)


def sign(user: str, key: bytes) -> str:
    """Return the cookie of a user."""
    return f"{user}.{digests.sign(user, key)}"


def read(cookie: str, key: bytes) -> str | None:
    """Return the user whom a cookie names, or None if it was not signed with this key."""
    user, _, mark = cookie.rpartition(".")
    return user if user and digests.same(mark, digests.sign(user, key)) else None


def sign_session(user: str, session: str, key: bytes) -> str:
    """Return the cookie of a session of this user."""
    return f"{session}.{digests.sign(f'{user} {session}', key)}"


def read_session(cookie: str, user: str, key: bytes) -> str | None:
    """Return the session that a cookie names, or None if it was not signed for this user with this key."""
    session, _, mark = cookie.rpartition(".")
    return session if session and digests.same(mark, digests.sign(f"{user} {session}", key)) else None


class Identity(Struct, frozen=True):
    """The sender of a request, according to its cookies."""

    user: str = ""  # empty: unknown
    session: str = ""  # empty: a program, or a browser of before there were sessions
    stale: bool = False  # signed by an older key or sent under the older name: the cookies are to be replaced
    ended: bool = False  # the session was ended, so the user is unknown


class Cookies:
    """Recognise users by their cookies, and sign new ones.

    The newest key, which is the first, signs. Of the older ones only the last is still read.
    """

    def __init__(self, keys: Sequence[bytes] = ()) -> None:
        self._keys = keys
        self._ended: dict[tuple[str, str], float] = {}  # by session: when it ends, by the monotonic clock

    def use(self, keys: Sequence[bytes]) -> None:
        """Sign and read with these keys from now on, the newest first."""
        self._keys = keys

    def end_session(self, user: str, session: str, after: float = 0.0) -> None:
        """Stop recognising the user by the cookies of this session, after some seconds."""
        end = monotonic.now() + after
        self._ended[user, session] = min(end, self._ended.get((user, session), end))

    def is_ended(self, user: str, session: str) -> bool:
        """Return True if this session was ended."""
        end = self._ended.get((user, session))
        return end is not None and monotonic.now() >= end

    def will_end(self, user: str, session: str) -> bool:
        """Return True if this session was ended, or is about to."""
        return (user, session) in self._ended

    def recognise(self, cookies: Mapping[str, str], site: Site) -> Identity:
        """Return who sent these cookies to this site."""
        names = (SECURE, PLAIN) if site.scheme == "https" else (PLAIN,)
        for name, key in product(names, self._keys[:2]):
            if user := read(cookies.get(name, ""), key):
                session = self._session(cookies.get(name + DEVICE, ""), user)
                if self.is_ended(user, session):
                    return Identity(ended=True)
                fresh = (name, key) == (names[0], self._keys[0]) and not set(names[1:]) & set(cookies)
                return Identity(user, session, not fresh)
        return Identity()

    def _session(self, cookie: str, user: str) -> str:
        found = (read_session(cookie, user, key) for key in self._keys[:2])
        return next(filter(None, found), "")

    def issue(self, user: str, session: str, site: Site) -> dict[str, str]:
        """Return signed cookies by name. Without a session there is only the user's."""
        name, key = SECURE if site.scheme == "https" else PLAIN, self._keys[0]
        issued = {name: sign(user, key)}
        if session:
            issued[name + DEVICE] = sign_session(user, session, key)
        return issued
