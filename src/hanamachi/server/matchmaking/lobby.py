"""Read the lobby: public tables that wait for players, public games to watch, how many users are online.

The lobby is read from columns, without replaying any log, and is the same for all users. Nothing is ever read
of a table that is not public.
"""

from collections.abc import Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field, hosted_by
from hanamachi.server.db.schema import PRESENCES, SEATS, TABLES
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.matchmaking.online import count_online, is_online
from hanamachi.server.matchmaking.queue_entries import queue_lengths
from hanamachi.server.protocol.messages import Tonight
from hanamachi.server.protocol.rest import OpenTable
from hanamachi.server.storage.game_lists import mode, seats_at
from hanamachi.server.tables.model import SeatHolder, Setup
from hanamachi.server.tables.players import bots_in, names_in

MOST_TABLES = 30  # in each of the two lists
HOUR = 3600.0  # seconds without a move after which a game is not listed any more


class LobbyTable(Struct, frozen=True):
    """A public table as the lobby lists it."""

    id: str
    setup: Setup
    seats: tuple[SeatHolder, ...]
    moved: float | None
    spectators: int = 0

    @property
    def free(self) -> list[int]:
        return [seat for seat, held in enumerate(self.seats) if held.kind == "open"]

    @property
    def guests(self) -> set[str]:
        return {held.guest for held in self.seats if held.guest}


class Lobby(Struct, frozen=True):
    waiting: tuple[LobbyTable, ...] = ()
    games: tuple[LobbyTable, ...] = ()
    online: int = 0
    queues: dict[str, int] = {}  # lengths by game


def read_lobby(db: sa.Connection, worker: str, spectators: dict[str, int]) -> Lobby:
    """Read the lobby. `spectators`: their number at this worker, by table."""
    running = public_tables(db, TABLES.c.moved > timestamps.now(db) - HOUR)
    counts = count_spectators(db, worker, spectators, [table.id for table in running])
    games = [msgspec.structs.replace(table, spectators=counts.get(table.id, 0)) for table in running]
    return Lobby(
        tuple(public_tables(db, waits_for_players(db))),
        tuple(liveliest_first([table for table in games if table.setup.spectators])),
        count_online(db),
        queue_lengths(db),
    )


def waits_for_players(db: sa.Connection) -> sa.ColumnElement[bool]:
    """Return the condition that a seat is free and a seated player is online or has days for a move."""
    there = SEATS.c.table_id == TABLES.c.id
    seated = sa.exists().where(there, SEATS.c.guest.is_not(None))
    online = sa.exists().where(there, is_online(db, SEATS.c.guest))
    days = field(db, TABLES.c.setup, "clock").contains('"days"')
    return TABLES.c.begun.is_(None) & has_free_seat(db) & (online | (seated & days))


def has_free_seat(db: sa.Connection) -> sa.ColumnElement[bool]:
    kind = field(db, SEATS.c.held, "kind")
    return sa.exists().where(SEATS.c.table_id == TABLES.c.id, kind == "open")


def check_waiting(db: sa.Connection, guest: str, most: int) -> None:
    """Refuse another public table if `most` of this host's tables wait for players already."""
    mine = hosted_by(db, guest) & TABLES.c.public.is_(True) & TABLES.c.begun.is_(None) & has_free_seat(db)
    if (db.scalar(sa.select(sa.func.count()).select_from(TABLES).where(mine)) or 0) >= most:
        raise Refused("waiting_already", most=most)


def public_tables(db: sa.Connection, which: sa.ColumnElement[bool]) -> list[LobbyTable]:
    """Return public tables: the first table of every host, then the second of every host, and so on. Among
    equals the newest comes first."""
    public = TABLES.c.public.is_(True) & TABLES.c.finished.is_(False) & TABLES.c.damaged.is_(False)
    host = sa.func.coalesce(sa.func.nullif(field(db, TABLES.c.setup, "host"), ""), TABLES.c.id)
    nth = sa.func.row_number().over(partition_by=host, order_by=TABLES.c.number)
    query = sa.select(TABLES.c.id, TABLES.c.setup, TABLES.c.moved).where(public, which)
    rows = db.execute(query.order_by(nth, TABLES.c.number.desc()).limit(MOST_TABLES)).all()
    return [
        LobbyTable(row.id, msgspec.json.decode(row.setup, type=Setup), seats_at(db, row.id), row.moved)
        for row in rows
    ]


def count_spectators(
    db: sa.Connection, worker: str, here: dict[str, int], tables: Sequence[str]
) -> dict[str, int]:
    """Add the spectators at other workers to those at this one, by table."""
    counts = dict(here)
    elsewhere = PRESENCES.c.table_id.in_(tables) & (PRESENCES.c.worker != worker)
    for table, encoded in db.execute(sa.select(PRESENCES.c.table_id, PRESENCES.c.here).where(elsewhere)):
        counts[table] = counts.get(table, 0) + msgspec.json.decode(encoded, type=WorkerAudience).gallery
    return counts


def liveliest_first(games: Sequence[LobbyTable]) -> list[LobbyTable]:
    """Sort by spectators, then players, then the time of the last move."""
    return sorted(
        games, key=lambda game: (game.spectators, len(game.guests), game.moved or 0.0), reverse=True
    )


def message(lobby: Lobby, lang: str) -> Tonight:
    """Return the message that tells the lobby in a language."""
    listed = partial(_listed, lang=lang)
    return Tonight(
        list(map(listed, lobby.waiting)), list(map(listed, lobby.games)), lobby.online, lobby.queues
    )


def _listed(table: LobbyTable, lang: str) -> OpenTable:
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
        gallery=table.spectators,
        moved=table.moved,
        bots=bots_in(table.seats),
        rated=table.setup.rated,
    )
