"""Leave word for users of what a host has done about them. It is shown once."""

import secrets

import sqlalchemy as sa

from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import USER_NOTICES
from hanamachi.server.protocol.host import UserNotice

MOST = 20  # that wait for one user; the oldest go
KEPT = 90 * 86_400.0  # seconds


def leave_word(
    db: sa.Connection,
    user: str,
    kind: str,
    why: str,
    *,
    until: float | None = None,
    table: str | None = None,
    name: str = "",
) -> None:
    """Leave word for a user."""
    about = {"kind": kind, "why": why, "until": until, "table_id": table, "name": name}
    values = {"guest": user, "number": secrets.token_urlsafe(6), "at": timestamps.now(db)}
    db.execute(sa.insert(USER_NOTICES).values(**values, **about))
    mine = sa.select(USER_NOTICES.c.number).where(USER_NOTICES.c.guest == user)
    old = list(db.scalars(mine.order_by(USER_NOTICES.c.at.desc()).offset(MOST)))
    db.execute(sa.delete(USER_NOTICES).where(USER_NOTICES.c.guest == user, USER_NOTICES.c.number.in_(old)))


def notices_for(db: sa.Connection, user: str) -> list[UserNotice]:
    """Return what a user is yet to be shown, the oldest first."""
    query = sa.select(USER_NOTICES).where(USER_NOTICES.c.guest == user).order_by(USER_NOTICES.c.at)
    return [
        UserNotice(row.kind, row.why, row.at, row.until, row.table_id, row.name) for row in db.execute(query)
    ]


def users_told(db: sa.Connection, table: str) -> list[str]:
    """Return the users with an unread notice about a table."""
    return list(
        db.scalars(sa.select(USER_NOTICES.c.guest).where(USER_NOTICES.c.table_id == table).distinct())
    )


def were_shown(db: sa.Connection, user: str) -> None:
    """Delete what a user was shown."""
    db.execute(sa.delete(USER_NOTICES).where(USER_NOTICES.c.guest == user))


def delete_old(db: sa.Connection) -> None:
    """Delete notices that were never fetched."""
    db.execute(sa.delete(USER_NOTICES).where(USER_NOTICES.c.at < timestamps.now(db) - KEPT))
