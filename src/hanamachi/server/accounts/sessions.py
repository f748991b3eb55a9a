"""The browsers of a guest: each is a session that can be ended. A one-time code makes another browser one."""

import asyncio
import contextlib
import math
import secrets
from functools import partial
from hashlib import sha256
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.accounts.cookies import YEAR, Cookies
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import Database, Touch
from hanamachi.server.db.schema import CODES, GUESTS, SESSIONS
from hanamachi.server.edge.socket import ENDED
from hanamachi.server.notifications import subscriptions
from hanamachi.server.runtime import monotonic

CODE_SECONDS = 300
SET_BACK = 60.0  # seconds by which a clock may be corrected while a code counts
HOUR = 3600.0
REMEMBERED = 10_000  # sessions of which it is known when they were last written down
LOOK = 3.0  # seconds between two looks at what other workers have ended, if no hint came
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
    pass


class Session(Struct, frozen=True):
    id: str
    device: str
    begun: float
    seen: float


def in_words(agent: str) -> str:
    """A browser and its system, by names that are the same in every language; empty if unknown."""
    found = (next((known[sign] for sign in known if sign in agent), "") for known in (BROWSERS, SYSTEMS))
    return " · ".join(filter(None, found))


def digest(code: str) -> str:
    return sha256(code.encode("utf-8", "surrogatepass")).hexdigest()


class Sessions:
    """`cookies.ended` knows which are over. Who is connected by one of them is let go."""

    def __init__(self, database: Database, cookies: Cookies) -> None:
        self.database, self.cookies = database, cookies
        self.seen: dict[tuple[str, str], float] = {}  # when it was last written down
        self.sockets: dict[tuple[str, str], set[Any]] = {}
        self.looked = 0.0  # when it was last looked what was ended
        self.wanted = asyncio.Event()  # another worker may have ended some
        self.task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await self.look()
        if self.database.worker:
            self.task = asyncio.get_running_loop().create_task(self._look_around())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    async def _look_around(self) -> None:
        """Other workers end sessions, too."""
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(LOOK):
                    await self.wanted.wait()
            self.wanted.clear()
            with contextlib.suppress(Refusal):
                await self.look()

    async def look(self) -> None:
        since = self.looked - HOUR  # what was ended before the last look may have been committed after it
        self.looked, ended = await self.database.read(partial(_ended, since=since))
        for each in ended - self.cookies.ended:
            self._let_go(*each)

    def _let_go(self, guest: str, session: str) -> None:
        self.cookies.ended.add((guest, session))
        for client in list(self.sockets.get((guest, session), ())):
            client.turn_away(ENDED)

    @contextlib.contextmanager
    def connected(self, guest: str, session: str, client: Any) -> Any:
        """As long as this socket is open."""
        here = self.sockets.setdefault((guest, session), set())
        here.add(client)
        try:
            yield
        finally:
            here.discard(client)
            if not here:
                self.sockets.pop((guest, session), None)

    async def begin(self, guest: str, agent: str) -> str:
        """A new session of a guest."""
        session = secrets.token_urlsafe(9)
        await self.database.write(partial(_begin, guest=guest, session=session, device=in_words(agent)))
        self.seen[guest, session] = monotonic.now()
        return session

    async def note(self, guest: str, session: str) -> None:
        """It was here: written down once an hour, and not by every request."""
        now = monotonic.now()
        if len(self.seen) > REMEMBERED:
            self.seen.clear()
        if session and now - self.seen.get((guest, session), -math.inf) > HOUR:
            self.seen[guest, session] = now
            await self.database.write(partial(_note, guest=guest, session=session))

    async def of(self, guest: str) -> list[Session]:
        return await self.database.read(partial(_sessions, guest=guest))

    async def end(self, guest: str, session: str) -> None:
        """With all cookies of this guest that have no session."""
        job = partial(_end, guest=guest, session=session)
        ended = await self.database.write(job, Touch(guests=[guest]))
        for each in ended:
            self._let_go(guest, each)

    async def offer(self, guest: str, leaving: str | None) -> str:
        """A code by which another browser becomes this guest. `leaving`: the session that ends then."""
        code = secrets.token_urlsafe(16)
        job = partial(_offer, code=digest(code), guest=guest, leaving=leaving)
        await self.database.write(job)
        return code

    async def look_at(self, code: str) -> str:
        """Whose code it is, by name. It can still be taken then."""
        return await self.database.read(partial(_name_of, code=digest(code)))

    async def take(self, code: str, agent: str) -> tuple[str, str]:
        """The guest and the new session. A code can be taken once."""
        guest, leaving = await self.database.write(partial(_take, code=digest(code)))
        session = await self.begin(guest, agent)
        if leaving:
            await self.end(guest, leaving)
        return guest, session


def _ended(db: sa.Connection, since: float) -> tuple[float, set[tuple[str, str]]]:
    """Return the time, and the sessions ended since then. Cookies expire after a year anyway."""
    now = timestamps.now(db)
    query = sa.select(SESSIONS.c.guest, SESSIONS.c.id).where(SESSIONS.c.ended > max(since, now - YEAR))
    return now, {(guest, session) for guest, session in db.execute(query)}


def _begin(db: sa.Connection, guest: str, session: str, device: str, ended: float | None = None) -> None:
    now = timestamps.value(db)
    values = {"guest": guest, "id": session, "device": device, "begun": now, "seen": now, "ended": ended}
    db.execute(sa.insert(SESSIONS).values(values))


def _here(guest: str, session: str) -> sa.ColumnElement[bool]:
    return (SESSIONS.c.guest == guest) & (SESSIONS.c.id == session)


def _note(db: sa.Connection, guest: str, session: str) -> None:
    db.execute(sa.update(SESSIONS).where(_here(guest, session)).values(seen=timestamps.value(db)))


def _sessions(db: sa.Connection, guest: str) -> list[Session]:
    mine = (SESSIONS.c.guest == guest) & SESSIONS.c.ended.is_(None) & (SESSIONS.c.id != "")
    found = db.execute(sa.select(SESSIONS).where(mine).order_by(SESSIONS.c.seen.desc()))
    return [Session(row.id, row.device, row.begun, row.seen) for row in found]


def _end(db: sa.Connection, guest: str, session: str) -> list[str]:
    now = timestamps.now(db)
    db.execute(sa.delete(SESSIONS).where(SESSIONS.c.ended < now - YEAR))
    for each in (session, ""):
        changed = db.execute(sa.update(SESSIONS).where(_here(guest, each)).values(ended=now))
        if not changed.rowcount:
            _begin(db, guest, each, "", ended=now)
        subscriptions.end_push(db, guest, each)
    return [session, ""]


def _offer(db: sa.Connection, code: str, guest: str, leaving: str | None) -> None:
    """Instead of the last one: a guest has one code at a time."""
    now = timestamps.now(db)
    db.execute(sa.delete(CODES).where((CODES.c.guest == guest) | (CODES.c.until < now)))
    values = {"digest": code, "guest": guest, "leaving": leaving, "until": now + CODE_SECONDS}
    db.execute(sa.insert(CODES).values(values))


def _valid(db: sa.Connection, code: str) -> sa.ColumnElement[bool]:
    """A clock that was set back must not revive a code, so one that ends too late counts no more."""
    now = timestamps.now(db)
    return (CODES.c.digest == code) & CODES.c.until.between(now, now + CODE_SECONDS + SET_BACK)


def _name_of(db: sa.Connection, code: str) -> str:
    query = sa.select(GUESTS.c.name).join(CODES, CODES.c.guest == GUESTS.c.id).where(_valid(db, code))
    name: str | None = db.scalar(query)
    if name is None:
        raise BadCode("bad_code")
    return name


def _take(db: sa.Connection, code: str) -> tuple[str, str | None]:
    """Whoever deletes it has it: of two at once, one."""
    found = db.execute(sa.select(CODES).where(_valid(db, code))).first()
    if found is None or not db.execute(sa.delete(CODES).where(CODES.c.digest == code)).rowcount:
        raise BadCode("bad_code")
    return found.guest, found.leaving
