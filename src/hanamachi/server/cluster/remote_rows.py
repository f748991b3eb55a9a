"""Read what other workers committed to tables that are open here, many tables in one query."""

from collections.abc import Collection, Mapping
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import SEATS
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.storage import shared_tables
from hanamachi.server.storage.rehydrate import side_of, with_new_rows
from hanamachi.server.storage.shared_tables import Known, SharedTable
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.model import Playing, Snapshot


async def read_changes(
    database: Database, tables: Mapping[str, Snapshot], with_seats: Collection[str]
) -> dict[str, SharedTable]:
    """Read what follows these snapshots. Once a game has begun, set-up and seats are those that are known,
    unless the table is in `with_seats`."""
    known = {
        table: Known(snapshot.seq, None if table in with_seats else known_of(snapshot))
        for table, snapshot in tables.items()
    }
    return await database.read_one(partial(shared_tables.read, tables=known, worker=database.worker))


def known_of(snapshot: Snapshot) -> shared_tables.Public | None:
    """Return the set-up and the seats of a game that has begun: before, both may change."""
    return (snapshot.setup, snapshot.seats) if isinstance(snapshot, Playing) else None


def watchers_elsewhere(stored: StoredTable) -> list[WorkerAudience]:
    """Return the watchers of a table at each of the other workers."""
    return [_as_of_now(*here) for here in stored.elsewhere]


def _as_of_now(encoded: str, age: float) -> WorkerAudience:
    """Decode the watchers at a worker, written `age` seconds ago. Their times are relative to that."""
    here = msgspec.json.decode(encoded, type=WorkerAudience)
    seen = {guest: then + age for guest, then in here.seen.items()}
    return replace(here, seen=seen, since=here.since + age)


def with_changes(snapshot: Snapshot, remote: SharedTable) -> Snapshot | None:
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
