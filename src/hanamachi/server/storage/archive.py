"""Pack the log of a finished game into one compressed row, and unpack it when the table is read.

The table keeps its set-up, seats, result and clocks, so lists and erasing never see the difference. A server
that is too old to know packed logs takes the row for one of newer rules: it refuses the table and changes
nothing.
"""

import zlib

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.json_columns import patched
from hanamachi.server.db.prepared import Prepared
from hanamachi.server.db.schema import OPINIONS, ROWS

Rows = list[tuple[int, bytes]]  # with their numbers
Took = dict[int, float]  # seconds of decisions, by the row that ended them


class PackedLog(Struct, frozen=True, tag="archived"):
    """The only row of a packed table: how many rows there were, and what they were."""

    length: int
    packed: bytes


class Content(Struct, frozen=True, array_like=True):
    rows: list[msgspec.Raw]
    took: Took


MARK = '{"type":"archived",'
FIRST_ROW = Prepared(
    sa.select(ROWS.c.row).where(
        ROWS.c.table_id == sa.bindparam("table"), ROWS.c.seq == sa.literal_column("0")
    )
)


def packed(rows: Rows, took: Took) -> str:
    """Return a log as one row."""
    content = msgspec.json.encode(Content([msgspec.Raw(row) for _, row in rows], took))
    return msgspec.json.encode(PackedLog(len(rows), zlib.compress(content, 9))).decode()


def is_packed(row: str) -> bool:
    return row.startswith(MARK)


def unpacked(row: str) -> tuple[Rows, Took]:
    """Return the log that was packed into a row."""
    log = msgspec.json.decode(row, type=PackedLog)
    content = msgspec.json.decode(zlib.decompress(log.packed), type=Content)
    return [(seq, bytes(each)) for seq, each in enumerate(content.rows)], content.took


def packed_row(db: sa.Connection, table: str) -> str | None:
    """Return the only row of a packed table. Return None if the table is not packed."""
    found = FIRST_ROW.scalar(db, {"table": table})
    return found if found and is_packed(found) else None


def packed_length(db: sa.Connection, table: str) -> int | None:
    """Return how many rows were packed, or None if the table is not packed."""
    found = packed_row(db, table)
    return msgspec.json.decode(found, type=PackedLog).length if found else None


def pack(db: sa.Connection, table: str) -> tuple[int, int] | None:
    """Pack the log of a table that is over. Return its size before and after. Return None, and leave it as
    it is, if its rows cannot be brought back to the byte. A judge's opinions go: they can be formed again."""
    here = ROWS.c.table_id == table
    named = ROWS.c.row.like('{"type":"seated",%'), ROWS.c.row.not_like('%"name":""}')
    db.execute(sa.update(ROWS).where(here, *named).values(row=patched(db, ROWS.c.row, name="")))
    found = db.execute(sa.select(ROWS).where(here).order_by(ROWS.c.seq)).all()
    rows = [(row.seq, row.row.encode()) for row in found]
    took = {row.seq: row.took for row in found if row.took is not None}
    row = packed(rows, took)
    if not comes_back(row, rows, took):
        return None
    db.execute(sa.delete(ROWS).where(here))
    db.execute(sa.insert(ROWS).values(table_id=table, seq=0, row=row))
    db.execute(sa.delete(OPINIONS).where(OPINIONS.c.table_id == table))
    return sum(len(data) for _, data in rows), len(row)


def comes_back(row: str, rows: Rows, took: Took) -> bool:
    """Return True if a packed log is the same when it is unpacked."""
    try:
        return unpacked(row) == (rows, took)
    except msgspec.DecodeError:  # a row is damaged
        return False
