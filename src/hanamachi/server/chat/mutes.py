"""Store whom a user mutes. It holds at every table, and the other one is not told."""

import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.locales import catalogue
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import GUESTS, MUTES
from hanamachi.server.protocol.rest import MutedUser
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage.table_rows import check_not_erased
from hanamachi.server.tables.players import told_apart


def mute_name(user: str, other: str) -> str:
    """Return how a user names one whom they mute: never by the other's id, which is a secret."""
    return digest(f"{user} {other}")[:32]


def mute(db: sa.Connection, user: str, other: str) -> None:
    """Mute another user. To do so twice changes nothing more."""
    if user == other:
        raise Refused("own_line")
    check_not_erased(db, [user, other])
    if not db.execute(sa.select(MUTES.c.at).where(between(user, other))).first():
        db.execute(sa.insert(MUTES).values(guest=user, other=other, at=timestamps.value(db)))


def unmute(db: sa.Connection, user: str, name: str) -> None:
    """Unmute a user. To do so twice changes nothing more."""
    for other in db.scalars(sa.select(MUTES.c.other).where(MUTES.c.guest == user)).all():
        if mute_name(user, other) == name:
            db.execute(sa.delete(MUTES).where(between(user, other)))


def between(user: str, other: str) -> sa.ColumnElement[bool]:
    return (MUTES.c.guest == user) & (MUTES.c.other == other)


def muted_by(db: sa.Connection, user: str, lang: str) -> list[MutedUser]:
    """Return whom a user mutes, the newest first."""
    house, columns = catalogue("house")(lang), (MUTES.c.other, MUTES.c.at, GUESTS.c.name, GUESTS.c.homonym)
    names = sa.select(*columns).join(GUESTS, GUESTS.c.id == MUTES.c.other)
    found = db.execute(names.where(MUTES.c.guest == user).order_by(MUTES.c.at.desc()))
    return [
        MutedUser(mute_name(user, row.other), told_apart(row.name, row.homonym, house), row.at)
        for row in found
    ]
