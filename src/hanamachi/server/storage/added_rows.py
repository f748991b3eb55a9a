"""Pack the rows that a move adds to a table for the other workers, and add them to a snapshot there.

This spares the other workers a query for every move. It is done only where nothing changed but the log and
the clocks; every other change is read from the database.
"""

import msgspec
from msgspec.structs import replace

from hanamachi.server.db.notify import AddedRows
from hanamachi.server.storage.rehydrate import with_new_times, with_rows
from hanamachi.server.storage.table_rows import text
from hanamachi.server.tables.model import Playing, Snapshot, rows_after
from hanamachi.server.tables.time_control import Clocks


def added_rows(table: str, before: Snapshot, after: Snapshot) -> AddedRows | None:
    """Return the rows that were added, or None if other data changed, too."""
    if not isinstance(before, Playing) or not isinstance(after, Playing) or before.seq == after.seq:
        return None
    if before.window or after.window or beside(before) != beside(after):
        return None
    clocks = None
    if after.clocks and after.clocks != before.clocks:
        new = {seq: took for seq, took in after.clocks.took.items() if seq >= before.seq}
        clocks = text(replace(after.clocks, took=new))
    rows = [text(row) for row in rows_after(before, after)]
    return AddedRows(table, after.setup.version, before.seq, rows, clocks)


def beside(snapshot: Playing) -> object:
    """Return what must not change."""
    return snapshot.seats, snapshot.child, snapshot.side, snapshot.damaged, snapshot.setup.version


def with_added_rows(snapshot: Snapshot, added: AddedRows) -> Snapshot | None:
    """Return a snapshot with the rows that another worker added; the same one if it has them. Return None if
    they cannot follow: then the table must be read."""
    if snapshot.seq >= added.seq + len(added.rows):
        return snapshot
    if not isinstance(snapshot, Playing) or snapshot.window:
        return None
    if (snapshot.seq, snapshot.setup.version) != (added.seq, added.version):
        return None
    clocks = msgspec.json.decode(added.clocks, type=Clocks) if added.clocks else None
    rows = [(seq, row.encode()) for seq, row in enumerate(added.rows, added.seq)]
    after = with_rows(snapshot, rows)
    return after and replace(
        after, clocks=with_new_times(snapshot.clocks, clocks) if clocks else after.clocks
    )
