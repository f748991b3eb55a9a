"""List a user's games page by page, from denormalised columns; no log is replayed."""

from collections.abc import Collection
from typing import Literal

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.game import Seat
from hanamachi.core.log import CALLED_OFF, Result
from hanamachi.core.options import choose, in_words
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.server.db.json_columns import hosted_by
from hanamachi.server.db.prepared import Prepared
from hanamachi.server.db.schema import CLOCKS, GUESTS, ROWS, SEATS, TABLES
from hanamachi.server.protocol.rest import MyTable
from hanamachi.server.tables import time_control
from hanamachi.server.tables.model import SeatHolder, Setup
from hanamachi.server.tables.players import bots_in, names_in
from hanamachi.server.tables.time_control import Days

PAGE = 30


class Wanted(Struct, frozen=True, omit_defaults=True):
    """The filter of a list, as a link encodes it."""

    game: str | None = None
    state: Literal["running", "finished"] | None = None
    result: Literal["won", "lost", "drawn"] | None = None
    before: int | None = None  # the number after which the last page ended


class Listed(Struct, frozen=True):
    """A table in a user's list."""

    id: str
    number: int
    setup: Setup
    seats: tuple[SeatHolder, ...]
    finished: bool
    started: bool
    turn: int | None
    damaged: bool
    begun: float | None = None
    moved: float | None = None
    result: Result | None = None
    ends: float | None = None  # when a flag falls, in the house's time
    signals: int = 0


def tables_of(
    db: sa.Connection, guest: str, wanted: Wanted, most: int, only: Collection[str] = ()
) -> list[Listed]:
    """Return a user's tables, the newest first, or `only` these. Lessons are left out."""
    begun = sa.exists().where(ROWS.c.table_id == TABLES.c.id)
    ends = (CLOCKS.c.ends, CLOCKS.c.signals)
    query = sa.select(TABLES, begun.label("started"), *ends).where(*chosen(guest, wanted))
    query = query.outerjoin(CLOCKS, CLOCKS.c.table_id == TABLES.c.id)
    if only:
        query = query.where(TABLES.c.id.in_(only))
    return [listed(db, row) for row in db.execute(query.order_by(TABLES.c.number.desc()).limit(most)).all()]


def chosen(guest: str, wanted: Wanted) -> list[sa.ColumnElement[bool]]:
    """Return the conditions of a filter."""
    mine = sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest)
    if wanted.result:
        mine = mine.where(SEATS.c.came == wanted.result)
    conditions: list[sa.ColumnElement[bool]] = [TABLES.c.id.in_(mine), TABLES.c.lesson.is_(False)]
    if wanted.game:
        conditions.append(TABLES.c.game == wanted.game)
    if wanted.state:
        conditions.append(TABLES.c.finished.is_(wanted.state == "finished"))
    if wanted.before is not None:
        conditions.append(TABLES.c.number < wanted.before)
    return conditions


def listed(db: sa.Connection, row: sa.Row[tuple[object, ...]]) -> Listed:
    return Listed(
        id=row.id,
        number=row.number,
        setup=msgspec.json.decode(row.setup, type=Setup),
        seats=seats_at(db, row.id),
        finished=row.finished,
        started=row.started,
        turn=row.turn,
        damaged=row.damaged,
        begun=row.begun,
        moved=row.moved,
        result=msgspec.json.decode(row.result, type=Result) if row.result else None,
        ends=row.ends,
        signals=row.signals or 0,
    )


def seats_at(db: sa.Connection, table: str) -> tuple[SeatHolder, ...]:
    """Return the seats of a table with the players' current names."""
    found = LOAD_SEATS.rows(db, {"table": table})
    return tuple(known_as(decode_seat(seat.held), seat.name, bool(seat.homonym)) for seat in found)


LOAD_SEATS = Prepared(
    sa.select(SEATS.c.held, GUESTS.c.name, GUESTS.c.homonym)
    .outerjoin(GUESTS, GUESTS.c.id == SEATS.c.guest)
    .where(SEATS.c.table_id == sa.bindparam("table"))
    .order_by(SEATS.c.seat)
)
decode_seat = msgspec.json.Decoder(SeatHolder).decode


def known_as(held: SeatHolder, name: str | None, homonym: bool) -> SeatHolder:
    """Return a seat with its player's current name. On a shared screen the host typed the names."""
    return replace(held, name=name, homonym=homonym) if name and held.kind == "guest" else held


def came_out(seats: tuple[SeatHolder, ...], guest: str | None, result: Result) -> str | None:
    """Return how a game ended for a user: won, lost or drawn. Return None if they played both sides, or if
    the game was called off."""
    mine = [seat for seat, held in enumerate(seats) if held.guest == guest]
    if guest is None or len(mine) != 1 or result.reason in CALLED_OFF:
        return None
    return "drawn" if not result.winners else "won" if mine[0] in result.winners else "lost"


def one_of_mine(one: Listed, guest: str, lang: str, now: float) -> MyTable:
    """Return a table as its player's list shows it. `now` is in uptime."""
    mine = [seat for seat, held in enumerate(one.seats) if held.guest == guest]
    return MyTable(
        id=one.id,
        game=one.setup.game,
        names=names_in(one.seats, lang),
        started=one.started,
        over=one.finished,
        yours=not one.finished and (one.turn in mine or is_asked(one, mine)),
        damaged=one.damaged,
        mine=mine,
        begun=one.begun,
        moved=one.moved,
        mode=mode(one.setup, lang),
        score=list(one.result.points) if one.result else [],
        result=(came_out(one.seats, guest, one.result) or "") if one.result else "",
        reason=one.result.reason if one.result else "",
        left=None if one.ends is None else max(0.0, round(one.ends - now, 1)),
        hurry=one.signals if isinstance(one.setup.clock, Days) else 0,
        offer=("rematch" if one.setup.parent else "challenge") if is_asked(one, mine) else "",
        bots=bots_in(one.seats),
        rated=one.setup.rated,
    )


def is_asked(one: Listed, mine: list[Seat]) -> bool:
    """Return True if a rematch or challenge was offered to these seats and waits for their answer."""
    offered = one.setup.offered_by
    if one.started or offered is None or offered in mine:
        return False
    return any(one.seats[seat].words is None and not one.seats[seat].declined for seat in mine)


def mode(setup: Setup, lang: str) -> list[str]:
    """Describe what is played otherwise than usual. Options of an older version are left out until it is
    upgraded."""
    game = GAMES.get(setup.game)
    try:
        options = choose(game.options, setup.options) if game else None
    except Refusal:
        return []
    house = catalogue("house")(lang)
    clock = [time_control.in_words(setup.clock, house)] if setup.clock else []
    return [*in_words(options, game.text.words(lang), house, "mode"), *clock] if game else clock


def unfinished_tables(db: sa.Connection, guest: str) -> list[str]:
    """Return the tables of a user that are not finished."""
    sits = TABLES.c.id.in_(sa.select(SEATS.c.table_id).where(SEATS.c.guest == guest))
    mine = sa.or_(sits, hosted_by(db, guest))
    return list(db.scalars(sa.select(TABLES.c.id).where(mine, TABLES.c.finished.is_(False))))
