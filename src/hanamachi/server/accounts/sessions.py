"""Sessions: each browser of a user has one, which the user can end.

A user lets another browser in with a one-time code, which begins a session there.
"""

import asyncio
import contextlib
import math
import secrets
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import Protocol

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.accounts import cookie_keys
from hanamachi.server.accounts.cookies import YEAR, Cookies
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.schema import ACCOUNT_NEWS, CODES, GUESTS, SESSIONS, SUBSCRIPTIONS
from hanamachi.server.protocol.close_codes import SERVICE_RESTART, SESSION_ENDED
from hanamachi.server.runtime import monotonic
from hanamachi.server.runtime.digests import digest

CODE_SECONDS = 300
CLOCK_CORRECTION = 60.0  # seconds by which a clock may be set back while a code is valid
HOUR = 3600.0
SWITCH_SECONDS = 5.0  # for which old cookies are read while the answer with new ones is under way
RENEWAL_SECONDS = 60.0  # for which the old cookies of a browser are still read once it got new ones
REMEMBERED = 10_000  # sessions for which the time of the last write is in memory
POLL_SECONDS = (
    3.0  # between two reads of the sessions that other workers ended, if none of them sent a NOTIFY
)
BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser": "Samsung Internet",
    "Firefox": "Firefox",
    "FxiOS": "Firefox",
    "CriOS": "Chrome",
    "Chrome": "Chrome",
    "Safari": "Safari",
}
SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Mac OS X": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}


class BadCode(Refusal):
    """The code was never given out, was used, or has expired."""


class Session(Struct, frozen=True):
    """A browser in which a user is logged in."""

    id: str
    device: str
    begun: float
    seen: float


class Socket(Protocol):
    """An open WebSocket of a session."""

    def close(self, code: int) -> None:
        """Close the socket with this code."""

    def tell_account_news(self) -> None:
        """Tell the page that its user's account changed."""


OnEnd = Callable[[sa.Connection, str, str], object]


def device_name(user_agent: str) -> str:
    """Return the names of a browser and its system, the same in every language; empty if unknown."""
    found = (next((known[sign] for sign in known if sign in user_agent), "") for known in (BROWSERS, SYSTEMS))
    return " · ".join(filter(None, found))


class Sessions:
    """Begin, list and end sessions, and close the sockets of those that were ended.

    `cookies` learns which sessions were ended. `on_end` is called with the user and the session in the
    transaction that ends it.
    """

    def __init__(self, database: Database, cookies: Cookies, on_end: OnEnd) -> None:
        self.database, self.cookies, self.on_end = database, cookies, on_end
        self.written: dict[tuple[str, str], float] = {}  # when "last seen" was last written
        self.sockets: dict[tuple[str, str], set[Socket]] = {}
        self.read_until = 0.0  # up to when ended sessions have been read
        self.others_ended = asyncio.Event()  # another worker may have ended sessions
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        """Load the keys of the cookies and the ended sessions, and follow what other workers end."""
        self.cookies.use(await self.database.write(cookie_keys.keys))
        await self.read_ended()
        if self.database.worker:
            self.task = asyncio.get_running_loop().create_task(self._follow_others())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def users_changed(self) -> None:
        """Read soon which sessions other workers have ended."""
        self.others_ended.set()

    async def _follow_others(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS):
                    await self.others_ended.wait()
            self.others_ended.clear()
            with contextlib.suppress(Refusal):
                await self.read_ended()

    async def read_ended(self) -> None:
        """Read which sessions were ended. A transaction may commit an hour after the time it wrote."""
        since = self.read_until - HOUR
        self.read_until, ended = await self.database.read(partial(_ended, since=since))
        for (user, session), end in ended.items():
            if not self.cookies.will_end(user, session):
                self._close(user, session, max(0.0, end - self.read_until))

    def _close(self, user: str, session: str, after: float = 0.0) -> None:
        """Read the cookies of a session no more, and close its sockets. With new cookies they open again."""
        self.cookies.end_session(user, session, after)
        for socket in list(self.sockets.get((user, session), ())):
            socket.close(SERVICE_RESTART if after else SESSION_ENDED)

    @contextlib.contextmanager
    def connected(self, user: str, session: str, socket: Socket) -> Iterator[None]:
        """Register a socket while it is open."""
        here = self.sockets.setdefault((user, session), set())
        here.add(socket)
        try:
            yield
        finally:
            here.discard(socket)
            if not here:
                self.sockets.pop((user, session), None)

    async def begin(self, user: str, user_agent: str) -> str:
        """Begin a session of this user; return its id."""
        return await self.database.write(partial(begin_session, user=user, user_agent=user_agent))

    async def renewed(self, user: str, session: str, user_agent: str) -> str:
        """Return a new session in place of one that is due to be renewed; else the same one."""
        due: bool = await self.database.read(partial(_renews, user=user, session=session))
        if not session or not due:
            return session
        change = partial(_renew, user=user, session=session, user_agent=user_agent)
        new: str = await self.database.write(change, WriteScope(guests=[user]))
        if new != session:
            self._close(user, session, RENEWAL_SECONDS)
        return new

    @staticmethod
    def move_push(db: sa.Connection, user: str, before: str, session: str) -> None:
        """Notify a browser that got another session as before."""
        its = (SUBSCRIPTIONS.c.guest == user) & (SUBSCRIPTIONS.c.session == before)
        db.execute(sa.update(SUBSCRIPTIONS).where(its).values(session=session))

    def ended_here(self, user: str, sessions: Iterable[str], switched: str | None = None) -> None:
        """Close sessions that a transaction has ended. `switched`: of the browser that gets new cookies."""
        for each in sessions:
            self._close(user, each, SWITCH_SECONDS if each == switched else 0.0)

    def tell_news(self, users: Iterable[str]) -> None:
        """Have the open pages of these users ask for news of their account."""
        wanted = set(users)
        for (user, _), sockets in self.sockets.items():
            if user in wanted:
                for socket in list(sockets):
                    socket.tell_account_news()

    async def mark_seen(self, user: str, session: str) -> None:
        """Write that a session was used now, at most once an hour."""
        now = monotonic.now()
        if len(self.written) > REMEMBERED:
            self.written.clear()
        if session and now - self.written.get((user, session), -math.inf) > HOUR:
            self.written[user, session] = now
            await self.database.write(partial(_mark_seen, guest=user, session=session))

    async def of(self, user: str) -> list[Session]:
        """Return the sessions of a user that were not ended."""
        return await self.database.read(partial(_sessions, guest=user))

    async def end(self, user: str, session: str) -> None:
        """End a session, and with it all cookies of this user that have none."""
        job = partial(end_session, guest=user, session=session, on_end=self.on_end)
        for each in await self.database.write(job, WriteScope(guests=[user])):
            self._close(user, each)

    async def offer_code(self, user: str, leaving: str | None) -> str:
        """Return a code that logs another browser in as this user. `leaving`: the session that ends then."""
        code = secrets.token_urlsafe(16)
        job = partial(_offer, code=digest(code), guest=user, leaving=leaving)
        await self.database.write(job)
        return code

    async def name_behind(self, code: str) -> str:
        """Return the name of the user who gave out a code. The code stays valid."""
        return await self.database.read(partial(_name_of, code=digest(code)))

    async def redeem(self, code: str, user_agent: str) -> tuple[str, str]:
        """Use a code up; return its user and their new session."""
        user, leaving = await self.database.write(partial(_redeem, code=digest(code)))
        session = await self.begin(user, user_agent)
        if leaving:
            await self.end(user, leaving)
        return user, session


def _ended(db: sa.Connection, since: float) -> tuple[float, dict[tuple[str, str], float]]:
    """Return the time, and the sessions ended since then or about to end. Cookies expire after a year, so
    older ones count no more."""
    now = timestamps.now(db)
    columns = SESSIONS.c.guest, SESSIONS.c.id, SESSIONS.c.ended
    query = sa.select(*columns).where(SESSIONS.c.ended > max(since, now - YEAR))
    return now, {(guest, session): ended for guest, session, ended in db.execute(query)}


def begin_session(db: sa.Connection, user: str, user_agent: str, *, proved: bool = False) -> str:
    """Begin a session of this user; return its id. `proved`: a credential was used for it."""
    session = secrets.token_urlsafe(9)
    _begin(db, user, session, device_name(user_agent), proved=timestamps.now(db) if proved else None)
    return session


def _begin(
    db: sa.Connection,
    guest: str,
    session: str,
    device: str,
    ended: float | None = None,
    proved: float | None = None,
) -> None:
    now = timestamps.value(db)
    values = {"guest": guest, "id": session, "device": device, "begun": now, "seen": now, "ended": ended}
    db.execute(sa.insert(SESSIONS).values(values | {"proved": proved}))


def _renews(db: sa.Connection, user: str, session: str) -> bool:
    mine = _is(user, session) & SESSIONS.c.renews & SESSIONS.c.ended.is_(None)
    return db.scalar(sa.select(SESSIONS.c.id).where(mine)) is not None


def _renew(db: sa.Connection, user: str, session: str, user_agent: str) -> str:
    """Begin a session in place of one that is due to be renewed. Of two at once one gets it."""
    due = _is(user, session) & SESSIONS.c.renews & SESSIONS.c.ended.is_(None)
    ends = timestamps.now(db) + RENEWAL_SECONDS
    if not db.execute(sa.update(SESSIONS).where(due).values(renews=False, ended=ends)).rowcount:
        return session
    new = begin_session(db, user, user_agent)
    for table in (SUBSCRIPTIONS, ACCOUNT_NEWS):
        its = (table.c.guest == user) & (table.c.session == session)
        db.execute(sa.update(table).where(its).values(session=new))
    return new


def renew_others(db: sa.Connection, user: str, session: str, kept: Iterable[str], on_end: OnEnd) -> list[str]:
    """Give the `kept` browsers of a user new cookies when they come, and end all others but `session`. Return
    those that ended."""
    mine = SESSIONS.c.guest == user, SESSIONS.c.ended.is_(None), SESSIONS.c.id != ""
    others = set(db.scalars(sa.select(SESSIONS.c.id).where(*mine))) - {session}
    staying = others & set(kept)
    db.execute(sa.update(SESSIONS).where(*mine, SESSIONS.c.id.in_(staying)).values(renews=True))
    ended = others - staying or {""}
    return [each for session in ended for each in end_session(db, user, session, on_end)]


def is_ended(db: sa.Connection, guest: str, session: str) -> bool:
    """Return True if a session was ended, or if all without a session were."""
    ended = sa.select(SESSIONS.c.id).where(_is(guest, session), SESSIONS.c.ended.is_not(None))
    return db.scalar(ended) is not None


def _is(guest: str, session: str) -> sa.ColumnElement[bool]:
    return (SESSIONS.c.guest == guest) & (SESSIONS.c.id == session)


def _mark_seen(db: sa.Connection, guest: str, session: str) -> None:
    db.execute(sa.update(SESSIONS).where(_is(guest, session)).values(seen=timestamps.value(db)))


def _sessions(db: sa.Connection, guest: str) -> list[Session]:
    mine = (SESSIONS.c.guest == guest) & SESSIONS.c.ended.is_(None) & (SESSIONS.c.id != "")
    found = db.execute(sa.select(SESSIONS).where(mine).order_by(SESSIONS.c.seen.desc()))
    return [Session(row.id, row.device, row.begun, row.seen) for row in found]


def end_session(db: sa.Connection, guest: str, session: str, on_end: OnEnd) -> list[str]:
    """End a session, and with it all cookies of this user that have none. A code for another browser, which
    may have been asked for here, is void. Return what was ended."""
    now = timestamps.now(db)
    db.execute(sa.delete(CODES).where(CODES.c.guest == guest))
    db.execute(sa.delete(SESSIONS).where(SESSIONS.c.ended < now - YEAR))
    ended = sorted({session, ""})
    for each in ended:
        changed = db.execute(sa.update(SESSIONS).where(_is(guest, each)).values(ended=now))
        if not changed.rowcount:
            _begin(db, guest, each, "", ended=now)
        on_end(db, guest, each)
    return ended


def _offer(db: sa.Connection, code: str, guest: str, leaving: str | None) -> None:
    """Store a code in place of the last one: a user has one at a time."""
    now = timestamps.now(db)
    db.execute(sa.delete(CODES).where((CODES.c.guest == guest) | (CODES.c.until < now)))
    values = {"digest": code, "guest": guest, "leaving": leaving, "until": now + CODE_SECONDS}
    db.execute(sa.insert(CODES).values(values))


def _valid(db: sa.Connection, code: str) -> sa.ColumnElement[bool]:
    """Return the condition that a code is valid. One that expires too late is not: the clock was set back."""
    now = timestamps.now(db)
    return (CODES.c.digest == code) & CODES.c.until.between(now, now + CODE_SECONDS + CLOCK_CORRECTION)


def _name_of(db: sa.Connection, code: str) -> str:
    query = sa.select(GUESTS.c.name).join(CODES, CODES.c.guest == GUESTS.c.id).where(_valid(db, code))
    name: str | None = db.scalar(query)
    if name is None:
        raise BadCode("bad_code")
    return name


def _redeem(db: sa.Connection, code: str) -> tuple[str, str | None]:
    """Delete a code; return its user and the session that ends. Of two at once only one deletes it."""
    found = db.execute(sa.select(CODES).where(_valid(db, code))).first()
    if found is None or not db.execute(sa.delete(CODES).where(CODES.c.digest == code)).rowcount:
        raise BadCode("bad_code")
    return found.guest, found.leaving
