"""Store what a host forbids a user for a while: to talk, or to take another name."""

import math

import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import RESTRICTIONS

TALK, NAME = "talk", "name"
SPANS = (("days", 86_400), ("hours", 3_600), ("minutes", 60))


def restrict(db: sa.Connection, user: str, kind: str, seconds: float) -> float:
    """Restrict a user for so many seconds from now; return when that ends."""
    now = timestamps.now(db)
    end_restriction(db, user, kind)
    db.execute(sa.insert(RESTRICTIONS).values(guest=user, kind=kind, at=now, until=now + seconds))
    return now + seconds


def end_restriction(db: sa.Connection, user: str, kind: str) -> bool:
    """Allow it again. Return False if it was allowed."""
    mine = (RESTRICTIONS.c.guest == user) & (RESTRICTIONS.c.kind == kind)
    ended = db.scalar(sa.select(RESTRICTIONS.c.until).where(mine, RESTRICTIONS.c.until > timestamps.now(db)))
    db.execute(sa.delete(RESTRICTIONS).where(mine))
    return ended is not None


def check_allowed(db: sa.Connection, user: str, kind: str) -> None:
    """Refuse what is forbidden to this user now."""
    mine = (RESTRICTIONS.c.guest == user) & (RESTRICTIONS.c.kind == kind)
    until = db.scalar(sa.select(RESTRICTIONS.c.until).where(mine))
    if until is not None and (left := until - timestamps.now(db)) > 0:
        raise Refused("muted", wait=span(left)) if kind == TALK else Refused("name_kept", wait=span(left))


def span(seconds: float) -> str:
    """Return a remaining time as a fact for a sentence: in the largest unit, rounded up."""
    unit, size = next((each for each in SPANS if seconds > 2 * each[1]), SPANS[-1])
    return f"@span.{unit}:{math.ceil(seconds / size)}"


def restricted_until(db: sa.Connection, users: list[str], kind: str) -> dict[str, float]:
    """Return the ends of restrictions, by user."""
    query = sa.select(RESTRICTIONS.c.guest, RESTRICTIONS.c.until)
    query = query.where(RESTRICTIONS.c.guest.in_(users), RESTRICTIONS.c.kind == kind)
    return {
        row.guest: row.until for row in db.execute(query.where(RESTRICTIONS.c.until > timestamps.now(db)))
    }


def delete_old(db: sa.Connection) -> None:
    """Delete what is forbidden no more."""
    db.execute(sa.delete(RESTRICTIONS).where(RESTRICTIONS.c.until <= timestamps.now(db)))
