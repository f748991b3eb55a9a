"""The lobby: public tables that wait, games that may be watched, how many people are here.

It is read from columns when something there has changed, at most once a second, and is the same for all.
Of a table that is not public nothing is ever read.
"""

from collections.abc import Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field, hosted_by
from hanamachi.server.db.schema import PRESENCES, SEATS, TABLES, VISITORS
from hanamachi.server.live.presence import Here
from hanamachi.server.matchmaking.online import at_work, people
from hanamachi.server.matchmaking.queue_entries import waiters
from hanamachi.server.protocol.messages import Tonight
from hanamachi.server.protocol.rest import OpenTable
from hanamachi.server.storage.game_lists import mode, seats_at
from hanamachi.server.tables.model import SeatHolder, Setup
from hanamachi.server.tables.players import names_in

MOST = 30  # tables of a kind
HOUR = 3600.0


class Standing(Struct, frozen=True):
    """A public table as the lobby has it."""

    id: str
    setup: Setup
    seats: tuple[SeatHolder, ...]
    moved: float | None
    gallery: int = 0

    @property
    def free(self) -> list[int]:
        return [seat for seat, held in enumerate(self.seats) if held.kind == "open"]

    @property
    def guests(self) -> set[str]:
        return {held.guest for held in self.seats if held.guest}


class Board(Struct, frozen=True):
    waiting: tuple[Standing, ...] = ()
    games: tuple[Standing, ...] = ()
    people: int = 0
    queues: dict[str, int] = {}


def board(db: sa.Connection, worker: str, looking: dict[str, int]) -> Board:
    """`looking`: how many look on at this worker, by table."""
    running = standing(db, TABLES.c.moved > timestamps.now(db) - HOUR)
    watched = galleries(db, worker, looking, [table.id for table in running])
    games = [msgspec.structs.replace(table, gallery=watched.get(table.id, 0)) for table in running]
    return Board(
        tuple(standing(db, waits(db))),
        tuple(liveliest([table for table in games if table.setup.spectators])),
        people(db),
        queued(db),
    )


def waits(db: sa.Connection) -> sa.ColumnElement[bool]:
    """A seat is free, and somebody sits there who would play: is here, or has days for a move."""
    there = SEATS.c.table_id == TABLES.c.id
    somebody = sa.exists().where(there, SEATS.c.guest.is_not(None))
    present = sa.exists().where(there, SEATS.c.guest == VISITORS.c.guest, at_work(db))
    days = field(db, TABLES.c.setup, "clock").contains('"days"')
    return TABLES.c.begun.is_(None) & is_free(db) & (present | (somebody & days))


def is_free(db: sa.Connection) -> sa.ColumnElement[bool]:
    kind = field(db, SEATS.c.held, "kind")
    return sa.exists().where(SEATS.c.table_id == TABLES.c.id, kind == "open")


def check_waiting(db: sa.Connection, guest: str, most: int) -> None:
    """Nobody fills the lobby alone."""
    mine = hosted_by(db, guest) & TABLES.c.public.is_(True) & TABLES.c.begun.is_(None) & is_free(db)
    if (db.scalar(sa.select(sa.func.count()).select_from(TABLES).where(mine)) or 0) >= most:
        raise Refused("waiting_already", most=most)


def standing(db: sa.Connection, which: sa.ColumnElement[bool]) -> list[Standing]:
    """Public tables: everybody's first, then the second of whoever has more; of each the newest first."""
    public = TABLES.c.public.is_(True) & TABLES.c.finished.is_(False) & TABLES.c.damaged.is_(False)
    host = sa.func.coalesce(sa.func.nullif(field(db, TABLES.c.setup, "host"), ""), TABLES.c.id)
    nth = sa.func.row_number().over(partition_by=host, order_by=TABLES.c.number)
    query = sa.select(TABLES.c.id, TABLES.c.setup, TABLES.c.moved).where(public, which)
    rows = db.execute(query.order_by(nth, TABLES.c.number.desc()).limit(MOST)).all()
    return [
        Standing(row.id, msgspec.json.decode(row.setup, type=Setup), seats_at(db, row.id), row.moved)
        for row in rows
    ]


def galleries(
    db: sa.Connection, worker: str, looking: dict[str, int], tables: Sequence[str]
) -> dict[str, int]:
    """How many look on at each of these tables: here, and at the other workers."""
    found = dict(looking)
    elsewhere = PRESENCES.c.table_id.in_(tables) & (PRESENCES.c.worker != worker)
    for table, told in db.execute(sa.select(PRESENCES.c.table_id, PRESENCES.c.here).where(elsewhere)):
        found[table] = found.get(table, 0) + msgspec.json.decode(told, type=Here).gallery
    return found


def liveliest(games: Sequence[Standing]) -> list[Standing]:
    """Where most look on comes first, then where most people play, then where the last move was made."""
    return sorted(games, key=lambda game: (game.gallery, len(game.guests), game.moved or 0.0), reverse=True)


def queued(db: sa.Connection) -> dict[str, int]:
    """How many want to play which game."""
    waiting = [w.place.wish.game for w in waiters(db) if w.place.here and w.place.table is None]
    return {game: waiting.count(game) for game in sorted(set(waiting))}


def tonight(seen: Board, lang: str) -> Tonight:
    tell = partial(open_table, lang=lang)
    return Tonight(list(map(tell, seen.waiting)), list(map(tell, seen.games)), seen.people, seen.queues)


def open_table(table: Standing, lang: str) -> OpenTable:
    names = names_in(table.seats, lang)
    hosts = [names[seat] for seat, held in enumerate(table.seats) if held.guest == table.setup.host]
    return OpenTable(
        id=table.id,
        game=table.setup.game,
        names=names,
        mode=mode(table.setup, lang),
        free=table.free,
        host=next(iter(hosts), ""),
        watching=table.setup.watching,
        spectators=table.setup.spectators,
        gallery=table.gallery,
        moved=table.moved,
    )
