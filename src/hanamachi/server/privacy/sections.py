"""What the house keeps about a guest, place by place: how it is told to them, and how it is forgotten.

Whoever keeps something else about guests adds a section; a test compares them with the tables of the schema.
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
    PRESENCES,
    QUEUE,
    REFUSED_PAIRS,
    ROWS,
    SEATS,
    SESSIONS,
    SUBSCRIPTIONS,
    TABLES,
    VISITORS,
)
from hanamachi.server.live.broadcast.presence import Here


class Section(Struct, frozen=True):
    """`tell` gives what is the guest's own, as JSON takes it: never a seed, never what another one holds.
    `forget` leaves nothing that leads to them. Sections are forgotten in their order."""

    name: str  # in what a guest is given
    tables: tuple[str, ...]  # of the schema
    tell: Callable[[sa.Connection, str], Iterable[Any]]
    forget: Callable[[sa.Connection, str], object]


def tell_guest(db: sa.Connection, guest: str) -> Iterable[Any]:
    found = db.execute(sa.select(GUESTS).where(GUESTS.c.id == guest))
    return [{"id": row.id, "name": row.name, "created": row.created} for row in found]


def forget_guest(db: sa.Connection, guest: str) -> None:
    """First: whoever would sit down as this guest waits for it, and is refused then."""
    db.execute(sa.delete(GUESTS).where(GUESTS.c.id == guest))


def tell_hosted(db: sa.Connection, guest: str) -> Iterable[Any]:
    columns = TABLES.c.id, TABLES.c.game, TABLES.c.created, TABLES.c.finished
    found = db.execute(sa.select(*columns).where(hosted_by(db, guest)).order_by(TABLES.c.number))
    return [dict(row._mapping) for row in found]


def forget_hosted(db: sa.Connection, guest: str) -> None:
    """With whoever brought a game from elsewhere go the names in it; and names that an older worker wrote."""
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
    """The words stay: every throw of the dice is proven by them."""
    nobody = patched(db, SEATS.c.held, name="", guest=None)
    db.execute(sa.update(SEATS).where(SEATS.c.guest == guest).values(held=nobody, guest=None, came=None))


def tell_presences(db: sa.Connection, guest: str) -> Iterable[Any]:
    like = PRESENCES.c.here.contains(f'"{guest}"', autoescape=True)
    for row in db.execute(sa.select(PRESENCES).where(like)):
        here = msgspec.json.decode(row.here, type=Here)
        yield {"table": row.table_id, "looks_on": guest in here.guests}


def forget_presences(_db: sa.Connection, _guest: str) -> None:
    """Nothing: who is turned away from a table is not there, and each worker tells so itself."""


def rows_of(name: str, table: sa.Table, *told: str) -> Section:
    """A table whose rows are each a guest's, of which these columns are told."""

    def tell(db: sa.Connection, guest: str) -> Iterable[Any]:
        columns = [table.c[each] for each in told]
        return [dict(row._mapping) for row in db.execute(sa.select(*columns).where(table.c.guest == guest))]

    return Section(name, (table.name,), tell, forget_all(table))


def forget_all(table: sa.Table) -> Callable[[sa.Connection, str], object]:
    return lambda db, guest: db.execute(sa.delete(table).where(table.c.guest == guest))


def tell_refused_pairs(db: sa.Connection, guest: str) -> Iterable[Any]:
    """Not with whom: that is another guest's."""
    mine = sa.select(REFUSED_PAIRS.c.until).where(REFUSED_PAIRS.c.guest == guest)
    return [{"until": until} for until in db.scalars(mine)]


def forget_refused_pairs(db: sa.Connection, guest: str) -> None:
    mine = (REFUSED_PAIRS.c.guest == guest) | (REFUSED_PAIRS.c.other == guest)
    db.execute(sa.delete(REFUSED_PAIRS).where(mine))


def tell_queue(db: sa.Connection, guest: str) -> Iterable[Any]:
    for row in db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest)):
        yield {"wish": msgspec.json.decode(row.wish), "since": row.since, "table": row.table_id}


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
)
WITH_A_TABLE = ("windows", "clocks", "opinions")  # told with each game; nothing in them leads to anybody
OF_THE_HOUSE = ("settings", "workers", "forgotten", "hours")  # about nobody
