"""Store the match queue: join it, accept bots, leave it, return to it after a match that failed.

Entries are rows, so they survive a restart; players who come back soon keep their position.
"""

from collections.abc import Collection, Mapping, Sequence

import msgspec
import sqlalchemy as sa

from hanamachi.core.table import Refused
from hanamachi.games import GAMES
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import GUESTS, QUEUE, RATINGS, REFUSED_PAIRS, TABLES
from hanamachi.server.matchmaking.online import is_online, online_among
from hanamachi.server.matchmaking.pairing import MatchRequest, QueueEntry
from hanamachi.server.ratings.glicko import START
from hanamachi.server.ratings.lists import list_of
from hanamachi.server.tables.errors import NotFound

NEWEST_READ = 1_000  # entries of one game that are compared with each other
REFUSED_SECONDS = 600.0  # for which two players are not matched again after one of them did not confirm


class TooManyEntries(Refused):
    """Refuse another entry from an address. `queued`: the guests of this address who are in the queue."""

    def __init__(self, most: int, queued: Collection[str]) -> None:
        self.queued = queued
        super().__init__("places_taken", most=most)


def read_entries(db: sa.Connection, also: Collection[str] = (), *, lock: bool = False) -> list[QueueEntry]:
    """Return the newest entries of each game, and those of the guests in `also`, oldest first.

    The newest suffice: all older entries have been compared with each other already, so only a newcomer can
    bring a match."""
    game = field(db, QUEUE.c.wish, "game")
    nth = sa.func.row_number().over(partition_by=game, order_by=QUEUE.c.since.desc())
    newest = sa.select(QUEUE.c.guest, nth.label("nth")).subquery()
    read = QUEUE.c.guest.in_(sa.select(newest.c.guest).where(newest.c.nth <= NEWEST_READ))
    query = sa.select(QUEUE).where(read | QUEUE.c.guest.in_(list(also))).order_by(QUEUE.c.since)
    rows = db.execute(query.with_for_update() if lock else query).all()
    online = online_among(db, [row.guest for row in rows])
    requests = {row.guest: msgspec.json.decode(row.wish, type=MatchRequest) for row in rows}
    ratings = queue_ratings(db, requests)
    return [
        _entry(row, requests[row.guest], ratings.get(row.guest), online=row.guest in online) for row in rows
    ]


def queue_ratings(db: sa.Connection, requests: Mapping[str, MatchRequest]) -> dict[str, float]:
    """Return the ratings of the members among these guests, in the lists of what they want to play."""
    members = members_among(db, list(requests))
    lists = {guest: list_of(GAMES[requests[guest].game], requests[guest].options) for guest in members}
    ids = [member.rating_id for member in members.values()]
    found = db.execute(sa.select(RATINGS).where(RATINGS.c.rating_id.in_(ids))) if ids else ()
    known = {(row.list, row.rating_id): row.rating for row in found}
    return {
        guest: known.get((each.name, members[guest].rating_id), START)
        for guest, each in lists.items()
        if each
    }


def _entry(
    row: sa.Row[tuple[object, ...]], request: MatchRequest, rating: float | None, *, online: bool
) -> QueueEntry:
    return QueueEntry(
        guest=row.guest,
        request=request,
        rating=rating,
        since=row.since,
        online=online,
        accepts_bots=row.agrees,
        table=row.table_id,
        offline_since=row.gone,
        returned_because=row.why,
    )


def queue_lengths(db: sa.Connection) -> dict[str, int]:
    """Count the online players who wait for a match, by game."""
    game, online = field(db, QUEUE.c.wish, "game"), sa.exists().where(is_online(db, QUEUE.c.guest))
    query = sa.select(game, sa.func.count()).where(QUEUE.c.table_id.is_(None), online).group_by(game)
    return dict(sorted((name, count) for name, count in db.execute(query)))


def join(
    db: sa.Connection,
    guest: str,
    request: MatchRequest,
    others_of_address: Collection[str] = (),
    most: int = 1,
) -> Collection[str]:
    """Add an entry at the end of the queue. An entry with the same request keeps its position.

    Of `others_of_address`, guests who joined from the same address, fewer than `most` may wait for a match.
    Return the guests of this address who are in the queue now."""
    if db.scalar(sa.select(GUESTS.c.name).where(GUESTS.c.id == guest)) is None:
        raise NotFound("no_name")
    found = _locked(db, guest)
    if found and found.table_id and not _is_over(db, found.table_id):
        raise Refused("found_already")
    encoded = msgspec.json.encode(request).decode()
    if found and found.wish == encoded and not found.table_id:
        mark_offline(db, [guest], None)
        return {guest, *others_of_address}
    theirs = sa.select(QUEUE.c.guest, QUEUE.c.table_id).where(QUEUE.c.guest.in_(others_of_address))
    queued = {row.guest: row.table_id for row in db.execute(theirs)}
    if list(queued.values()).count(None) >= most:
        raise TooManyEntries(most, {*queued, *([guest] if found else [])})
    db.execute(sa.delete(QUEUE).where(QUEUE.c.guest == guest))
    db.execute(sa.insert(QUEUE).values(guest=guest, wish=encoded, since=timestamps.now(db), agrees=False))
    return {guest, *queued}


def _locked(db: sa.Connection, guest: str) -> sa.Row[tuple[object, ...]] | None:
    return db.execute(sa.select(QUEUE).where(QUEUE.c.guest == guest).with_for_update()).first()


def _is_over(db: sa.Connection, table: str) -> bool:
    """True if the table of a match has begun or was closed."""
    found = db.execute(sa.select(TABLES.c.begun, TABLES.c.until).where(TABLES.c.id == table)).first()
    return found is None or found.begun is not None or found.until is None


def mark_offline(db: sa.Connection, guests: Sequence[str], since: float | None) -> None:
    """Write down since when these guests are offline; None: they are online."""
    if guests:
        db.execute(sa.update(QUEUE).where(QUEUE.c.guest.in_(guests)).values(gone=since))


def accept_bots(db: sa.Connection, guest: str) -> None:
    """Let bots take the seats that stay free in this guest's match."""
    found = _locked(db, guest)
    if found is None:
        raise Refused("not_waiting")
    if found.table_id:
        raise Refused("found_already")
    if max(msgspec.json.decode(found.wish, type=MatchRequest).players) == 2:
        raise Refused("no_game_of_many")
    if found.agrees:
        raise Refused("agreed_already")
    db.execute(sa.update(QUEUE).where(QUEUE.c.guest == guest).values(agrees=True))


def leave(db: sa.Connection, guest: str) -> str | None:
    """Delete a guest's entry. If the guest has an open match, return its table and change nothing."""
    found = _locked(db, guest)
    if found is None:
        raise Refused("not_waiting")
    if found.table_id and not _is_over(db, str(found.table_id)):
        return str(found.table_id)
    db.execute(sa.delete(QUEUE).where(QUEUE.c.guest == guest))
    return None


def end_match(db: sa.Connection, table: str, dropped: Collection[str], why: str) -> None:
    """End a match that did not start: delete the entries of `dropped`, return the others to the queue."""
    matched = QUEUE.c.table_id == table
    refuse_pairs(db, dropped, set(db.scalars(sa.select(QUEUE.c.guest).where(matched))))
    db.execute(sa.delete(QUEUE).where(matched, QUEUE.c.guest.in_(list(dropped))))
    db.execute(sa.update(QUEUE).where(matched).values(table_id=None, why=why))
    db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(until=None))


def refuse_pairs(db: sa.Connection, dropped: Collection[str], guests: Collection[str]) -> None:
    """Do not match those who did not confirm with the others again for `REFUSED_SECONDS`."""
    now = timestamps.now(db)
    pairs = [(guest, other) for guest in dropped for other in guests if guest != other]
    again = sa.tuple_(REFUSED_PAIRS.c.guest, REFUSED_PAIRS.c.other).in_(pairs)
    db.execute(sa.delete(REFUSED_PAIRS).where((REFUSED_PAIRS.c.until < now) | again))
    if pairs:
        values = [{"guest": guest, "other": other, "until": now + REFUSED_SECONDS} for guest, other in pairs]
        db.execute(sa.insert(REFUSED_PAIRS), values)


def refused_pairs(db: sa.Connection, now: float) -> set[frozenset[str]]:
    """Return the pairs that are not matched for now."""
    pairs = sa.select(REFUSED_PAIRS.c.guest, REFUSED_PAIRS.c.other).where(REFUSED_PAIRS.c.until > now)
    return {frozenset((row.guest, row.other)) for row in db.execute(pairs)}
