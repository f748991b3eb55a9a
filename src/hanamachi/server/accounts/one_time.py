"""Store secrets that work once: challenges of passkeys, links that the host makes, guests who may be joined,
links that make a host, invitations to sign up.

Only a digest is stored. Of two who use a secret at once, one finds it.
"""

import secrets
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.words import Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import ONE_TIME
from hanamachi.server.runtime.digests import digest

CHALLENGE, LINK, JOIN = "challenge", "link", "join"
HOST, HOST_BROWSER = "host", "host_browser"  # a link that makes a host, and the browser that opened it
INVITATION = "invitation"
DAY = 24 * 3600.0
SECONDS = {
    CHALLENGE: 300.0,
    LINK: DAY,
    JOIN: 30 * DAY,
    HOST: 900.0,
    HOST_BROWSER: 900.0,
    INVITATION: 14 * DAY,
}


class OneTimeOver(Refusal):
    """The secret was never given out, was used, or has expired."""


class Found(Struct, frozen=True):
    """The purpose of a secret."""

    guest: str
    about: str


def offer(
    db: sa.Connection, kind: str, guest: str = "", about: str = "", seconds: float | None = None
) -> str:
    """Store a new secret, and return it. A member has one link at a time. `seconds`: for which it is good, if
    that is not as usual."""
    secret = secrets.token_urlsafe(32)
    now = timestamps.now(db)
    db.execute(sa.delete(ONE_TIME).where(ONE_TIME.c.until < now))
    if kind == LINK:
        db.execute(sa.delete(ONE_TIME).where(ONE_TIME.c.kind == LINK, ONE_TIME.c.guest == guest))
    values = {"digest": digest(secret), "kind": kind, "guest": guest, "about": about}
    db.execute(
        sa.insert(ONE_TIME).values(**values, until=now + (SECONDS[kind] if seconds is None else seconds))
    )
    return secret


def look(db: sa.Connection, kind: str, secret: str) -> Found:
    """Return what a secret was made for. It stays valid."""
    row = _row(db, kind, secret)
    return Found(row.guest, row.about)


def expires(db: sa.Connection, kind: str, secret: str) -> float:
    """Return until when a secret can be used."""
    return float(_row(db, kind, secret).until)


def _row(db: sa.Connection, kind: str, secret: str) -> sa.Row[Any]:
    now = timestamps.now(db)
    mine = (ONE_TIME.c.digest == digest(secret)) & (ONE_TIME.c.kind == kind)
    row = db.execute(sa.select(ONE_TIME).where(mine, ONE_TIME.c.until > now)).first()
    if row is None:
        raise OneTimeOver(f"{kind}_over")
    return row


def take(db: sa.Connection, kind: str, secret: str) -> Found:
    """Use a secret up; return what it was made for."""
    found = look(db, kind, secret)
    if not db.execute(sa.delete(ONE_TIME).where(ONE_TIME.c.digest == digest(secret))).rowcount:
        raise OneTimeOver(f"{kind}_over")
    return found
