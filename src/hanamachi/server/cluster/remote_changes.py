"""What other workers have written about tables that are open here, for many tables in one reading."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.server.db.connection import Database, WriteScope
from hanamachi.server.db.schema import CLOCKS, PRESENCES, SEATS
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.live.broadcast.presence import Here
from hanamachi.server.storage.game_lists import seats_at, setup_at
from hanamachi.server.storage.table_rows import StoredTable, clocks_in, took_at
from hanamachi.server.tables.model import Playing, Snapshot
from hanamachi.server.tables.time_control import Clocks


class News(Struct, frozen=True):
    """A table as it is now. Of its log only the rows that were asked for; once its game has begun, its set-up
    and its seats are those of before, unless they were asked for, too."""

    stored: StoredTable
    length: int
    here: tuple[Here, ...]  # who looks at it at the other workers


async def read(
    database: Database, tables: Mapping[str, Snapshot], people: Collection[str]
) -> dict[str, News]:
    """Everything that follows what is known of these tables; of some who sits there is looked up, too."""
    return await database.read(lambda db: _read(db, tables, people, database.worker))


# Said with every move that another worker makes, and to PostgreSQL alone: so it is plain SQL, and one query
# for all of it.
NEWS = """
SELECT tables.id, child, aside, owner, asked, seat, "left", sealed,
  (SELECT max(seq) + 1 FROM rows WHERE rows.table_id = tables.id) AS length,
  ARRAY(SELECT ARRAY[seq::text, row] FROM rows
    WHERE rows.table_id = tables.id AND rows.seq >= known.seq ORDER BY rows.seq) AS rows,
  ARRAY(SELECT ARRAY[here, (extract(epoch FROM clock_timestamp())::float - at)::text] FROM presences
    JOIN workers ON workers.id = worker AND until > extract(epoch FROM clock_timestamp())
    WHERE presences.table_id = tables.id AND worker <> %(worker)s) AS here
FROM unnest(%(tables)s::text[], %(known)s::int[]) AS known (id, seq) JOIN tables ON tables.id = known.id
LEFT JOIN windows ON windows.table_id = tables.id
"""


def _read(
    db: sa.Connection, tables: Mapping[str, Snapshot], people: Collection[str], worker: str
) -> dict[str, News]:
    known = {
        "tables": list(tables),
        "known": [snapshot.seq for snapshot in tables.values()],
        "worker": worker,
    }
    clocks = _clocks(db, tables)
    return {
        row.id: News(
            replace(
                stored(db, tables[row.id], row, people=row.id in people),
                clocks=clocks.get(row.id),
            ),
            row.length or 0,
            tuple(_as_of_now(told, float(ago)) for told, ago in row.here),
        )
        for row in db.exec_driver_sql(NEWS, known).all()
    }


def stored(db: sa.Connection, snapshot: Snapshot, found: Any, *, people: bool) -> StoredTable:
    anew = people or not isinstance(snapshot, Playing)
    return StoredTable(
        setup_at(db, found.id) if anew else snapshot.setup,
        seats_at(db, found.id) if anew else snapshot.seats,
        [(int(seq), row.encode()) for seq, row in found.rows],
        asked=found.asked,
        asked_seat=found.seat or 0,
        left=found.left or 0.0,
        sealed=found.sealed.encode() if found.sealed else None,
        side=found.aside.encode() if found.aside else None,
        child=found.child,
        owner=found.owner,
    )


def _as_of_now(told: str, ago: float) -> Here:
    """Who looks on at a worker whose lease runs."""
    here = msgspec.json.decode(told, type=Here)
    seen = {guest: then + ago for guest, then in here.seen.items()}
    return replace(here, seen=seen, since=here.since + ago)


def _clocks(db: sa.Connection, tables: Mapping[str, Snapshot]) -> dict[str, Clocks]:
    """Of those that have any: what each decision took, but for those that are known."""
    clocked = {table: snapshot.seq for table, snapshot in tables.items() if snapshot.setup.clock}
    if not clocked:
        return {}
    found = db.execute(sa.select(CLOCKS).where(CLOCKS.c.table_id.in_(clocked))).all()
    return {row.table_id: clocks_in(row, took_at(db, row.table_id, clocked[row.table_id])) for row in found}


async def show(database: Database, table: str, here: Here, *, lobby: bool) -> None:
    """Tell the other workers who looks at a table here. `lobby`: it stands there."""
    values = {"here": msgspec.json.encode(here).decode(), "at": NOW}
    mine = (PRESENCES.c.table_id == table) & (PRESENCES.c.worker == database.worker)

    def job(db: sa.Connection) -> None:
        if not db.execute(sa.update(PRESENCES).where(mine).values(values)).rowcount:
            db.execute(sa.insert(PRESENCES).values(table_id=table, worker=database.worker, **values))

    await database.write(job, WriteScope([table], lobby=lobby))


async def sitting(
    database: Database, tables: Collection[str], guests: Collection[str]
) -> list[tuple[str, str]]:
    """Which of these guests sit at which of these tables."""
    query = sa.select(SEATS.c.table_id, SEATS.c.guest).distinct()
    query = query.where(SEATS.c.table_id.in_(list(tables)), SEATS.c.guest.in_(list(guests)))
    return await database.read(lambda db: [(table, guest) for table, guest in db.execute(query)])
