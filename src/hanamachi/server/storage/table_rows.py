"""Write tables to rows and read them back. Each function runs inside a transaction.

Log rows have the key (table, seq): if two writers race, the database accepts one of them, and nothing that
was acknowledged is lost.
"""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import Result
from hanamachi.core.words import Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.group_commit import Transaction
from hanamachi.server.db.prepared import Prepared, PreparedWithTime, execute
from hanamachi.server.db.schema import (
    CLOCKS,
    FORGOTTEN,
    GUESTS,
    NOBODY,
    NUMBERS,
    ROWS,
    SEATS,
    TABLES,
    WINDOWS,
)
from hanamachi.server.runtime.digests import digest
from hanamachi.server.storage import archive
from hanamachi.server.storage.game_lists import came_out, decode_seat, seats_at
from hanamachi.server.tables.model import (
    Playing,
    SeatHolder,
    Setup,
    SideState,
    Snapshot,
    Window,
    rows_after,
    running_of,
)
from hanamachi.server.tables.time_control import Clocks, Running


class ConcurrentUpdate(Refusal):
    """The stored table is not the one from which this change was computed."""

    def __init__(self) -> None:
        super().__init__("stale", seq=0, now=0)


class Erased(Refusal):
    """Refuse to seat a user who was erased."""

    def __init__(self) -> None:
        super().__init__("forgotten")


class StoredTable(Struct, frozen=True):
    """A table as its rows have it."""

    setup: Setup
    seats: tuple[SeatHolder, ...]
    rows: list[tuple[int, bytes]]
    asked: int | None = None  # of the window that is open
    asked_seat: Seat = 0
    left: float = 0.0
    sealed: bytes | None = None
    side: bytes | None = None  # a `SideState` as JSON
    child: str | None = None
    owner: str | None = None
    turn: int | None = None
    damaged: bool = False
    unsettled: bool = False  # it is over, and how is not written down
    clocks: Clocks | None = None  # of the decisions only those of `rows`
    elsewhere: tuple[tuple[str, float], ...] = ()  # watchers at other workers, and how long ago that was


def add_table(
    db: sa.Connection,
    table: str,
    setup: Setup,
    seats: Sequence[SeatHolder],
    rows: Sequence[str] = (),
    turn: int = NOBODY,
    *,
    result: Result | None = None,
) -> None:
    """Add a table. Do nothing if the very same one exists: then only the answer to an earlier commit was
    lost."""
    found = SETUP.scalar(db, {"table": table})
    if found is not None:
        if found != text(setup):
            raise ConcurrentUpdate
        return  # it was kept before, and only the answer was lost
    check_not_erased(db, {setup.host, *(held.guest for held in seats)})
    values = {"id": table, "setup": text(setup), "turn": turn, "finished": False, "damaged": False}
    values |= {"game": setup.game, "lesson": setup.lesson is not None}
    values |= {"public": setup.public, "until": setup.until}
    ADD_TABLE(db, values)
    held = [{"table_id": table, "seat": seat, **columns(held)} for seat, held in enumerate(seats)]
    ADD_SEATS(db, held)
    if rows:
        _append(db, table, 0, rows)
        MOVED(db, {"table": table, "seat": turn})
    if result:
        _save_result(db, table, seats, result)


def check_not_erased(db: sa.Connection, guests: Iterable[str | None]) -> None:
    """Raise `Erased` if any of these users was erased. Lock their rows, so that none can be erased before the
    commit."""
    for guest in sorted({guest for guest in guests if guest}):
        if LOCK_USER.scalar(db, {"user": guest}) is None and is_erased(db, guest):
            raise Erased


LOCK_USER = Prepared(
    sa.select(GUESTS.c.id)
    .where(GUESTS.c.id == sa.bindparam("user"))
    .with_for_update(read=True, key_share=True)
)


def is_erased(db: sa.Connection, guest: str) -> bool:
    """Return True if a user was erased."""
    return ERASED.scalar(db, {"digest": digest(guest)}) is not None


ERASED = Prepared(sa.select(FORGOTTEN.c.digest).where(FORGOTTEN.c.digest == sa.bindparam("digest")))


def load(db: sa.Connection, table: str) -> StoredTable | None:
    """Return a table with all its rows, if it exists."""
    here = {"table": table}
    found = LOAD_TABLE.first(db, here)
    if found is None:
        return None
    window, clocks, rows = LOAD_WINDOW.first(db, here), LOAD_CLOCKS.first(db, here), LOAD_ROWS.rows(db, here)
    if len(rows) == 1 and archive.is_packed(rows[0].row):
        log, took = archive.unpacked(rows[0].row)
    else:
        log, took = [(row.seq, row.row.encode()) for row in rows], took_at(db, table) if clocks else {}
    return StoredTable(
        decode_setup(found.setup),
        seats_at(db, table),
        log,
        asked=window.asked if window else None,
        asked_seat=window.seat if window else 0,
        left=window.left if window else 0.0,
        sealed=window.sealed.encode() if window and window.sealed else None,
        side=found.aside.encode() if found.aside else None,
        child=found.child,
        owner=found.owner,
        turn=found.turn,
        damaged=bool(found.damaged),
        unsettled=bool(found.finished) and found.result is None,
        clocks=clocks_in(clocks, took) if clocks else None,
    )


def of_table(statement: sa.Select[Any], table_id: sa.Column[Any]) -> Prepared:
    """Return a query for one table, which is its parameter "table"."""
    return Prepared(statement.where(table_id == sa.bindparam("table")))


NEW_TABLE = ("id", "setup", "turn", "finished", "damaged", "game", "lesson", "public", "until")


def new_table(now: sa.ColumnElement[float]) -> sa.Insert:
    """Return the statement that adds a table with the next number."""
    last = sa.func.coalesce(sa.func.max(TABLES.c.number), sa.literal_column("0"))
    alone = sa.select(last + sa.literal_column("1")).scalar_subquery()
    number = NUMBERS.next_value() if now is timestamps.NOW else alone
    values: dict[str, Any] = {column: sa.bindparam(column) for column in NEW_TABLE}
    return sa.insert(TABLES).values(values | {"number": number, "created": now})


ADD_TABLE = PreparedWithTime(new_table)
SETUP = of_table(sa.select(TABLES.c.setup), TABLES.c.id)
LOAD_TABLE = of_table(sa.select(TABLES), TABLES.c.id)
LOAD_WINDOW = of_table(sa.select(WINDOWS), WINDOWS.c.table_id)
LOAD_CLOCKS = of_table(sa.select(CLOCKS), CLOCKS.c.table_id)
LOAD_ROWS = of_table(sa.select(ROWS.c.seq, ROWS.c.row).order_by(ROWS.c.seq), ROWS.c.table_id)
decode_setup = msgspec.json.Decoder(Setup).decode


def took_at(db: sa.Connection, table: str, since: int = 0) -> dict[int, float]:
    """Return the seconds that decisions took, by the row that ended them, from row `since` on."""
    query = sa.select(ROWS.c.seq, ROWS.c.took).where(ROWS.c.table_id == table, ROWS.c.seq >= since)
    return {row.seq: row.took for row in db.execute(query.where(ROWS.c.took.is_not(None)))}


def clocks_in(found: Any, took: dict[int, float]) -> Clocks:
    """Return the clocks of a row of the database."""
    left = msgspec.json.decode(found.left, type=tuple[float, ...])
    if found.asked is None:
        return Clocks(left, took)
    return Clocks(left, took, Running(found.seat, found.asked, found.since, found.ends, found.signals))


LENGTH = Prepared(
    sa.select(
        sa.func.coalesce(sa.func.max(ROWS.c.seq) + sa.literal_column("1"), sa.literal_column("0"))
    ).where(ROWS.c.table_id == sa.bindparam("id"))
)
TURN = Prepared(
    sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table")).values(turn=sa.bindparam("seat"))
)


def moved_at(now: sa.ColumnElement[float]) -> sa.Update:
    """Save whose turn it is, and when the last row was written."""
    begun = sa.func.coalesce(TABLES.c.begun, now)
    here = sa.update(TABLES).where(TABLES.c.id == sa.bindparam("table"))
    return here.values(turn=sa.bindparam("seat"), moved=now, begun=begun)


MOVED = PreparedWithTime(moved_at)
ADD_ROWS = Prepared(sa.insert(ROWS))
ADD_ROWS_TOGETHER = """INSERT INTO rows (table_id, seq, row, took)
SELECT %s, seq, stored, took FROM unnest(%s::int[], %s::text[], %s::float8[]) AS added (seq, stored, took)"""
NEW_SEAT = ("table_id", "seat", "guest", "held")
ADD_SEATS = Prepared(sa.insert(SEATS).values({column: sa.bindparam(column) for column in NEW_SEAT}))


def length(db: sa.Connection, table: str) -> int:
    """Return the number of rows in a table's log."""
    found: int = LENGTH.scalar(db, {"id": table})  # type: ignore[assignment]
    return (archive.packed_length(db, table) or found) if found == 1 else found


def save(
    db: sa.Connection,
    table: str,
    before: Snapshot,
    after: Snapshot,
    left: float,
    also: Transaction[Any] | None,
) -> None:
    """Save what a table has become. Raise `ConcurrentUpdate` if the stored table is not `before`. `left`:
    seconds of the answer window. `also`: more to write in the same transaction."""
    if length(db, table) != before.seq:
        raise ConcurrentUpdate
    if isinstance(before, Playing) and (before.window or after.window):
        _check_window(db, table, before.window)
    _check_side(db, table, before, after)
    if before.child != after.child:
        _save_child(db, table, after.child)
    _save_seats(db, table, before.seats, after.seats)
    _check_clocks(db, table, before, after)
    rows = [text(row) for row in rows_after(before, after)]
    _append(db, table, before.seq, rows, after)
    if isinstance(after, Playing):
        _save_clocks(db, table, before.clocks, after.clocks)
        _save_window(db, table, before.window, after.window, left)
        if rows:  # an answer that is sealed leaves no trace, not even of its time
            _save_turn(db, table, after)
    _save_side(db, table, before, after)
    if also:
        also(db)


def _save_turn(db: sa.Connection, table: str, after: Playing) -> None:
    here = {"table": table, "seat": turn_of(after)}
    MOVED(db, here)
    if after.table.result:  # by the seats of now: a guest may just have been joined to a member
        _save_result(db, table, seats_at(db, table), after.table.result)


def _save_result(db: sa.Connection, table: str, seats: Sequence[SeatHolder], result: Result) -> None:
    """Save how a game ended, in all and for each user."""
    db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(finished=True, result=text(result)))
    for guest in {held.guest for held in seats if held.guest}:
        mine = (SEATS.c.table_id == table) & (SEATS.c.guest == guest)
        db.execute(sa.update(SEATS).where(mine).values(came=came_out(tuple(seats), guest, result)))


def turn_of(snapshot: Playing) -> Seat:
    """Return the seat that is asked, or -1 if its player gave up and a bot answers."""
    actor = snapshot.table.actor
    return NOBODY if actor is None or actor in snapshot.table.log.gone else actor


def save_findings(db: sa.Connection, table: str, turn: int, result: Result | None, *, damaged: bool) -> None:
    """Save what rehydrating a table has shown: whose turn it is, its result, and damage."""
    here = TABLES.c.id == table
    db.execute(sa.update(TABLES).where(here).values(turn=turn, damaged=damaged))
    if result:
        _save_result(db, table, seats_at(db, table), result)


def upgrade(db: sa.Connection, table: str, before: StoredTable, after: Snapshot) -> None:
    """Replace all rows of a table of an older version. Raise `ConcurrentUpdate` if it is not `before` any
    more."""
    here = TABLES.c.id == table
    setup = db.scalar(sa.select(TABLES.c.setup).where(here).with_for_update())
    if setup is None or msgspec.json.decode(setup, type=Setup) != before.setup:
        raise ConcurrentUpdate
    if length(db, table) != len(before.rows):
        raise ConcurrentUpdate
    db.execute(sa.update(TABLES).where(here).values(setup=text(after.setup)))
    was_packed = archive.packed_row(db, table) is not None
    db.execute(sa.delete(ROWS).where(ROWS.c.table_id == table))
    if isinstance(after, Playing):
        _append(db, table, 0, [text(row) for row in after.table.rows], after)
        _save_clocks(db, table, before.clocks, after.clocks)
        db.execute(sa.delete(WINDOWS).where(WINDOWS.c.table_id == table))
        _save_window(db, table, None, after.window, before.left)
        TURN(db, {"table": table, "seat": turn_of(after)})
    if was_packed:
        archive.pack(db, table)


def _check_window(db: sa.Connection, table: str, before: Window | None) -> None:
    """Raise `ConcurrentUpdate` if another answer was sealed meanwhile: no log row shows that."""
    found = db.execute(sa.select(WINDOWS).where(WINDOWS.c.table_id == table)).first()
    sealed = None if before is None or before.sealed is None else text(before.sealed)
    if (found.asked, found.sealed) != (before.asked, sealed) if found and before else found or before:
        raise ConcurrentUpdate


def _check_side(db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
    """Raise `ConcurrentUpdate` if the players' offers changed meanwhile: no log row shows that."""
    if side_text(before) != side_text(after):
        found = db.scalar(sa.select(TABLES.c.aside).where(TABLES.c.id == table))
        asked = msgspec.json.decode(found, type=SideState) if found else SideState()
        if asked != before.side:  # not as text: a newer worker may say more
            raise ConcurrentUpdate


def _save_side(db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
    side = side_text(after)
    if side != side_text(before):
        db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(aside=side))


def side_text(snapshot: Snapshot) -> str | None:
    """Return the side state as it is stored: None if it is empty."""
    return text(snapshot.side) if snapshot.side != SideState() else None


def _save_child(db: sa.Connection, table: str, child: str | None) -> None:
    """Save the rematch. Raise `ConcurrentUpdate` if another one was offered meanwhile."""
    free = (TABLES.c.id == table) & TABLES.c.child.is_(None)
    if not db.execute(sa.update(TABLES).where(free).values(child=child)).rowcount:
        raise ConcurrentUpdate


def _save_seats(
    db: sa.Connection, table: str, before: Sequence[SeatHolder], after: Sequence[SeatHolder]
) -> None:
    """Save the seats. Raise `ConcurrentUpdate` if any of them changed meanwhile: the player who sends the
    last shuffle words starts the game, so two who send theirs at once must not both wait for the other."""
    changed = [seat for seat, old in enumerate(before) if old != after[seat]]
    if not changed:
        return
    check_not_erased(db, {after[seat].guest for seat in changed} - {held.guest for held in before})
    found = [decode_seat(row.held).without_name for row in LOCK_SEATS.rows(db, {"table": table})]
    if found != [old.without_name for old in before]:
        raise ConcurrentUpdate
    SAVE_SEAT(db, [{"table": table, "at": seat, **columns(after[seat])} for seat in changed])


LOCK_SEATS = of_table(sa.select(SEATS.c.held).order_by(SEATS.c.seat).with_for_update(), SEATS.c.table_id)
SAVE_SEAT = Prepared(
    sa.update(SEATS)
    .where(SEATS.c.table_id == sa.bindparam("table"), SEATS.c.seat == sa.bindparam("at"))
    .values(guest=sa.bindparam("guest"), held=sa.bindparam("held"))
)


def _append(
    db: sa.Connection, table: str, seq: int, rows: Sequence[str], snapshot: Snapshot | None = None
) -> None:
    if rows:
        took = snapshot.clocks.took if isinstance(snapshot, Playing) and snapshot.clocks else {}
        places = range(seq, seq + len(rows))
        times = [took.get(at) for at in places]
        if is_shared(db):
            execute(db, ADD_ROWS_TOGETHER, (table, list(places), list(rows), times))
        else:
            each = zip(places, rows, times, strict=True)
            ADD_ROWS(db, [{"table_id": table, "seq": at, "row": row, "took": t} for at, row, t in each])


def _check_clocks(db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
    """Raise `ConcurrentUpdate` if a clock was started or a reminder sent meanwhile: no log row shows that."""
    known, new = (running_of(snapshot) for snapshot in (before, after))
    if known != new:
        found = db.execute(sa.select(CLOCKS).where(CLOCKS.c.table_id == table)).first()
        if (clocks_in(found, {}).running if found else None) != known:
            raise ConcurrentUpdate


def _save_clocks(db: sa.Connection, table: str, before: Clocks | None, after: Clocks | None) -> None:
    if after is None or before == after:
        return
    running = after.running
    values: dict[str, Any] = {"left": text(after.left)}
    for name in ("seat", "asked", "since", "ends", "signals", "due"):
        values[name] = getattr(running, name) if running else None
    if not db.execute(sa.update(CLOCKS).where(CLOCKS.c.table_id == table).values(values)).rowcount:
        db.execute(sa.insert(CLOCKS).values(table_id=table, **values))


def _save_window(
    db: sa.Connection, table: str, before: Window | None, after: Window | None, left: float
) -> None:
    if before == after:
        return
    db.execute(sa.delete(WINDOWS).where(WINDOWS.c.table_id == table))
    if after:
        sealed = None if after.sealed is None else text(after.sealed)
        values = {"asked": after.asked, "seat": after.seat, "left": left, "sealed": sealed}
        db.execute(sa.insert(WINDOWS).values(table_id=table, **values))


def save_window_times(db: sa.Connection, windows: Iterable[tuple[str, int, float]]) -> None:
    """Save the seconds left of each answer window, given as (table, question, seconds)."""
    for table, asked, left in windows:
        here = (WINDOWS.c.table_id == table) & (WINDOWS.c.asked == asked)
        db.execute(sa.update(WINDOWS).where(here).values(left=left))


def is_shared(db: sa.Connection) -> bool:
    return db.dialect.name == "postgresql"


def columns(held: SeatHolder) -> dict[str, Any]:
    return {"guest": held.guest, "held": text(held.without_name)}


def text(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
