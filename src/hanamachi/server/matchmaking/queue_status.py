"""What somebody who wants to play now is told of their place."""

from collections.abc import Collection

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.locales import catalogue
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import TABLES
from hanamachi.server.matchmaking.pairing import Crowd, fills_at
from hanamachi.server.matchmaking.queue_entries import Waiter, apart, waiters
from hanamachi.server.protocol.messages import YourPlace
from hanamachi.server.protocol.rest import Found
from hanamachi.server.storage.game_lists import mode, seats_at
from hanamachi.server.tables.model import SeatHolder, Setup
from hanamachi.server.tables.players import names_in


class Table(Struct, frozen=True):
    """The table that was found."""

    id: str
    setup: Setup
    seats: tuple[SeatHolder, ...]


class Queued(Struct, frozen=True):
    """Somebody's place, and what of the others concerns them."""

    waiter: Waiter
    others: int
    agreed: int
    fills: float | None
    table: Table | None


def queued(db: sa.Connection, guests: Collection[str]) -> tuple[float, dict[str, Queued]]:
    """The moment, and the places of those of these guests who have one."""
    everybody, now = waiters(db, guests), timestamps.now(db)
    places = [each.place for each in everybody]
    crowd = Crowd((place for place in places if place.here and place.table is None), apart(db, now))
    mine = [each for each in everybody if each.place.guest in guests]
    return now, {each.place.guest: of(db, each, crowd) for each in mine}


def of(db: sa.Connection, one: Waiter, crowd: Crowd) -> Queued:
    mates = crowd.suiting(one.place)
    company = [one.place, *mates]
    many = max(one.place.wish.players) > 2
    fills = min(map(fills_at, company)) if many else None
    agreeing = sum(place.agrees for place in company)
    return Queued(one, len(mates), agreeing, fills, table_of(db, one.place.table))


def table_of(db: sa.Connection, table: str | None) -> Table | None:
    if table is None:
        return None
    setup = db.scalar(sa.select(TABLES.c.setup).where(TABLES.c.id == table))
    return Table(table, msgspec.json.decode(setup, type=Setup), seats_at(db, table)) if setup else None


def your_place(one: Queued | None, now: float, lang: str) -> YourPlace:
    if one is None:
        return YourPlace("")
    place, why = one.waiter.place, one.waiter.why
    return YourPlace(
        game=place.wish.game,
        waited=milliseconds(now - place.since),
        others=one.others,
        fills=None if one.fills is None else milliseconds(one.fills - now),
        agreed=one.agreed,
        agrees=place.agrees,
        found=found(one.table, place.guest, now, lang) if one.table else None,
        why=catalogue("house")(lang)(f"back.{why}") if why else "",
    )


def found(table: Table, guest: str, now: float, lang: str) -> Found:
    mine = [held for held in table.seats if held.guest == guest]
    named = zip(table.seats, names_in(table.seats, lang), strict=True)
    return Found(
        table=table.id,
        commitment=table.setup.commitment,
        names=[name for held, name in named if held.guest != guest],
        mode=mode(table.setup, lang),
        left=milliseconds((table.setup.until or now) - now),
        ready=any(held.words is not None for held in mine),
        waiting=sum(held.kind == "guest" and held.words is None for held in table.seats),
    )


def milliseconds(seconds: float) -> int:
    return max(0, round(1000 * seconds))
