"""People one has played with, and a challenge to one of them.

A companion is named by a seat of a table at which both sat: no guest's id ever leaves the house.
"""

from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.db import timestamps
from hanamachi.server.db.connection import WriteScope
from hanamachi.server.db.schema import SEATS, TABLES
from hanamachi.server.live.registry import RoomRegistry
from hanamachi.server.matchmaking.online import here
from hanamachi.server.matchmaking.pairing import Wish
from hanamachi.server.matchmaking.queue_entries import named, trial
from hanamachi.server.protocol.rest import Challenge, Companion
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.game_lists import seats_at
from hanamachi.server.storage.table_rows import add_table
from hanamachi.server.tables.clock_rules import first_move_time
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import SeatHolder, Waiting
from hanamachi.server.tables.players import names_in
from hanamachi.server.tables.time_control import Days

MOST = 20
STANDS = 15 * 60.0  # seconds for which a challenge stands
DAYS_STAND = 24 * 3600.0  # ... to a game of days


def companions(db: sa.Connection, guest: str, lang: str) -> list[Companion]:
    """The last people this guest began a game with, the newest first."""
    mine, theirs = SEATS.alias("mine"), SEATS.alias("theirs")
    both = (
        sa.select(theirs.c.guest, sa.func.max(TABLES.c.number).label("last"), sa.func.count().label("games"))
        .join(mine, (mine.c.table_id == theirs.c.table_id) & (mine.c.guest == guest))
        .join(TABLES, TABLES.c.id == theirs.c.table_id)
        .where(theirs.c.guest != guest, TABLES.c.begun.is_not(None), TABLES.c.lesson.is_(False))
        .group_by(theirs.c.guest)
    ).subquery()
    newest = sa.select(both, TABLES).join(TABLES, TABLES.c.number == both.c.last)
    rows = db.execute(newest.order_by(both.c.last.desc()).limit(MOST)).all()
    present = here(db, [row.guest for row in rows])
    return [companion(db, row, lang, row.guest in present) for row in rows]


def companion(db: sa.Connection, row: sa.Row[tuple[object, ...]], lang: str, is_here: bool) -> Companion:
    seats = seats_at(db, row.id)
    seat = next(n for n, held in enumerate(seats) if held.guest == row.guest)
    name = names_in(seats, lang)[seat]
    return Companion(row.id, seat, name, row.game, row.games, is_here, row.moved)


async def challenge(rooms: RoomRegistry, guest: str, wish: Challenge) -> tuple[str, Opening]:
    """A table at which both sit: the other accepts by giving words, as in a rematch, or declines."""
    if wish.game not in GAMES:
        raise NotFound("unknown_game", name=wish.game, known=tuple(GAMES))
    bots = max(0, GAMES[wish.game].seats[0] - 2)
    wanted = Wish(wish.game, (2 + bots,), wish.options, wish.clock)
    level = ladder_of(wish.game).names[-1]
    made = trial(wanted, 2, bots, level, wish.patience, wish.stand_in)
    table = new_id()
    job = partial(_challenge, guest=guest, wish=wish, table=table, made=made)
    opened = await rooms.store.database.write(job, WriteScope(my_tables=[table], lobby=True))
    rooms.noticed(table, Waiting(opened.setup, opened.seats))
    if challenged := opened.seats[1].guest:
        rooms.notifier.signal(challenged, "challenge", table)
    return table, opened


def _challenge(db: sa.Connection, guest: str, wish: Challenge, table: str, made: Opening) -> Opening:
    other = whom(db, guest, wish.table, wish.seat)
    now = timestamps.now(db)
    if open_between(db, guest, other, now):
        raise Refused("challenged_already")
    names = named(db, [guest, other])
    if other not in names:
        raise Refused("no_companion")
    stands = DAYS_STAND if isinstance(wish.clock, Days) else STANDS
    first = first_move_time(made.setup.clock, len(made.seats))
    setup = replace(made.setup, host=guest, offered_by=0, until=now + stands, first_move=first)
    seats = (*(SeatHolder("guest", names[each], each) for each in (guest, other)), *made.seats[2:])
    add_table(db, table, setup, seats)
    return Opening(setup, seats)


def whom(db: sa.Connection, guest: str, table: str, seat: Seat) -> str:
    """Who sat there, if this guest sat at the same table and their game has begun."""
    begun = db.scalar(sa.select(TABLES.c.begun).where(TABLES.c.id == table))
    seats = seats_at(db, table) if begun is not None else ()
    if not any(held.guest == guest for held in seats) or not 0 <= seat < len(seats):
        raise Refused("no_companion")
    other = seats[seat].guest
    if other == guest:
        raise Refused("own_challenge")
    if other is None:
        raise Refused("no_companion")
    return other


def open_between(db: sa.Connection, guest: str, other: str, now: float) -> bool:
    """Whether this guest has challenged the other already, and that still stands."""
    theirs = sa.select(SEATS.c.table_id).where(SEATS.c.guest == other)
    standing = (TABLES.c.until > now) & TABLES.c.begun.is_(None) & TABLES.c.id.in_(theirs)
    setups = db.scalars(sa.select(TABLES.c.setup).where(standing))
    return any(msgspec.json.decode(setup)["host"] == guest for setup in setups)
