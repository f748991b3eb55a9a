"""Tokens of remote bot workers, which the operator makes and ends.

A token is a name and a secret, `3f9c01.SECRET`. The name may be read by anybody; of the secret a digest is
kept.
"""

import secrets

import sqlalchemy as sa

from hanamachi.server.db.schema import SETTINGS
from hanamachi.server.runtime.digests import digest, same

MARK = "work:"  # before the name, among the settings


def make(db: sa.Connection) -> str:
    name, secret = secrets.token_hex(3), secrets.token_urlsafe(32)
    db.execute(sa.insert(SETTINGS).values(name=MARK + name, value=digest(secret)))
    return f"{name}.{secret}"


def end(db: sa.Connection, name: str) -> bool:
    """End a token; return False if there is none of this name."""
    return bool(db.execute(sa.delete(SETTINGS).where(SETTINGS.c.name == MARK + name)).rowcount)


def names(db: sa.Connection) -> list[str]:
    found = db.scalars(sa.select(SETTINGS.c.name).where(SETTINGS.c.name.startswith(MARK)))
    return sorted(name.removeprefix(MARK) for name in found)


def holds(db: sa.Connection, token: str) -> bool:
    name, _, secret = token.partition(".")
    found = db.scalar(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == MARK + name))
    return same(digest(secret), found or "")
