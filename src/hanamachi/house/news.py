"""What other workers have written about tables that are open here, for many tables in one reading."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.house.database import Database, Touch
from hanamachi.house.keeping import Stored
from hanamachi.house.kept import Kept, Playing
from hanamachi.house.leases import NOW
from hanamachi.house.listing import seats_at, setup_at
from hanamachi.house.presence import Here
from hanamachi.house.schema import PRESENCES, SEATS


class News(Struct, frozen=True):
    """A table as it is now. Of its log only the rows that were asked for; once its game has begun, its set-up
    and its seats are those of before, unless they were asked for, too."""

    stored: Stored
    length: int
    here: tuple[Here, ...]  # who looks at it at the other workers


async def read(database: Database, tables: Mapping[str, Kept], people: Collection[str]) -> dict[str, News]:
    """Everything that follows what is known of these tables; of some who sits there is looked up, too."""
    return await database.read(lambda db: _read(db, tables, people, database.worker))


# Said with every move that another worker makes, and to PostgreSQL alone: so it is plain SQL.
ABOUT = """
SELECT id, child, aside, owner, asked, seat, "left", sealed,
  (SELECT max(seq) + 1 FROM rows WHERE rows.table_id = id) AS length
FROM tables LEFT JOIN windows ON windows.table_id = id WHERE id = ANY(%(tables)s)
"""
NEW_ROWS = """
SELECT rows.table_id, rows.seq, rows.row FROM unnest(%(tables)s::text[], %(known)s::int[]) AS known (id, seq)
JOIN rows ON rows.table_id = known.id AND rows.seq >= known.seq ORDER BY rows.table_id, rows.seq
"""
WHO_IS_WHERE = """
SELECT table_id, here, extract(epoch FROM clock_timestamp())::float - at FROM presences
JOIN workers ON id = worker AND until > extract(epoch FROM clock_timestamp())
WHERE table_id = ANY(%(tables)s) AND worker <> %(worker)s
"""


def _read(
    db: sa.Connection, tables: Mapping[str, Kept], people: Collection[str], worker: str
) -> dict[str, News]:
    about = db.exec_driver_sql(ABOUT, {"tables": list(tables)}).all()
    rows, here = _rows(db, tables), _here(db, tables, worker)
    return {
        row.id: News(
            stored(db, tables[row.id], row, rows.get(row.id, []), people=row.id in people),
            row.length or 0,
            tuple(here.get(row.id, ())),
        )
        for row in about
    }


def stored(
    db: sa.Connection, kept: Kept, found: Any, rows: list[tuple[int, bytes]], *, people: bool
) -> Stored:
    anew = people or not isinstance(kept, Playing)
    return Stored(
        setup_at(db, found.id) if anew else kept.setup,
        seats_at(db, found.id) if anew else kept.seats,
        rows,
        asked=found.asked,
        asked_seat=found.seat or 0,
        left=found.left or 0.0,
        sealed=found.sealed.encode() if found.sealed else None,
        aside=found.aside.encode() if found.aside else None,
        child=found.child,
        owner=found.owner,
    )


def _rows(db: sa.Connection, tables: Mapping[str, Kept]) -> dict[str, list[tuple[int, bytes]]]:
    known = {"tables": list(tables), "known": [kept.seq for kept in tables.values()]}
    found: dict[str, list[tuple[int, bytes]]] = {}
    for table, seq, row in db.exec_driver_sql(NEW_ROWS, known):
        found.setdefault(table, []).append((seq, row.encode()))
    return found


def _here(db: sa.Connection, tables: Collection[str], worker: str) -> dict[str, list[Here]]:
    """Only of workers whose lease runs. Times are as of now."""
    found: dict[str, list[Here]] = {}
    for table, told, ago in db.exec_driver_sql(WHO_IS_WHERE, {"tables": list(tables), "worker": worker}):
        here = msgspec.json.decode(told, type=Here)
        seen = {guest: then + ago for guest, then in here.seen.items()}
        found.setdefault(table, []).append(replace(here, seen=seen, since=here.since + ago))
    return found


async def show(database: Database, table: str, here: Here) -> None:
    """Tell the other workers who looks at a table here."""
    values = {"here": msgspec.json.encode(here).decode(), "at": NOW}
    mine = (PRESENCES.c.table_id == table) & (PRESENCES.c.worker == database.worker)

    def job(db: sa.Connection) -> None:
        if not db.execute(sa.update(PRESENCES).where(mine).values(values)).rowcount:
            db.execute(sa.insert(PRESENCES).values(table_id=table, worker=database.worker, **values))

    await database.write(job, Touch([table]))


async def sitting(
    database: Database, tables: Collection[str], guests: Collection[str]
) -> list[tuple[str, str]]:
    """Which of these guests sit at which of these tables."""
    query = sa.select(SEATS.c.table_id, SEATS.c.guest).distinct()
    query = query.where(SEATS.c.table_id.in_(list(tables)), SEATS.c.guest.in_(list(guests)))
    return await database.read(lambda db: [(table, guest) for table, guest in db.execute(query)])
