"""Store days off. In games of days they are not counted against a player's clock."""

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db.schema import CLOCKS, DAYS_OFF, SEATS
from hanamachi.server.tables.time_control import DAY, Off

YEAR = 365 * DAY
A_YEAR = 30  # days off


class Away(Struct, frozen=True):
    """A request for days off from now on; 0 ends them."""

    days: int


class Holidays(Struct, frozen=True):
    """The seconds that a user's days off still last, and the days that may still be taken this year."""

    left: float
    days: int


def off(db: sa.Connection, guests: Collection[str]) -> dict[str, tuple[Off, ...]]:
    """Return the days off of each of these users who has some, as spans of uptime."""
    found: dict[str, tuple[Off, ...]] = {}
    query = sa.select(DAYS_OFF).where(DAYS_OFF.c.guest.in_(guests)).order_by(DAYS_OFF.c.begins)
    for guest, begins, ends in db.execute(query):
        found[guest] = (*found.get(guest, ()), (begins, ends))
    return found


def holidays(spans: Collection[Off], now: float) -> Holidays:
    """Return what is left of these days off, and of this year's allowance."""
    taken = sum(ends - max(begins, now - YEAR) for begins, ends in spans if ends > now - YEAR)
    left = max((ends - now for _, ends in spans), default=0.0)
    return Holidays(max(0.0, left), max(0, int(A_YEAR - taken / DAY + 1e-6)))


def take(db: sa.Connection, guest: str, days: int, now: float) -> Holidays:
    """Begin days off now, in place of those still to come."""
    mine = DAYS_OFF.c.guest == guest
    spans = [(begins, min(ends, now)) for begins, ends in off(db, [guest]).get(guest, ())]
    most = holidays(spans, now).days
    if not 0 <= days <= most:
        raise Refused("bad_days_off", most=most)
    db.execute(sa.update(DAYS_OFF).where(mine, DAYS_OFF.c.ends > now).values(ends=now))
    db.execute(sa.delete(DAYS_OFF).where(mine, DAYS_OFF.c.ends <= DAYS_OFF.c.begins))
    if days:
        db.execute(sa.insert(DAYS_OFF).values(guest=guest, begins=now, ends=now + days * DAY))
        spans.append((now, now + days * DAY))
    return holidays(spans, now)


def waiting_for(db: sa.Connection, guest: str) -> list[str]:
    """Return the tables at which this user's clock runs."""
    here = (SEATS.c.table_id == CLOCKS.c.table_id) & (SEATS.c.seat == CLOCKS.c.seat)
    return list(db.scalars(sa.select(CLOCKS.c.table_id).join(SEATS, here).where(SEATS.c.guest == guest)))
