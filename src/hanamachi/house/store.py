"""What the house keeps: guests, tables, seats, every row of every log, and answers that are sealed.

A row's key is (table, seq): the database decides a race, and nothing acknowledged is lost.
"""

import secrets
import time
from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.house.database import Database, Job
from hanamachi.house.kept import Held, Kept, Playing, Setup, Window, rows_after
from hanamachi.house.schema import GUESTS, NOBODY, ROWS, SEATS, SETTINGS, TABLES, WINDOWS


class Raced(Refusal):
    """Somebody else was quicker: what is kept is not what this was worked out from."""

    def __init__(self) -> None:
        super().__init__("stale", seq=0, now=0)


class Stored(Struct, frozen=True):
    """A table as the database has it."""

    setup: Setup
    seats: tuple[Held, ...]
    rows: list[tuple[int, bytes]]
    asked: int | None = None  # of the window that is open
    asked_seat: Seat = 0
    left: float = 0.0
    sealed: bytes | None = None
    child: str | None = None
    turn: int | None = None
    damaged: bool = False


class Listed(Struct, frozen=True):
    """A table in a guest's list."""

    id: str
    setup: Setup
    seats: tuple[Held, ...]
    finished: bool
    started: bool
    turn: int | None
    damaged: bool


class Store:
    """Each call is one job for the database; what changes is on disk when the call returns."""

    def __init__(self, url: str) -> None:
        self.database = Database(url)

    async def open(self) -> None:
        await self.database.open()

    async def close(self) -> None:
        await self.database.close()

    async def secrets(self) -> list[bytes]:
        """The keys that sign cookies, the newest first."""
        return await self.database.write(_secrets)

    async def add_secret(self) -> None:
        """A new key signs from now on; the last one is still read."""
        await self.database.write(_add_secret)

    async def name_guest(self, guest: str, name: str) -> None:
        await self.database.write(partial(_name_guest, guest=guest, name=name))

    async def guest_name(self, guest: str) -> str | None:
        return await self.database.read(
            lambda db: db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest))
        )

    async def add_table(
        self,
        table: str,
        setup: Setup,
        seats: Sequence[Held],
        rows: Sequence[str] = (),
        *,
        turn: int = NOBODY,
        finished: bool = False,
    ) -> None:
        await self.database.write(
            partial(add_table, table=table, setup=setup, seats=seats, rows=rows, turn=turn, finished=finished)
        )

    async def load(self, table: str) -> Stored | None:
        return await self.database.read(partial(_load, table=table))

    async def renew(self, table: str, before: Stored, after: Kept) -> None:
        """A table of an older version as it is now, all or nothing. Raced if it was not `before` any more."""
        await self.database.write(partial(_renew, table=table, before=before, after=after))

    async def keep(
        self, table: str, before: Kept, after: Kept, left: float = 0.0, also: Job[Any] | None = None
    ) -> None:
        """What a table has become, all or nothing. Raced if it was not `before` any more."""
        await self.database.write(
            partial(_keep, table=table, before=before, after=after, left=left, also=also)
        )

    async def keep_left(self, windows: Sequence[tuple[str, int, float]]) -> None:
        """How many seconds are left to each (table, asked, left)."""
        await self.database.write(partial(_keep_left, windows=windows))

    async def note(self, table: str, turn: int, *, damaged: bool) -> None:
        """What was found when the table was looked at."""
        values = {"turn": turn, "damaged": damaged}
        await self.database.write(
            lambda db: db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(**values)).close()
        )

    async def tables_of(self, guest: str, most: int = 100) -> list[Listed]:
        """A guest's tables, the newest first."""
        return await self.database.read(partial(_tables_of, guest=guest, most=most))

    async def breathe(self) -> None:
        """A write that changes nothing anybody sees."""
        await self.database.write(partial(_set, name="breath", value=str(time.time())))


def _set(db: sa.Connection, name: str, value: str) -> None:
    changed = db.execute(sa.update(SETTINGS).where(SETTINGS.c.name == name).values(value=value))
    if not changed.rowcount:
        db.execute(sa.insert(SETTINGS).values(name=name, value=value))


def _secrets(db: sa.Connection) -> list[bytes]:
    found = db.scalar(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == "secret"))
    if found is None:
        found = secrets.token_hex(32)
        _set(db, "secret", found)
    return [bytes.fromhex(key) for key in found.split(",")]


def _add_secret(db: sa.Connection) -> None:
    newest = _secrets(db)[0].hex()
    _set(db, "secret", f"{secrets.token_hex(32)},{newest}")


def _name_guest(db: sa.Connection, guest: str, name: str) -> None:
    changed = db.execute(sa.update(GUESTS).where(GUESTS.c.id == guest).values(name=name))
    if not changed.rowcount:
        db.execute(sa.insert(GUESTS).values(id=guest, name=name, created=time.time()))


def add_table(
    db: sa.Connection,
    table: str,
    setup: Setup,
    seats: Sequence[Held],
    rows: Sequence[str] = (),
    turn: int = NOBODY,
    *,
    finished: bool = False,
) -> None:
    found = db.scalar(sa.select(TABLES.c.setup).where(TABLES.c.id == table))
    if found is not None:
        if found != text(setup):
            raise Raced
        return  # it was kept before, and only the answer was lost
    number = sa.select(sa.func.coalesce(sa.func.max(TABLES.c.number), 0) + 1).scalar_subquery()
    values = {"setup": text(setup), "created": time.time(), "turn": turn, "finished": finished}
    db.execute(sa.insert(TABLES).values(id=table, number=number, damaged=False, **values))
    held = [{"table_id": table, "seat": seat, **columns(held)} for seat, held in enumerate(seats)]
    db.execute(sa.insert(SEATS), held)
    _append(db, table, 0, rows)


def _load(db: sa.Connection, table: str) -> Stored | None:
    found = db.execute(sa.select(TABLES).where(TABLES.c.id == table)).first()
    if found is None:
        return None
    window = db.execute(sa.select(WINDOWS).where(WINDOWS.c.table_id == table)).first()
    rows = db.execute(sa.select(ROWS.c.seq, ROWS.c.row).where(ROWS.c.table_id == table).order_by(ROWS.c.seq))
    return Stored(
        msgspec.json.decode(found.setup, type=Setup),
        _seats(db, table),
        [(seq, row.encode()) for seq, row in rows],
        asked=window.asked if window else None,
        asked_seat=window.seat if window else 0,
        left=window.left if window else 0.0,
        sealed=window.sealed.encode() if window and window.sealed else None,
        child=found.child,
        turn=found.turn,
        damaged=found.damaged,
    )


def _seats(db: sa.Connection, table: str) -> tuple[Held, ...]:
    held = db.scalars(sa.select(SEATS.c.held).where(SEATS.c.table_id == table).order_by(SEATS.c.seat))
    return tuple(msgspec.json.decode(one, type=Held) for one in held)


class Prepared:
    """A statement that is said with every move: put into SQL once for each kind of database."""

    def __init__(self, statement: sa.Executable) -> None:
        self.statement = statement
        self.sql: dict[str, str] = {}

    def __call__(self, db: sa.Connection, values: Any) -> sa.CursorResult[Any]:
        kind = db.dialect.name
        if kind not in self.sql:
            self.sql[kind] = str(self.statement.compile(dialect=db.dialect))  # type: ignore[attr-defined]
        return db.exec_driver_sql(self.sql[kind], values)


LENGTH = Prepared(
    sa.select(
        sa.func.coalesce(sa.func.max(ROWS.c.seq) + sa.literal_column("1"), sa.literal_column("0"))
    ).where(ROWS.c.table_id == sa.bindparam("id"))
)
TURN = Prepared(
    sa.update(TABLES)
    .where(TABLES.c.id == sa.bindparam("table"))
    .values(turn=sa.bindparam("seat"), finished=sa.bindparam("over"))
)
ADD_ROWS = Prepared(sa.insert(ROWS))


def _keep(
    db: sa.Connection, table: str, before: Kept, after: Kept, left: float, also: Job[Any] | None
) -> None:
    if LENGTH(db, {"id": table}).scalar() != before.seq:
        raise Raced
    if isinstance(before, Playing) and (before.window or getattr(after, "window", None)):
        _check_window(db, table, before.window)
    if before.child != after.child:
        _keep_child(db, table, after.child)
    _keep_seats(db, table, before.seats, after.seats)
    _append(db, table, before.seq, [text(row) for row in rows_after(before, after)])
    if isinstance(after, Playing):
        _keep_window(db, table, getattr(before, "window", None), after.window, left)
        _keep_turn(db, table, after)
    if also:
        also(db)


def _keep_turn(db: sa.Connection, table: str, after: Playing) -> None:
    turn = NOBODY if after.table.actor in (None, *after.table.log.gone) else after.table.actor
    TURN(db, {"table": table, "seat": turn, "over": after.table.result is not None})


def _renew(db: sa.Connection, table: str, before: Stored, after: Kept) -> None:
    here = TABLES.c.id == table
    setup = db.scalar(sa.select(TABLES.c.setup).where(here).with_for_update())
    if setup is None or msgspec.json.decode(setup, type=Setup) != before.setup:
        raise Raced
    if LENGTH(db, {"id": table}).scalar() != len(before.rows):
        raise Raced
    db.execute(sa.update(TABLES).where(here).values(setup=text(after.setup)))
    db.execute(sa.delete(ROWS).where(ROWS.c.table_id == table))
    if isinstance(after, Playing):
        _append(db, table, 0, [text(row) for row in after.table.rows])
        db.execute(sa.delete(WINDOWS).where(WINDOWS.c.table_id == table))
        _keep_window(db, table, None, after.window, before.left)
        _keep_turn(db, table, after)


def _check_window(db: sa.Connection, table: str, before: Window | None) -> None:
    """Raced if another answer was sealed meanwhile: no row tells of it."""
    found = db.execute(sa.select(WINDOWS).where(WINDOWS.c.table_id == table)).first()
    sealed = None if before is None or before.sealed is None else text(before.sealed)
    if (found.asked, found.sealed) != (before.asked, sealed) if found and before else found or before:
        raise Raced


def _keep_child(db: sa.Connection, table: str, child: str | None) -> None:
    """Raced if somebody else has offered a rematch meanwhile."""
    free = (TABLES.c.id == table) & TABLES.c.child.is_(None)
    if not db.execute(sa.update(TABLES).where(free).values(child=child)).rowcount:
        raise Raced


def _keep_seats(db: sa.Connection, table: str, before: Sequence[Held], after: Sequence[Held]) -> None:
    """Raced if somebody else has changed one of these seats meanwhile."""
    changed = [seat for seat, old in enumerate(before) if old != after[seat]]
    for seat in changed:
        found = db.scalar(sa.select(SEATS.c.held).where(_seat(table, seat)).with_for_update())
        if found is None or msgspec.json.decode(found, type=Held) != before[seat]:
            raise Raced
    for seat in changed:
        db.execute(sa.update(SEATS).where(_seat(table, seat)).values(**columns(after[seat])))


def _seat(table: str, seat: Seat) -> sa.ColumnElement[bool]:
    return (SEATS.c.table_id == table) & (SEATS.c.seat == seat)


def _append(db: sa.Connection, table: str, seq: int, rows: Sequence[str]) -> None:
    if rows:
        values = [{"table_id": table, "seq": seq + n, "row": row} for n, row in enumerate(rows)]
        ADD_ROWS(db, values)


def _keep_window(
    db: sa.Connection, table: str, before: Window | None, after: Window | None, left: float
) -> None:
    if before == after:
        return
    db.execute(sa.delete(WINDOWS).where(WINDOWS.c.table_id == table))
    if after:
        sealed = None if after.sealed is None else text(after.sealed)
        values = {"asked": after.asked, "seat": after.seat, "left": left, "sealed": sealed}
        db.execute(sa.insert(WINDOWS).values(table_id=table, **values))


def _keep_left(db: sa.Connection, windows: Iterable[tuple[str, int, float]]) -> None:
    for table, asked, left in windows:
        here = (WINDOWS.c.table_id == table) & (WINDOWS.c.asked == asked)
        db.execute(sa.update(WINDOWS).where(here).values(left=left))


def _tables_of(db: sa.Connection, guest: str, most: int) -> list[Listed]:
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
    begun = sa.exists().where(ROWS.c.table_id == TABLES.c.id)
    query = sa.select(TABLES, begun.label("started")).where(TABLES.c.id.in_(mine))
    found = db.execute(query.order_by(TABLES.c.number.desc()).limit(most)).all()
    return [
        Listed(
            row.id,
            msgspec.json.decode(row.setup, type=Setup),
            _seats(db, row.id),
            row.finished,
            row.started,
            row.turn,
            row.damaged,
        )
        for row in found
    ]


def columns(held: Held) -> dict[str, Any]:
    return {"guest": held.guest, "held": text(held)}


def text(thing: Any) -> str:
    return msgspec.json.encode(thing).decode()
