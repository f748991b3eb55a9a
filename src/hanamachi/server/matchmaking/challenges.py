"""List the people a user has played with, and challenge one of them to a game.

An opponent is named by a seat of a table at which both sat, so no user's id ever leaves the server. A
challenge is a table at which both are seated: the opponent accepts by sending their part of the shuffle.
"""

from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.group_commit import WriteScope
from hanamachi.server.db.schema import SEATS, TABLES
from hanamachi.server.live.events import Events
from hanamachi.server.matchmaking.match_tables import names_of, open_for
from hanamachi.server.matchmaking.online import online_among
from hanamachi.server.matchmaking.pairing import MatchRequest
from hanamachi.server.protocol.rest import Challenge, Companion
from hanamachi.server.ratings import eligibility
from hanamachi.server.ratings.bot_accounts import check_apart
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.game_lists import seats_at
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import add_table
from hanamachi.server.tables.clock_rules import first_move_time
from hanamachi.server.tables.creation import Opening
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.events import TableOpened
from hanamachi.server.tables.model import SeatHolder, Waiting
from hanamachi.server.tables.players import names_in
from hanamachi.server.tables.time_control import Days

MOST_COMPANIONS = 20
PLAYERS = 2  # of a challenge
OPEN_SECONDS = 15 * 60.0  # in which a challenge can be accepted
OPEN_SECONDS_DAYS = 24 * 3600.0  # ... to a game with days for a move


def companions(db: sa.Connection, guest: str, lang: str) -> list[Companion]:
    """Return the last opponents with whom this guest began a game, newest first."""
    mine, theirs = SEATS.alias("mine"), SEATS.alias("theirs")
    both = (
        sa.select(theirs.c.guest, sa.func.max(TABLES.c.number).label("last"), sa.func.count().label("games"))
        .join(mine, (mine.c.table_id == theirs.c.table_id) & (mine.c.guest == guest))
        .join(TABLES, TABLES.c.id == theirs.c.table_id)
        .where(theirs.c.guest != guest, TABLES.c.begun.is_not(None), TABLES.c.lesson.is_(False))
        .group_by(theirs.c.guest)
    ).subquery()
    newest = sa.select(both, TABLES).join(TABLES, TABLES.c.number == both.c.last)
    rows = db.execute(newest.order_by(both.c.last.desc()).limit(MOST_COMPANIONS)).all()
    guests = [row.guest for row in rows]
    online, members = online_among(db, guests), members_among(db, guests)
    return [
        _companion(db, row, lang, online=row.guest in online, member=row.guest in members) for row in rows
    ]


def _companion(
    db: sa.Connection, row: sa.Row[tuple[object, ...]], lang: str, *, online: bool, member: bool
) -> Companion:
    seats = seats_at(db, row.id)
    seat = next(n for n, held in enumerate(seats) if held.guest == row.guest)
    name = names_in(seats, lang)[seat]
    return Companion(
        table=row.id,
        seat=seat,
        name=name,
        game=row.game,
        games=row.games,
        here=online,
        moved=row.moved,
        member=member,
    )


async def challenge(store: Store, events: Events, guest: str, wish: Challenge) -> tuple[str, Opening]:
    """Open a table with the guest and the challenged opponent, and notify the opponent."""
    if wish.game not in GAMES:
        raise NotFound("unknown_game", name=wish.game, known=tuple(GAMES))
    bots = max(0, GAMES[wish.game].seats[0] - 2)
    request = MatchRequest(wish.game, (2 + bots,), wish.options, wish.clock)
    level = ladder_of(wish.game).names[-1]
    made = open_for(request, 2, bots, level, patience=wish.patience, stand_in=wish.stand_in)
    table = new_id()
    made = replace(made, setup=replace(made.setup, rated=wish.rated))
    if wish.rated:
        eligibility.checked(made.setup, made.seats)
    job = partial(_challenge, guest=guest, wish=wish, table=table, made=made)
    opened = await store.database.write(job, WriteScope(my_tables=[table], lobby=True))
    events.publish(TableOpened(table, Waiting(opened.setup, opened.seats)))
    return table, opened


def _challenge(db: sa.Connection, guest: str, wish: Challenge, table: str, made: Opening) -> Opening:
    other = opponent_at(db, guest, wish.table, wish.seat)
    now = timestamps.now(db)
    if has_open_challenge(db, guest, other, now):
        raise Refused("challenged_already")
    if wish.rated and len(members_among(db, [guest, other])) < PLAYERS:
        raise Refused("members_only")
    if wish.rated:
        check_apart(db, [guest, other])
    names = names_of(db, [guest, other])
    if other not in names:
        raise Refused("no_companion")
    seconds = OPEN_SECONDS_DAYS if isinstance(wish.clock, Days) else OPEN_SECONDS
    first = first_move_time(made.setup.clock, len(made.seats))
    setup = replace(made.setup, host=guest, offered_by=0, until=now + seconds, first_move=first)
    seats = (*(SeatHolder("guest", names[each], each) for each in (guest, other)), *made.seats[2:])
    add_table(db, table, setup, seats)
    return Opening(setup, seats)


def opponent_at(db: sa.Connection, guest: str, table: str, seat: Seat) -> str:
    """Return who sat in this seat, if the guest sat at the same table and the game has begun."""
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


def has_open_challenge(db: sa.Connection, guest: str, other: str, now: float) -> bool:
    """True if an earlier challenge of this guest to the other can still be accepted."""
    theirs = sa.select(SEATS.c.table_id).where(SEATS.c.guest == other)
    is_open = (TABLES.c.until > now) & TABLES.c.begun.is_(None) & TABLES.c.id.in_(theirs)
    setups = db.scalars(sa.select(TABLES.c.setup).where(is_open))
    return any(msgspec.json.decode(setup)["host"] == guest for setup in setups)
