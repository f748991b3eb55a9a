"""Write and read the journal of deeds. The database refuses to change or delete its rows.

A row names people by ids of `deed_people`, where their names of then and what was said about them stand. When
somebody is erased, those rows go, and the journal says that a deed was done about nobody that is known.
"""

import secrets
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import DEED_PEOPLE, DEEDS, GUESTS
from hanamachi.server.protocol.host import DeedInfo, Journal

LOCK = "deeds of hosts"  # held by whoever adds one, so that the numbers follow each other
PAGE = 50


class Host(Struct, frozen=True):
    """Who does a deed: a member in one of their browsers, or a command on the server's machine."""

    user: str = ""
    session: str = ""
    terminal: bool = False


TERMINAL = Host(terminal=True)


class Entry(Struct, frozen=True):
    """What the journal says of a deed. `said`: the reason, a new name, a message: what may name people.
    `name`: of the user until then, if the deed changed it."""

    kind: str
    user: str | None = None
    said: str = ""
    table: str | None = None
    until: float | None = None
    what: str = ""
    name: str = ""


def add_entry(db: sa.Connection, host: Host, entry: Entry) -> int:
    """Add a deed and return its number. Call it with LOCK held, in the transaction of the deed itself."""
    by = _person(db, host.user, "") if host.user else None
    about = _person(db, entry.user, entry.said, entry.name) if entry.user or entry.said else None
    number = (db.scalar(sa.select(sa.func.max(DEEDS.c.number))) or 0) + 1
    values: dict[str, Any] = {"number": number, "at": timestamps.now(db), "kind": entry.kind}
    values |= {"host": by, "person": about, "terminal": host.terminal, "table_id": entry.table}
    db.execute(sa.insert(DEEDS).values(**values, until=entry.until, what=entry.what))
    return number


def _person(db: sa.Connection, user: str | None, said: str, name: str = "") -> str:
    """Store who it is and what they are called now; return what the journal calls them."""
    name = name or db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == user)) or ""
    found = secrets.token_urlsafe(12)
    db.execute(sa.insert(DEED_PEOPLE).values(id=found, guest=user, name=name, said=said))
    return found


def last_number(db: sa.Connection) -> int:
    """Return the number of the last deed."""
    return db.scalar(sa.select(sa.func.max(DEEDS.c.number))) or 0


class NewDeed(Struct, frozen=True):
    """A deed that a worker follows."""

    number: int
    kind: str
    user: str | None
    table: str | None


def deeds_since(db: sa.Connection, number: int) -> list[NewDeed]:
    """Return the deeds after this number, in their order."""
    query = sa.select(DEEDS.c.number, DEEDS.c.kind, DEED_PEOPLE.c.guest, DEEDS.c.table_id)
    query = query.outerjoin(DEED_PEOPLE, DEED_PEOPLE.c.id == DEEDS.c.person)
    found = db.execute(query.where(DEEDS.c.number > number).order_by(DEEDS.c.number))
    return [NewDeed(*row) for row in found]


def read_journal(db: sa.Connection, before: int | None, most: int = PAGE) -> Journal:
    """Return a page of the journal, the newest deed first."""
    by, about = DEED_PEOPLE.alias("by_whom"), DEED_PEOPLE.alias("about_whom")
    columns = (
        *(DEEDS.c.number, DEEDS.c.at, DEEDS.c.kind, DEEDS.c.terminal, DEEDS.c.table_id, DEEDS.c.until),
        *(DEEDS.c.what, by.c.name.label("by"), about.c.name.label("about"), about.c.said),
    )
    query = sa.select(*columns).outerjoin(by, by.c.id == DEEDS.c.host)
    query = query.outerjoin(about, about.c.id == DEEDS.c.person).order_by(DEEDS.c.number.desc())
    if before is not None:
        query = query.where(DEEDS.c.number < before)
    rows = db.execute(query.limit(most + 1)).all()
    return Journal([_shown(row) for row in rows[:most]], rows[most - 1].number if len(rows) > most else None)


def _shown(row: Any) -> DeedInfo:
    return DeedInfo(
        number=row.number,
        at=row.at,
        kind=row.kind,
        by=row.by or "",
        terminal=bool(row.terminal),
        name=row.about or "",
        table=row.table_id,
        until=row.until,
        why=row.said or "",
        what=row.what,
    )


def host_of(db: sa.Connection, number: int | None) -> str:
    """Return the name of the host who did a deed, as it was then; empty if it is not known."""
    by = sa.select(DEED_PEOPLE.c.name).join(DEEDS, DEEDS.c.host == DEED_PEOPLE.c.id)
    return db.scalar(by.where(DEEDS.c.number == number)) or ""


def person_of(db: sa.Connection, number: int) -> tuple[str | None, str]:
    """Return the user whom a deed was about and their name of then."""
    about = sa.select(DEED_PEOPLE.c.guest, DEED_PEOPLE.c.name)
    about = about.join(DEEDS, DEEDS.c.person == DEED_PEOPLE.c.id).where(DEEDS.c.number == number)
    row = db.execute(about).first()
    return (row.guest, row.name) if row else (None, "")
