"""Read tables from PostgreSQL, many in one statement. A single statement needs no transaction, which would
ask the database twice more."""

from collections.abc import Mapping
from typing import Any, NamedTuple

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.prepared import Prepared
from hanamachi.server.storage import archive
from hanamachi.server.storage.game_lists import decode_seat, known_as
from hanamachi.server.storage.table_rows import StoredTable, clocks_in, decode_setup
from hanamachi.server.tables.model import SeatHolder, Setup

Public = tuple[Setup, tuple[SeatHolder, ...]]


class Known(Struct, frozen=True):
    """What is known of a table: so many rows, and perhaps its set-up and its seats, else they are read."""

    seq: int = 0
    public: Public | None = None


class SharedTable(Struct, frozen=True):
    """A table as it is stored now, with the rows after those that are known."""

    stored: StoredTable
    length: int


SQL = """
SELECT tables.id, child, aside, owner, turn, damaged, finished AND result IS NULL AS unsettled,
  windows.asked, windows.seat, windows."left", sealed,
  CASE WHEN known.anew THEN setup END AS setup,
  CASE WHEN known.anew THEN ARRAY(SELECT ARRAY[held, name, CAST(homonym AS text)] FROM seats
    LEFT JOIN guests ON guests.id = guest WHERE seats.table_id = tables.id ORDER BY seats.seat) END AS seats,
  (SELECT max(seq) + 1 FROM rows WHERE rows.table_id = tables.id) AS length,
  ARRAY(SELECT ARRAY[CAST(seq AS text), row, CAST(took AS text)] FROM rows
    WHERE rows.table_id = tables.id AND rows.seq >= known.seq ORDER BY rows.seq) AS rows,
  ARRAY(SELECT ARRAY[here, CAST(CAST(extract(epoch FROM clock_timestamp()) AS float) - at AS text)]
    FROM presences
    JOIN workers ON workers.id = worker AND until > extract(epoch FROM clock_timestamp())
    WHERE presences.table_id = tables.id AND worker <> :worker) AS here,
  clocks."left", clocks.asked, clocks.seat, since, ends, signals
FROM {known} AS known (id, seq, anew)
JOIN tables ON tables.id = known.id
LEFT JOIN windows ON windows.table_id = tables.id
LEFT JOIN clocks ON clocks.table_id = tables.id
"""
TABLE = ("id", "child", "aside", "owner", "turn", "damaged", "unsettled", "asked", "seat", "left", "sealed")
COLUMNS = (*TABLE, "setup", "seats", "length", "rows", "here", *(f"clock_{number}" for number in range(6)))
# PostgreSQL plans the statement for one table once. With arrays of unknown length it plans each time.
ONE = "(VALUES (CAST(:table AS text), CAST(:seq AS int), CAST(:anew AS bool)))"
MANY = "unnest(CAST(:tables AS text[]), CAST(:seqs AS int[]), CAST(:anew AS bool[]))"
READ_ONE, READ_MANY = (
    Prepared(sa.text(SQL.format(known=known)).columns(*map(sa.column, COLUMNS))) for known in (ONE, MANY)
)


class ClockColumns(NamedTuple):
    left: str
    asked: int | None
    seat: int | None
    since: float | None
    ends: float | None
    signals: int | None


def read(db: sa.Connection, tables: Mapping[str, Known], worker: str) -> dict[str, SharedTable]:
    """Read these tables, as far as they exist, in one statement."""
    seqs = [known.seq for known in tables.values()]
    anew = [known.public is None for known in tables.values()]
    if len(tables) == 1:
        values = {"table": next(iter(tables)), "seq": seqs[0], "anew": anew[0], "worker": worker}
        found = READ_ONE.rows(db, values)
    else:
        found = READ_MANY.rows(db, {"tables": list(tables), "seqs": seqs, "anew": anew, "worker": worker})
    return {row.id: shared_table(row, tables[row.id].public) for row in found}


def load(db: sa.Connection, table: str, worker: str) -> StoredTable | None:
    """Return a table with all its rows, if it exists. `worker`: whose watchers are left out."""
    found = read(db, {table: Known()}, worker).get(table)
    return found.stored if found else None


def shared_table(row: Any, public: Public | None) -> SharedTable:
    setup, seats = public or (decode_setup(row.setup), tuple(map(seat_holder, row.seats)))
    log = [(int(seq), data.encode()) for seq, data, _ in row.rows]
    took = {int(seq): float(took) for seq, _, took in row.rows if took is not None}
    if len(row.rows) == 1 and archive.is_packed(row.rows[0][1]):
        log, took = archive.unpacked(row.rows[0][1])
    clocks = ClockColumns(*row[len(COLUMNS) - len(ClockColumns._fields) :])
    stored = StoredTable(
        setup,
        seats,
        log,
        asked=row.asked,
        asked_seat=row.seat or 0,
        left=row.left or 0.0,
        sealed=row.sealed.encode() if row.sealed else None,
        side=row.aside.encode() if row.aside else None,
        child=row.child,
        owner=row.owner,
        turn=row.turn,
        damaged=row.damaged,
        unsettled=row.unsettled,
        clocks=clocks_in(clocks, took) if clocks.left else None,
        elsewhere=tuple((here, float(age)) for here, age in row.here),
    )
    return SharedTable(stored, row.length or 0)


def seat_holder(columns: list[str | None]) -> SeatHolder:
    held, name, homonym = columns
    assert held is not None
    return known_as(decode_seat(held), name, homonym == "true")
