"""What the house keeps, over SQLAlchemy Core: guests, tables, seats, and every row of every log.

A row's key is (table, seq): the database decides a race, and nothing acknowledged is lost.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from functools import wraps
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from hanamachi.core.log import AnyRow
from hanamachi.core.words import Refusal

META = sa.MetaData()
SETTINGS = sa.Table(
    "settings",
    META,
    sa.Column("name", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
GUESTS = sa.Table(
    "guests",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
TABLES = sa.Table(
    "tables",
    META,
    sa.Column("id", sa.Text, primary_key=True),
    sa.Column("setup", sa.Text, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("finished", sa.Boolean, nullable=False, default=False),
)
SEATS = sa.Table(
    "seats",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("guest", sa.Text, index=True),
    sa.Column("held", sa.Text, nullable=False),
)
ROWS = sa.Table(
    "rows",
    META,
    sa.Column("table_id", sa.Text, sa.ForeignKey("tables.id"), primary_key=True),
    sa.Column("seq", sa.Integer, primary_key=True),
    sa.Column("row", sa.Text, nullable=False),
)


class Raced(Refusal):
    """Another worker wrote this row first."""


class Held(Struct, frozen=True):
    """A seat and who holds it."""

    kind: str  # open, reserved, guest, shared, bot
    name: str = ""
    guest: str | None = None
    level: str | None = None
    token: str = ""  # the secret of a link that reserves it
    words: str | None = None  # this seat's part in the shuffle


class Setup(Struct, frozen=True, kw_only=True):
    """What a table was opened with. It never changes."""

    game: str
    version: int
    options: dict[str, Any]
    host: str
    seed: str
    spectators: bool = True
    takebacks: bool = False
    hints: bool = False
    parent: str | None = None
    starter: int | None = None  # with a layout: who begins
    layout: str | None = None  # Okiya's tiles, given by their code
    taken_over: list[tuple[int, Any]] = []  # (seat, move) of the game that is played on from here
    unhurried: bool = False
    lesson: str | None = None  # its name, from which the seed was made
    window: float = 4  # seconds until an answer is told whose time must tell nothing


Asked = ParamSpec("Asked")
Found = TypeVar("Found")


def whole(
    method: Callable[Concatenate["Store", Asked], Coroutine[Any, Any, Found]],
) -> Callable[Concatenate["Store", Asked], Coroutine[Any, Any, Found]]:
    """Work that goes on to its end even if whoever asked for it is cancelled meanwhile."""

    @wraps(method)
    async def to_the_end(self: "Store", /, *args: Asked.args, **kwargs: Asked.kwargs) -> Found:
        task = asyncio.ensure_future(method(self, *args, **kwargs))
        self.working.add(task)
        task.add_done_callback(self.working.discard)
        return await asyncio.shield(task)

    return to_the_end


class Store:
    def __init__(self, url: str) -> None:
        self.url = url
        self.working: set[asyncio.Future[Any]] = set()
        self.engine: AsyncEngine = create_async_engine(url)
        if self.engine.dialect.name == "sqlite":
            _tune_sqlite(self.engine)

    async def open(self) -> None:
        """Bring the database to the newest shape."""
        await asyncio.to_thread(migrate, self.url)

    async def close(self) -> None:
        await asyncio.gather(*self.working, return_exceptions=True)
        await self.engine.dispose()

    @whole
    async def secret(self) -> bytes:
        """The key that signs cookies: made once, kept here."""
        async with self.engine.begin() as db:
            found = await db.scalar(sa.select(SETTINGS.c.value).where(SETTINGS.c.name == "secret"))
            if found is None:
                found = secrets.token_hex(32)
                await db.execute(sa.insert(SETTINGS).values(name="secret", value=found))
        return bytes.fromhex(found)

    @whole
    async def name_guest(self, guest: str, name: str) -> None:
        async with self.engine.begin() as db:
            changed = await db.execute(sa.update(GUESTS).where(GUESTS.c.id == guest).values(name=name))
            if not changed.rowcount:
                await db.execute(sa.insert(GUESTS).values(id=guest, name=name, created=time.time()))

    @whole
    async def guest_name(self, guest: str) -> str | None:
        async with self.engine.connect() as db:
            name: str | None = await db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest))
        return name

    @whole
    async def add_table(self, table: str, setup: Setup, seats: Sequence[Held]) -> None:
        async with self.engine.begin() as db:
            text = msgspec.json.encode(setup).decode()
            await db.execute(
                sa.insert(TABLES).values(id=table, setup=text, created=time.time(), finished=False)
            )
            for seat, held in enumerate(seats):
                await db.execute(sa.insert(SEATS).values(table_id=table, seat=seat, **_seat_columns(held)))

    @whole
    async def load_table(self, table: str) -> tuple[Setup, list[Held], list[bytes]] | None:
        """The setup, the seats and the log, or None."""
        async with self.engine.connect() as db:
            setup = await db.scalar(sa.select(TABLES.c.setup).where(TABLES.c.id == table))
            if setup is None:
                return None
            seats = await db.scalars(
                sa.select(SEATS.c.held).where(SEATS.c.table_id == table).order_by(SEATS.c.seat)
            )
            rows = await db.scalars(
                sa.select(ROWS.c.row).where(ROWS.c.table_id == table).order_by(ROWS.c.seq)
            )
            held = [msgspec.json.decode(text, type=Held) for text in seats]
            log = [text.encode() for text in rows]
        return msgspec.json.decode(setup, type=Setup), held, log

    @whole
    async def set_seats(self, table: str, seats: dict[int, Held]) -> None:
        async with self.engine.begin() as db:
            await self._set_seats(db, table, seats)

    async def _set_seats(self, db: AsyncConnection, table: str, seats: dict[int, Held]) -> None:
        for seat, held in seats.items():
            here = (SEATS.c.table_id == table) & (SEATS.c.seat == seat)
            await db.execute(sa.update(SEATS).where(here).values(**_seat_columns(held)))

    @whole
    async def append(
        self,
        table: str,
        seq: int,
        rows: Sequence[AnyRow],
        *,
        finished: bool,
        seats: dict[int, Held] | None = None,
    ) -> None:
        """Rows from `seq` on, all or none. Raced if another worker was quicker."""
        values = [
            {"table_id": table, "seq": seq + n, "row": msgspec.json.encode(row).decode()}
            for n, row in enumerate(rows)
        ]
        try:
            async with self.engine.begin() as db:
                if values:
                    await db.execute(sa.insert(ROWS), values)
                await self._set_seats(db, table, seats or {})
                if finished:
                    await db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(finished=True))
        except IntegrityError as error:
            raise Raced("stale", seq=seq, now=seq) from error

    @whole
    async def tables_of(self, guest: str, most: int = 100) -> list[tuple[str, bool]]:
        """A guest's tables, newest first, and whether each is over."""
        query = (
            sa.select(TABLES.c.id, TABLES.c.finished)
            .join(SEATS, SEATS.c.table_id == TABLES.c.id)
            .where(SEATS.c.guest == guest)
            .group_by(TABLES.c.id, TABLES.c.finished, TABLES.c.created)
            .order_by(TABLES.c.created.desc())
            .limit(most)
        )
        async with self.engine.connect() as db:
            return [(str(table), bool(over)) for table, over in await db.execute(query)]


def _seat_columns(held: Held) -> dict[str, Any]:
    return {"guest": held.guest, "held": msgspec.json.encode(held).decode()}


def _tune_sqlite(engine: AsyncEngine) -> None:
    """WAL, synchronous FULL, and writers that say at once that they will write."""

    @event.listens_for(engine.sync_engine, "connect")
    def _connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000"):
            connection.execute(f"PRAGMA {pragma}")

    @event.listens_for(engine.sync_engine, "begin")
    def _begin(connection: sa.Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def migrate(url: str) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["url"] = url
    command.upgrade(config, "head")
