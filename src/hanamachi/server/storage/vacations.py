"""Days off: whoever is away sets some, and in games of days none of them is counted."""

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db.schema import CLOCKS, DAYS_OFF, SEATS
from hanamachi.server.tables.time_control import DAY, Off

YEAR = 365 * DAY
A_YEAR = 30  # days off


class Away(Struct, frozen=True):
    """How many days off are wanted from now on; none: I am back."""

    days: int


class Holidays(Struct, frozen=True):
    """For how many seconds more I am away, and how many days off I may still take this year."""

    left: float
    days: int


def off(db: sa.Connection, guests: Collection[str]) -> dict[str, tuple[Off, ...]]:
    """The days off of these guests, from when to when in the house's time."""
    found: dict[str, tuple[Off, ...]] = {}
    query = sa.select(DAYS_OFF).where(DAYS_OFF.c.guest.in_(guests)).order_by(DAYS_OFF.c.begins)
    for guest, begins, ends in db.execute(query):
        found[guest] = (*found.get(guest, ()), (begins, ends))
    return found


def holidays(spans: Collection[Off], now: float) -> Holidays:
    taken = sum(ends - max(begins, now - YEAR) for begins, ends in spans if ends > now - YEAR)
    left = max((ends - now for _, ends in spans), default=0.0)
    return Holidays(max(0.0, left), max(0, int(A_YEAR - taken / DAY + 1e-6)))


def take(db: sa.Connection, guest: str, days: int, now: float) -> Holidays:
    """So many days off from now on, instead of those that were still to come."""
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
    """The tables at which time runs for this guest."""
    here = (SEATS.c.table_id == CLOCKS.c.table_id) & (SEATS.c.seat == CLOCKS.c.seat)
    return list(db.scalars(sa.select(CLOCKS.c.table_id).join(SEATS, here).where(SEATS.c.guest == guest)))
