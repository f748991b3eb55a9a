"""Export all that is stored about a user, for them alone, as one JSON object.

First come the sections, then the games one by one, as the user may see them now. It is streamed, so it may be
long.
"""

from collections.abc import AsyncIterator, Awaitable, Callable

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots.judge import Opinion
from hanamachi.core import record
from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.analysis import opinions
from hanamachi.server.analysis.review import Review, reviewed
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import hosted_by
from hanamachi.server.db.schema import SEATS, TABLES
from hanamachi.server.live.broadcast.rendering import SeatRenderer, info, window_info
from hanamachi.server.privacy.sections import SECTIONS
from hanamachi.server.protocol.messages import Line, TableInfo, encode
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import StoredTable
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, may_watch, seats_of
from hanamachi.server.tables.players import names_on_record

Formed = dict[int, Opinion | None]
Tell = Callable[[str, StoredTable, Formed], Awaitable[bytes]]


class SeatHistory(Struct, frozen=True, omit_defaults=True):
    """An unfinished game as a seat, or without one the gallery, has seen it."""

    seat: Seat | None
    lines: list[Line]
    sealed: object = None  # an answer of their own that is not told yet


class Game(Struct, frozen=True, omit_defaults=True):
    """A game of the user: with its whole record once it is over."""

    table: TableInfo
    mine: list[Seat]
    record: msgspec.Raw | None = None
    seen: list[SeatHistory] = []
    review: Review | None = None  # what a judge thought of it, if somebody asked


class UnreadableGame(Struct, frozen=True):
    """A game that this server cannot read now, and why."""

    table: str
    reason: str


async def export_user(store: Store, guest: str, tell: Tell) -> AsyncIterator[bytes]:
    """Return the pieces of an export. `tell` encodes one game, in a process. NotSaved is raised at once."""
    about, tables = await store.database.read(lambda db: (facts(db, guest), tables_of(db, guest)))
    return pieces(store, about, tables, tell)


async def pieces(
    store: Store, about: dict[str, bytes], tables: list[str], tell: Tell
) -> AsyncIterator[bytes]:
    yield b'{"written":%.3f' % timestamps.wall()
    for name, found in about.items():
        yield b',"%s":%s' % (name.encode(), found)
    yield b',"games":['
    for number, table in enumerate(tables):
        yield b"," * bool(number) + await exported_game(store, table, tell)
    yield b"]}\n"


def facts(db: sa.Connection, guest: str) -> dict[str, bytes]:
    return {section.name: encode(list(section.tell(db, guest))) for section in SECTIONS}


def tables_of(db: sa.Connection, guest: str) -> list[str]:
    sits = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest))
    mine = sa.or_(sits, hosted_by(db, guest))
    return list(db.scalars(sa.select(TABLES.c.id).where(mine).order_by(TABLES.c.number)))


async def exported_game(store: Store, table: str, tell: Tell) -> bytes:
    try:
        stored = await store.load(table)
        if stored is None:
            raise NotFound("no_table")
        judge = opinions.judge_of(stored.setup)
        return await tell(table, stored, await store.database.read(opinions.saved_opinions(table, judge)))
    except Refusal as refusal:
        return encode(UnreadableGame(table, refusal.reason))


def export_game(guest: str, lang: str, table: str, stored: StoredTable, formed: Formed) -> bytes:
    """Return one game as JSON. Runs in a process of a pool."""
    snapshot = rehydrate(stored, GAMES)
    if not may_watch(snapshot, guest):  # opened for others, who play among themselves
        raise NotFound("no_spectators")
    mine, about = seats_of(snapshot, guest), info(table, snapshot, lang)
    if not isinstance(snapshot, Playing):
        return encode(Game(about, mine))
    if snapshot.table.result:
        review = reviewed(snapshot, formed, lang) if formed else None
        return encode(Game(about, mine, whole_record(snapshot, lang), review=review))
    eyes: list[Seat | None] = [*mine] or [None]
    return encode(Game(about, mine, seen=[seen(snapshot, seat, lang) for seat in eyes]))


def whole_record(snapshot: Playing, lang: str) -> msgspec.Raw:
    """Return the record of a finished game, as every player may download it."""
    names = names_on_record(snapshot.seats, lang)
    return msgspec.Raw(record.write(replace(snapshot.table.record(open_seed=True), seats=names)))


def seen(snapshot: Playing, seat: Seat | None, lang: str) -> SeatHistory:
    """Return what a seat, or the gallery, has seen of an unfinished game."""
    lines = [frame.line for frame in SeatRenderer(snapshot, seat, lang).frames(0, there=False) if frame.line]
    window = window_info(snapshot, (), seat, 0.0)
    return SeatHistory(seat, lines, window.sealed if window else None)
