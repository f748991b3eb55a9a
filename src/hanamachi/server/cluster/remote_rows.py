"""Read what other workers committed to tables that are open here, many tables in one query."""

from collections.abc import Collection, Mapping
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.server.db.connection import Database
from hanamachi.server.db.pipeline import together
from hanamachi.server.db.prepared import Prepared
from hanamachi.server.db.schema import CLOCKS, SEATS
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.storage.game_lists import LOAD_SEATS, LOAD_SETUP, with_names
from hanamachi.server.storage.rehydrate import side_of, with_new_rows
from hanamachi.server.storage.table_rows import StoredTable, clocks_in, decode_setup, took_at
from hanamachi.server.tables.model import Playing, Snapshot
from hanamachi.server.tables.time_control import Clocks


class RemoteTable(Struct, frozen=True):
    """A table as it is stored now: the rows after those that are known here. Once the game has begun, set-up
    and seats are those that are known, unless they were asked for."""

    stored: StoredTable
    length: int
    watchers: tuple[WorkerAudience, ...]  # at each of the other workers


# This runs on PostgreSQL alone.
CHANGES_SQL = """
SELECT tables.id, child, aside, owner, asked, seat, "left", sealed,
  (SELECT max(seq) + 1 FROM rows WHERE rows.table_id = tables.id) AS length,
  ARRAY(SELECT ARRAY[CAST(seq AS text), row] FROM rows
    WHERE rows.table_id = tables.id AND rows.seq >= known.seq ORDER BY rows.seq) AS rows,
  ARRAY(SELECT ARRAY[here, CAST(CAST(extract(epoch FROM clock_timestamp()) AS float) - at AS text)]
    FROM presences
    JOIN workers ON workers.id = worker AND until > extract(epoch FROM clock_timestamp())
    WHERE presences.table_id = tables.id AND worker <> :worker) AS here
FROM unnest(CAST(:tables AS text[]), CAST(:known AS int[])) AS known (id, seq)
JOIN tables ON tables.id = known.id
LEFT JOIN windows ON windows.table_id = tables.id
"""
COLUMNS = ("id", "child", "aside", "owner", "asked", "seat", "left", "sealed", "length", "rows", "here")
CHANGES = Prepared(sa.text(CHANGES_SQL).columns(*map(sa.column, COLUMNS)))


async def read_changes(
    database: Database, tables: Mapping[str, Snapshot], with_seats: Collection[str]
) -> dict[str, RemoteTable]:
    """Read what follows these snapshots. Read the seats of the tables in `with_seats`, too."""
    return await database.read(lambda db: _read(db, tables, with_seats, database.worker))


def _read(
    db: sa.Connection, tables: Mapping[str, Snapshot], with_seats: Collection[str], worker: str
) -> dict[str, RemoteTable]:
    known = {
        "tables": list(tables),
        "known": [snapshot.seq for snapshot in tables.values()],
        "worker": worker,
    }
    anew = [t for t, snapshot in tables.items() if t in with_seats or not isinstance(snapshot, Playing)]
    queries = [(query, {"table": table}) for table in anew for query in (LOAD_SETUP, LOAD_SEATS)]
    changes, *found = together(db, (CHANGES, known), *queries)
    public = dict(zip(anew, zip(found[::2], found[1::2], strict=True), strict=True))
    clocks = _clocks(db, tables)
    return {
        row.id: RemoteTable(
            replace(_stored(tables[row.id], row, public.get(row.id)), clocks=clocks.get(row.id)),
            row.length or 0,
            tuple(_as_of_now(encoded, float(age)) for encoded, age in row.here),
        )
        for row in changes
    }


def _stored(snapshot: Snapshot, found: Any, public: tuple[list[Any], list[Any]] | None) -> StoredTable:
    """Return a table as it is stored now. `public`: its set-up and its seats, if they were read, too."""
    return StoredTable(
        decode_setup(public[0][0].setup) if public else snapshot.setup,
        with_names(public[1]) if public else snapshot.seats,
        [(int(seq), row.encode()) for seq, row in found.rows],
        asked=found.asked,
        asked_seat=found.seat or 0,
        left=found.left or 0.0,
        sealed=found.sealed.encode() if found.sealed else None,
        side=found.aside.encode() if found.aside else None,
        child=found.child,
        owner=found.owner,
    )


def _as_of_now(encoded: str, age: float) -> WorkerAudience:
    """Decode the watchers at a worker, written `age` seconds ago. Their times are relative to that."""
    here = msgspec.json.decode(encoded, type=WorkerAudience)
    seen = {guest: then + age for guest, then in here.seen.items()}
    return replace(here, seen=seen, since=here.since + age)


def _clocks(db: sa.Connection, tables: Mapping[str, Snapshot]) -> dict[str, Clocks]:
    """Read the clocks of tables that have one, and what each new decision took."""
    clocked = {table: snapshot.seq for table, snapshot in tables.items() if snapshot.setup.clock}
    if not clocked:
        return {}
    found = db.execute(sa.select(CLOCKS).where(CLOCKS.c.table_id.in_(clocked))).all()
    return {row.table_id: clocks_in(row, took_at(db, row.table_id, clocked[row.table_id])) for row in found}


def with_changes(snapshot: Snapshot, remote: RemoteTable) -> Snapshot | None:
    """Return a snapshot with remote changes added. Return None if the table must be loaded again, because its
    game has begun or the rows known here are not those that are stored."""
    if isinstance(snapshot, Playing):
        return with_new_rows(snapshot, remote.stored) if remote.length >= snapshot.seq else None
    stored = remote.stored
    return (
        None
        if remote.length
        else replace(snapshot, setup=stored.setup, seats=stored.seats, side=side_of(stored))
    )


async def seated_users(
    database: Database, tables: Collection[str], users: Collection[str]
) -> list[tuple[str, str]]:
    """Return (table, user) for each of these users who sits at one of these tables."""
    query = sa.select(SEATS.c.table_id, SEATS.c.guest).distinct()
    query = query.where(SEATS.c.table_id.in_(list(tables)), SEATS.c.guest.in_(list(users)))
    return await database.read(lambda db: [(table, guest) for table, guest in db.execute(query)])
