"""Who wants to play now, as it is kept: places in a queue, and the tables for those who were found.

A pairing is a table: all are seated, its commitment is shown, and whoever gives words has confirmed. If not
everybody has when its time is up, it is called off: who has is back in their place, who has not has left it.
"""

from collections.abc import Collection, Iterator, Sequence
from random import SystemRandom

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core.table import Refused
from hanamachi.core.user_text import all_said
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import GUESTS, QUEUE, REFUSED_PAIRS, SETTINGS, TABLES, WORKERS
from hanamachi.server.db.timestamps import NOW
from hanamachi.server.matchmaking.online import here
from hanamachi.server.matchmaking.pairing import Apart, Group, Place, Wish, groups
from hanamachi.server.protocol.messages import Queue
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.table_rows import add_table
from hanamachi.server.tables import time_control
from hanamachi.server.tables.clock_rules import first_move_time
from hanamachi.server.tables.creation import Opening, TableWish, opening
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import SeatHolder
from hanamachi.server.tables.time_control import NoClock

CONFIRM = 30.0  # seconds in which those who were found sit down
GRACE = 45.0  # seconds for which the place of somebody who is away is kept
MOST = 1_000  # places of one game that are looked at together
APART = 600.0  # seconds for which two are not paired again after one of them did not sit down
PAIRING = "pairing"  # the setting that names the worker that pairs


class TooManyPlaces(Refused):
    """So many guests of one address wait already. `holding`: those of them who have a place."""

    def __init__(self, most: int, holding: Collection[str]) -> None:
        self.holding = holding
        super().__init__("places_taken", most=most)


class Waiter(Struct, frozen=True):
    """A place as it is kept."""

    place: Place
    gone: float | None
    why: str | None


class Plan(Struct, frozen=True):
    """What is to be done about the queue now."""

    missed: tuple[str, ...] = ()
    back: tuple[str, ...] = ()
    over: tuple[str, ...] = ()  # they play, or have been away for too long
    groups: tuple[Group, ...] = ()


def waiters(db: sa.Connection, also: Collection[str] = (), *, lock: bool = False) -> list[Waiter]:
    """Return the newest places of each game, and those of these guests. In a crowd newcomers bring a match:
    all who came before them have been compared with each other already."""
    game = field(db, QUEUE.c.wish, "game")
    nth = sa.func.row_number().over(partition_by=game, order_by=QUEUE.c.since.desc())
    newest = sa.select(QUEUE.c.guest, nth.label("nth")).subquery()
    looked_at = QUEUE.c.guest.in_(sa.select(newest.c.guest).where(newest.c.nth <= MOST))
    query = sa.select(QUEUE).where(looked_at | QUEUE.c.guest.in_(list(also))).order_by(QUEUE.c.since)
    rows = db.execute(query.with_for_update() if lock else query).all()
    present = here(db, [row.guest for row in rows])
    return [waiter(row, row.guest in present) for row in rows]


def waiter(row: sa.Row[tuple[object, ...]], is_here: bool) -> Waiter:
    wish = msgspec.json.decode(row.wish, type=Wish)
    place = Place(row.guest, wish, row.since, is_here, row.agrees, row.table_id)
    return Waiter(place, row.gone, row.why)


def plan(waiting: Sequence[Waiter], begun: Collection[str], now: float, apart: Apart = frozenset()) -> Plan:
    """Nothing that is kept is asked here."""
    here, away = [w for w in waiting if w.place.here], [w for w in waiting if not w.place.here]
    playing = [w for w in waiting if w.place.table in begun]
    lost = [w for w in away if w.gone is not None and now > w.gone + GRACE and w.place.table is None]
    return Plan(
        missed=tuple(w.place.guest for w in away if w.gone is None),
        back=tuple(w.place.guest for w in here if w.gone is not None),
        over=tuple(w.place.guest for w in (*playing, *lost)),
        groups=tuple(groups([w.place for w in waiting], now, apart)),
    )


def planned(db: sa.Connection, *, lock: bool = False) -> Plan:
    waiting = waiters(db, lock=lock)
    tables = {w.place.table for w in waiting if w.place.table}
    found = sa.select(TABLES.c.id).where(TABLES.c.id.in_(list(tables)), TABLES.c.begun.is_not(None))
    now = timestamps.now(db)
    return plan(waiting, set(db.scalars(found)) if tables else set(), now, apart(db, now))


def apart(db: sa.Connection, now: float) -> set[frozenset[str]]:
    """Return the pairs that are not to be proposed again yet."""
    pairs = sa.select(REFUSED_PAIRS.c.guest, REFUSED_PAIRS.c.other).where(REFUSED_PAIRS.c.until > now)
    return {frozenset((row.guest, row.other)) for row in db.execute(pairs)}


def anything_due(db: sa.Connection) -> bool:
    return planned(db) != Plan() or bool(lapsed(db))


def owns(db: sa.Connection, worker: str) -> bool:
    """Whether this worker pairs: it does, or nobody does any more whose lease runs."""
    if not worker:
        return True
    alive = sa.exists().where(WORKERS.c.id == SETTINGS.c.value, WORKERS.c.until > NOW)
    free = (SETTINGS.c.name == PAIRING) & ((SETTINGS.c.value == worker) | ~alive)
    if db.execute(sa.update(SETTINGS).where(free).values(value=worker)).rowcount:
        return True
    added = "INSERT INTO settings (name, value) VALUES (%(name)s, %(value)s) ON CONFLICT DO NOTHING"
    return bool(db.exec_driver_sql(added, {"name": PAIRING, "value": worker}).rowcount)


def settle(db: sa.Connection, worker: str) -> list[tuple[str, Opening]] | None:
    """Everything that is due, by the one worker that pairs: the tables it opened. None: it is another."""
    if not owns(db, worker):
        return None
    due = planned(db, lock=True)
    _mark(db, due.missed, timestamps.now(db))
    _mark(db, due.back, None)
    db.execute(sa.delete(QUEUE).where(QUEUE.c.guest.in_(due.over)))
    return list(_seat(db, due.groups))


def _mark(db: sa.Connection, guests: Sequence[str], gone: float | None) -> None:
    if guests:
        db.execute(sa.update(QUEUE).where(QUEUE.c.guest.in_(guests)).values(gone=gone))


def _seat(db: sa.Connection, found: Sequence[Group]) -> Iterator[tuple[str, Opening]]:
    for group in found:
        guests = [place.guest for place in group.places]
        try:
            opened = together(group, named(db, guests), timestamps.now(db) + CONFIRM)
        except Refusal:  # what each of them may want cannot be had together
            continue
        table = new_id()
        add_table(db, table, opened.setup, opened.seats)
        mine = QUEUE.c.guest.in_(guests)
        db.execute(sa.update(QUEUE).where(mine).values(table_id=table, why=None, agrees=False))
        yield table, opened


def named(db: sa.Connection, guests: Sequence[str]) -> dict[str, str]:
    found = db.execute(sa.select(GUESTS.c.id, GUESTS.c.name).where(GUESTS.c.id.in_(guests)))
    return {row.id: row.name for row in found}


def together(group: Group, names: dict[str, str], until: float) -> Opening:
    """Their table. Chance decides who sits where, and nobody is its host."""
    clock = group.wish.clock or time_control.usual(GAMES[group.wish.game])
    wish, level = replace(group.wish, clock=clock), ladder_of(group.wish.game).names[-1]
    made = trial(wish, len(group.places), group.bots, level)
    people = [SeatHolder("guest", names[place.guest], place.guest) for place in group.places]
    seats = [*people, *made.seats[len(people) :]]
    SystemRandom().shuffle(seats)
    first = first_move_time(made.setup.clock, len(seats))
    return Opening(replace(made.setup, until=until, first_move=first), tuple(seats))


def wish_of(message: Queue, most: int) -> Wish:
    """What somebody wants to play now, if it can be played. `most`: signs of any text in it."""
    game = GAMES.get(message.game)
    if game is None:
        raise NotFound("unknown_game", name=message.game, known=tuple(GAMES))
    all_said(msgspec.to_builtins(message), most)
    players = tuple(sorted(set(message.players or game.seats)))
    if not set(players) <= set(game.seats):
        raise Refused("bad_seats", seats=max(players), players=game.players)
    if isinstance(message.clock, NoClock):
        usual = time_control.usual(game)
        raise Refused(
            "strangers_need_clock", minutes=usual.base // time_control.MINUTE, seconds=usual.increment
        )
    wish = Wish(game.name, players, message.options, message.clock, message.public)
    trial(wish, players[0])
    return wish


def trial(
    wish: Wish, people: int, bots: int = 0, level: str = "", patience: int = 60, stand_in: str | None = None
) -> Opening:
    """A table by this wish, or why there cannot be one."""
    seats = [{"kind": "open"}] * people + [{"kind": "bot", "level": level}] * bots
    given = {"game": wish.game, "options": wish.options, "public": wish.public, "seats": seats}
    try:
        table = msgspec.convert(given, TableWish)
        return opening(replace(table, clock=wish.clock, patience=patience, stand_in=stand_in), "", "")
    except msgspec.ValidationError as error:
        raise Refused("bad_wish", problem=str(error)) from error


def join(
    db: sa.Connection, guest: str, wish: Wish, beside: Collection[str] = (), most: int = 1
) -> Collection[str]:
    """Add a place at the end of the queue; who wants the same as before keeps theirs. Of the guests `beside`
    this one, at the same address, fewer than `most` may wait for a match. Return who has a place then."""
    if db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest)) is None:
        raise NotFound("no_name")
    found = db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest).with_for_update()).first()
    if found and found.table_id and not _over(db, found.table_id):
        raise Refused("found_already")
    said = msgspec.json.encode(wish).decode()
    if found and found.wish == said and not found.table_id:
        _mark(db, [guest], None)
        return {guest, *beside}
    theirs = sa.select(QUEUE.c.guest, QUEUE.c.table_id).where(QUEUE.c.guest.in_(beside))
    holding = {row.guest: row.table_id for row in db.execute(theirs)}
    if list(holding.values()).count(None) >= most:
        raise TooManyPlaces(most, {*holding, *([guest] if found else [])})
    db.execute(sa.delete(QUEUE).where(QUEUE.c.guest == guest))
    db.execute(sa.insert(QUEUE).values(guest=guest, wish=said, since=timestamps.now(db), agrees=False))
    return {guest, *holding}


def _over(db: sa.Connection, table: str) -> bool:
    """Whether a table that was found waits no more."""
    found = db.execute(sa.select(TABLES.c.begun, TABLES.c.until).where(TABLES.c.id == table)).first()
    return found is None or found.begun is not None or found.until is None


def agree(db: sa.Connection, guest: str) -> None:
    """To bots in the seats that stay free."""
    found = db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest).with_for_update()).first()
    if found is None:
        raise Refused("not_waiting")
    if found.table_id:
        raise Refused("found_already")
    if max(msgspec.json.decode(found.wish, type=Wish).players) == 2:
        raise Refused("no_game_of_many")
    if found.agrees:
        raise Refused("agreed_already")
    db.execute(sa.update(QUEUE).where(QUEUE.c.guest == guest).values(agrees=True))


def leave(db: sa.Connection, guest: str) -> str | None:
    """The table at which others wait for whoever leaves; then nothing is done yet."""
    found = db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest).with_for_update()).first()
    if found is None:
        raise Refused("not_waiting")
    if found.table_id and not _over(db, found.table_id):
        return str(found.table_id)
    db.execute(sa.delete(QUEUE).where(QUEUE.c.guest == guest))
    return None


def lapsed(db: sa.Connection) -> list[str]:
    """Tables that have waited for as long as they may."""
    due = (TABLES.c.until < timestamps.now(db)) & TABLES.c.begun.is_(None)
    return list(db.scalars(sa.select(TABLES.c.id).where(due)))


def part(db: sa.Connection, table: str, dropped: Collection[str], why: str) -> None:
    """A table waits no more: those who did not come have left their places, the others are back in theirs."""
    there = QUEUE.c.table_id == table
    keep_apart(db, dropped, set(db.scalars(sa.select(QUEUE.c.guest).where(there))))
    db.execute(sa.delete(QUEUE).where(there, QUEUE.c.guest.in_(list(dropped))))
    db.execute(sa.update(QUEUE).where(there).values(table_id=None, why=why))
    db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(until=None))


def keep_apart(db: sa.Connection, refused: Collection[str], guests: Collection[str]) -> None:
    """Those who did not sit down are not paired again with the others for a while."""
    now = timestamps.now(db)
    pairs = [(guest, other) for guest in refused for other in guests if guest != other]
    again = sa.tuple_(REFUSED_PAIRS.c.guest, REFUSED_PAIRS.c.other).in_(pairs)
    db.execute(sa.delete(REFUSED_PAIRS).where((REFUSED_PAIRS.c.until < now) | again))
    if pairs:
        values = [{"guest": guest, "other": other, "until": now + APART} for guest, other in pairs]
        db.execute(sa.insert(REFUSED_PAIRS), values)


def next_due(db: sa.Connection) -> float | None:
    """When the next table has waited for as long as it may."""
    waiting = TABLES.c.until.is_not(None) & TABLES.c.begun.is_(None)
    soonest: float | None = db.scalar(sa.select(sa.func.min(TABLES.c.until)).where(waiting))
    return soonest
