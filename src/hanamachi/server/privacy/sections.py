"""List what is stored about a user, section by section, with how to export and how to erase it.

A new column or table about users needs a section; a test compares the sections with the schema.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.json_columns import field, hosted_by, patched
from hanamachi.server.db.schema import (
    CODES,
    DAYS_OFF,
    GUESTS,
    HOOKS,
    MUTES,
    PRESENCES,
    QUEUE,
    REFUSED_PAIRS,
    REPORTS,
    ROWS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    TALK,
    VISITORS,
)
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience


class Section(Struct, frozen=True):
    """`tell` returns what belongs to the user, as JSON takes it: never a seed, never another user's data.
    `forget` leaves nothing that identifies them. Sections are erased in their order."""

    name: str  # in what a guest is given
    tables: tuple[str, ...]  # of the schema
    tell: Callable[[sa.Connection, str], Iterable[Any]]
    forget: Callable[[sa.Connection, str], object]


def tell_guest(db: sa.Connection, guest: str) -> Iterable[Any]:
    found = db.execute(sa.select(GUESTS).where(GUESTS.c.id == guest))
    return [{"id": row.id, "name": row.name, "created": row.created} for row in found]


def forget_guest(db: sa.Connection, guest: str) -> None:
    """Delete the user first. A transaction that seats this user waits for the lock, and is refused then."""
    db.execute(sa.delete(GUESTS).where(GUESTS.c.id == guest))


def tell_hosted(db: sa.Connection, guest: str) -> Iterable[Any]:
    columns = TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.finished
    found = db.execute(sa.select(*columns).where(hosted_by(db, guest)).order_by(TABLES.c.number))
    return [dict(row._mapping) for row in found]


def forget_hosted(db: sa.Connection, guest: str) -> None:
    """Erase the host, the names in games that they imported, and names that older workers wrote into logs."""
    hosted = sa.select(TABLES.c.id).where(hosted_by(db, guest))
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
    brought = (
        SEATS.c.table_id.in_(hosted),
        SEATS.c.guest.is_(None),
        field(db, SEATS.c.held, "kind") == "guest",
    )
    db.execute(sa.update(SEATS).where(*brought).values(held=patched(db, SEATS.c.held, name="")))
    named = ROWS.c.row.like('{"type":"seated",%'), ROWS.c.row.not_like('%"name":""}')
    here = sa.or_(ROWS.c.table_id.in_(hosted), ROWS.c.table_id.in_(mine))
    db.execute(sa.update(ROWS).where(here, *named).values(row=patched(db, ROWS.c.row, name="")))
    db.execute(
        sa.update(TABLES).where(hosted_by(db, guest)).values(setup=patched(db, TABLES.c.setup, host=""))
    )


def tell_seats(db: sa.Connection, guest: str) -> Iterable[Any]:
    found = db.execute(
        sa.select(SEATS).where(SEATS.c.guest == guest).order_by(SEATS.c.table_id, SEATS.c.seat)
    )
    for row in found:
        held = msgspec.json.decode(row.held)
        said = {name: held[name] for name in ("kind", "name", "words") if held.get(name)}
        yield {"table": row.table_id, "seat": row.seat, **said, "came": row.came}


def forget_seats(db: sa.Connection, guest: str) -> None:
    """Erase the user from their seats. Their part in the shuffle stays: it proves every throw of the dice."""
    nobody = patched(db, SEATS.c.held, name="", guest=None)
    db.execute(sa.update(SEATS).where(SEATS.c.guest == guest).values(held=nobody, guest=None, came=None))


def tell_presences(db: sa.Connection, guest: str) -> Iterable[Any]:
    like = PRESENCES.c.here.contains(f'"{guest}"', autoescape=True)
    for row in db.execute(sa.select(PRESENCES).where(like)):
        here = msgspec.json.decode(row.here, type=WorkerAudience)
        yield {"table": row.table_id, "looks_on": guest in here.guests}


def forget_presences(_db: sa.Connection, _guest: str) -> None:
    """Do nothing: each worker updates its presences itself when it closes the sockets of the user."""


def rows_of(name: str, table: sa.Table, *told: str) -> Section:
    """Return the section of a table whose rows belong to one user each. `told`: the columns to export."""

    def tell(db: sa.Connection, guest: str) -> Iterable[Any]:
        columns = [table.c[each] for each in told]
        return [dict(row._mapping) for row in db.execute(sa.select(*columns).where(table.c.guest == guest))]

    return Section(name, (table.name,), tell, forget_all(table))


def forget_all(table: sa.Table) -> Callable[[sa.Connection, str], object]:
    return lambda db, guest: db.execute(sa.delete(table).where(table.c.guest == guest))


def tell_refused_pairs(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export until when pairs are refused, but not with whom: that is another user's."""
    mine = sa.select(REFUSED_PAIRS.c.until).where(REFUSED_PAIRS.c.guest == guest)
    return [{"until": until} for until in db.scalars(mine)]


def forget_refused_pairs(db: sa.Connection, guest: str) -> None:
    mine = (REFUSED_PAIRS.c.guest == guest) | (REFUSED_PAIRS.c.other == guest)
    db.execute(sa.delete(REFUSED_PAIRS).where(mine))


def tell_queue(db: sa.Connection, guest: str) -> Iterable[Any]:
    for row in db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest)):
        yield {"wish": msgspec.json.decode(row.wish), "since": row.since, "table": row.table_id}


def tell_mutes(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export since when somebody is muted, but not who: that is another user's."""
    return [{"since": at} for at in db.scalars(sa.select(MUTES.c.at).where(MUTES.c.guest == guest))]


def forget_mutes(db: sa.Connection, guest: str) -> None:
    db.execute(sa.delete(MUTES).where((MUTES.c.guest == guest) | (MUTES.c.other == guest)))


def tell_reports(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Export what the user reported. Of what others reported about them, their own lines are told as such."""
    columns = REPORTS.c.table_id, REPORTS.c.side, REPORTS.c.number, REPORTS.c.at, REPORTS.c.resolved
    found = db.execute(sa.select(*columns).where(REPORTS.c.reporter == guest))
    return [dict(row._mapping) for row in found]


def forget_reports(db: sa.Connection, guest: str) -> None:
    """Erase the user from reports. The reported lines stay for their 30 days, as the host must judge them."""
    for who in (REPORTS.c.reporter, REPORTS.c.author):
        db.execute(sa.update(REPORTS).where(who == guest).values({who: None}))


SECTIONS = (
    Section("guest", ("guests",), tell_guest, forget_guest),
    Section("opened", ("tables", "rows"), tell_hosted, forget_hosted),
    Section("seats", ("seats",), tell_seats, forget_seats),
    Section("presences", ("presences",), tell_presences, forget_presences),
    rows_of("days_off", DAYS_OFF, "begins", "ends"),
    rows_of("browsers", SESSIONS, "device", "begun", "seen", "ended"),
    rows_of("calls", SUBSCRIPTIONS, "endpoint", "lang", "made", "silent"),
    rows_of("webhooks", HOOKS, "url", "lang", "made", "silent"),
    rows_of("codes", CODES, "until"),
    Section("waiting", ("queue",), tell_queue, forget_all(QUEUE)),
    Section("not_again", ("refused_pairs",), tell_refused_pairs, forget_refused_pairs),
    rows_of("visits", VISITORS, "worker"),
    rows_of("talk", TALK, "table_id", "side", "phrase", "text", "at"),
    Section("mutes", ("mutes",), tell_mutes, forget_mutes),
    Section("reports", ("reports",), tell_reports, forget_reports),
)
WITH_A_TABLE = ("windows", "clocks", "opinions")  # told with each game; nothing in them leads to anybody
OF_THE_HOUSE = ("settings", "workers", "forgotten", "hours")  # about nobody
