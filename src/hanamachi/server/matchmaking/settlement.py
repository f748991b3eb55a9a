"""Settle the match queue: open matches that are due, remove players who are gone, find expired matches.

A match is an ordinary table with all players seated. Players confirm by sending their part of the shuffle. If
not everyone confirms within `CONFIRM_SECONDS` the table is closed: those who confirmed return to the queue at
their old position, the others are removed.

Everything follows from one reading of the queue: `settle` reads it under a lock, carries out the plan, and
returns the reading as it is after that, so that nothing has to be read again to tell players their status.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import partial

import msgspec
import sqlalchemy as sa
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.core.words import Refusal
from hanamachi.server.db import timestamps
from hanamachi.server.db.duties import takes_duty
from hanamachi.server.db.notify import ChangeNotice, notify
from hanamachi.server.db.schema import QUEUE, TABLES
from hanamachi.server.matchmaking.match_tables import names_of, table_of_match
from hanamachi.server.matchmaking.pairing import Match, QueueEntry, find_matches, next_fill_time
from hanamachi.server.matchmaking.queue_entries import mark_offline, read_entries, refused_pairs
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.game_lists import seats_at
from hanamachi.server.storage.table_rows import add_table
from hanamachi.server.tables.model import SeatHolder, Setup

CONFIRM_SECONDS = 30.0  # in which all players of a match confirm
OFFLINE_SECONDS = 45.0  # for which the entry of an offline player is kept
OVERDUE_SECONDS = 1.0  # after which an overdue action is tried again
RECHECK_SECONDS = 5.0  # after which a queue with entries is read again though no change was announced
PAIRING_WORKER = "pairing"  # the row of `settings` that names the worker that settles the queue


class MatchTable(Struct, frozen=True):
    """The table of a match."""

    id: str
    setup: Setup
    seats: tuple[SeatHolder, ...]


class QueueReading(Struct, frozen=True):
    """The match queue at one moment."""

    now: float
    entries: tuple[QueueEntry, ...] = ()
    refused: frozenset[frozenset[str]] = frozenset()
    begun: frozenset[str] = frozenset()  # tables of matches that have begun
    deadlines: dict[str, float] = {}  # of tables that have not begun: matches and challenges
    tables: dict[str, MatchTable] = {}  # of matches of the guests that were asked for

    @property
    def expired(self) -> list[str]:
        """Return the tables whose deadline has passed."""
        return [table for table, until in self.deadlines.items() if until < self.now]

    def seconds_until_due(self) -> float | None:
        """Return the seconds until the queue must be settled though no entry changes; None: never."""
        times = [next_fill_time(self.entries, self.now), *self.deadlines.values()]
        waits = [
            when - self.now if when > self.now else OVERDUE_SECONDS for when in times if when is not None
        ]
        return min([*waits, RECHECK_SECONDS] if self.entries else waits, default=None)


class Plan(Struct, frozen=True):
    """The changes of the queue that are due."""

    went_offline: tuple[str, ...] = ()
    came_back: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()  # their match has begun, or they were offline for too long
    matches: tuple[Match, ...] = ()


class Settlement(Struct, frozen=True):
    """The queue after `settle`, and the tables of matches that it opened."""

    reading: QueueReading
    opened: tuple[MatchTable, ...]
    changed: bool


def read_queue(db: sa.Connection, guests: Collection[str] = (), *, lock: bool = False) -> QueueReading:
    """Read the queue. `guests`: whose entries and match tables must be part of it."""
    entries, now = read_entries(db, guests, lock=lock), timestamps.now(db)
    deadline = TABLES.c.until.is_not(None) & TABLES.c.begun.is_(None)
    deadlines = db.execute(sa.select(TABLES.c.id, TABLES.c.until).where(deadline))
    matched = {entry.table for entry in entries if entry.table}
    asked = {entry.table for entry in entries if entry.table and entry.guest in guests}
    tables = sa.select(TABLES.c.id, TABLES.c.begun, TABLES.c.setup).where(TABLES.c.id.in_(matched))
    rows = db.execute(tables).all() if matched else []
    return QueueReading(
        now=now,
        entries=tuple(entries),
        refused=frozenset(refused_pairs(db, now)),
        begun=frozenset(row.id for row in rows if row.begun is not None),
        deadlines={row.id: row.until for row in deadlines},
        tables={row.id: _match_table(db, row.id, row.setup) for row in rows if row.id in asked},
    )


def _match_table(db: sa.Connection, table: str, setup: str) -> MatchTable:
    return MatchTable(table, msgspec.json.decode(setup, type=Setup), seats_at(db, table))


def plan(reading: QueueReading) -> Plan:
    """Return what is due. Reads nothing."""
    online = [entry for entry in reading.entries if entry.online]
    offline = [entry for entry in reading.entries if not entry.online]
    playing = [entry for entry in reading.entries if entry.table in reading.begun]
    lost = [
        entry
        for entry in offline
        if entry.offline_since is not None
        and reading.now > entry.offline_since + OFFLINE_SECONDS
        and entry.table is None
    ]
    return Plan(
        went_offline=tuple(entry.guest for entry in offline if entry.offline_since is None),
        came_back=tuple(entry.guest for entry in online if entry.offline_since is not None),
        removed=tuple(entry.guest for entry in (*playing, *lost)),
        matches=tuple(find_matches(reading.entries, reading.now, reading.refused)),
    )


def is_due(reading: QueueReading) -> bool:
    """True if the queue has to be settled."""
    return plan(reading) != Plan() or bool(reading.expired)


def settle(db: sa.Connection, worker: str, guests: Collection[str] = ()) -> Settlement | None:
    """Carry out everything that is due, on the one worker that may; None on any other.

    Announces a change to the other workers in the same transaction, and stays silent if nothing changed: a
    notice would make every worker look at the queue again."""
    if not takes_duty(db, PAIRING_WORKER, worker):
        return None
    reading = read_queue(db, guests, lock=True)
    due = plan(reading)
    mark_offline(db, due.went_offline, reading.now)
    mark_offline(db, due.came_back, None)
    if due.removed:
        db.execute(sa.delete(QUEUE).where(QUEUE.c.guest.in_(due.removed)))
    opened = dict(_open_tables(db, due.matches, reading.now + CONFIRM_SECONDS))
    tables = tuple({table.id: table for table in opened.values()}.values())
    changed = due != Plan() and bool(opened or replace(due, matches=()) != Plan())
    if worker and changed:
        ids = [table.id for table in tables]
        notify(db, ChangeNotice(worker, ids, ids, lobby=True))
    return Settlement(_after(reading, due, opened), tables, changed)


def _open_tables(
    db: sa.Connection, matches: Sequence[Match], until: float
) -> Iterator[tuple[str, MatchTable]]:
    """Open the table of each match, and give it to each of its guests."""
    for match in matches:
        guests = [entry.guest for entry in match.entries]
        try:
            opened = table_of_match(match, names_of(db, guests), until)
        except Refusal:  # options that are possible one by one may be impossible together
            continue
        table = MatchTable(new_id(), opened.setup, opened.seats)
        add_table(db, table.id, table.setup, table.seats)
        entries = QUEUE.c.guest.in_(guests)
        db.execute(sa.update(QUEUE).where(entries).values(table_id=table.id, why=None, agrees=False))
        yield from ((guest, table) for guest in guests)


def _after(reading: QueueReading, due: Plan, opened: dict[str, MatchTable]) -> QueueReading:
    """Return a reading with a plan carried out."""
    change = partial(_changed_entry, now=reading.now, due=due, opened=opened)
    new = {table.id: table for table in opened.values()}
    return replace(
        reading,
        entries=tuple(change(entry) for entry in reading.entries if entry.guest not in due.removed),
        deadlines=reading.deadlines | {table.id: table.setup.until or reading.now for table in new.values()},
        tables=reading.tables | new,
    )


def _changed_entry(entry: QueueEntry, now: float, due: Plan, opened: dict[str, MatchTable]) -> QueueEntry:
    if entry.guest in due.went_offline:
        entry = replace(entry, offline_since=now)
    elif entry.guest in due.came_back:
        entry = replace(entry, offline_since=None)
    if table := opened.get(entry.guest):
        entry = replace(entry, table=table.id, accepts_bots=False, returned_because=None)
    return entry
