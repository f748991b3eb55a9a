"""Store the players of a rated game when it begins, and its result when it ends.

Both happen in the transaction that saves the table. Results are numbered by a counter for each game, which is
locked until the commit, so that they become visible in the order of their numbers. Nobody ever changes or
deletes one: all ratings can be worked out again from them.
"""

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.log import CALLED_OFF
from hanamachi.core.words import Refusal
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import RESULT_SEATS, RESULTS, TABLES
from hanamachi.server.ratings import eligibility
from hanamachi.server.ratings.bot_accounts import may_be_rated
from hanamachi.server.ratings.games import Pair
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.tables.model import Playing, Snapshot, Waiting

DAY = 86_400.0
MOST_TOGETHER, MOST_AGAINST_BOTS = 5, 10  # games within a day that count: of two members, and against bots
NOT_COUNTED = 0  # instead of the number of a result: called off, or beyond the limits of a day


class RatedSeat(Struct, frozen=True, omit_defaults=True):
    """A seat of a rated game: a member, by the id under which their results are kept, or a bot's level."""

    rating_id: str | None = None
    level: str | None = None


decode_seats = msgspec.json.Decoder(list[RatedSeat]).decode
decode_pairs = msgspec.json.Decoder(list[Pair]).decode
decode_ranks = msgspec.json.Decoder(list[int]).decode


def text(thing: object) -> str:
    return msgspec.json.encode(thing).decode()


class ResultKeeper:
    """Writes results in the transactions that save tables (see `Store.with_tables`)."""

    def locks(self, before: Snapshot, after: Snapshot) -> Sequence[str]:
        """Lock the numbers of a game's results, and how many games of its players count today."""
        if not ends(before, after):
            return ()
        guests = sorted({held.guest for held in after.seats if held.guest})
        return [f"results of {after.setup.game}", *(f"results for {guest}" for guest in guests)]

    def save(self, db: sa.Connection, table: str, before: Snapshot, after: Snapshot) -> None:
        """Write down who plays when a rated game begins, and its result when it ends."""
        if after.setup.rated and isinstance(after, Playing) and isinstance(before, Waiting):
            begin(db, table, after)
        if isinstance(after, Playing) and ends(before, after):
            end(db, table, after)


def ends(before: Snapshot, after: Snapshot) -> bool:
    """Return True if a rated game ends with this change."""
    if not after.setup.rated or not isinstance(after, Playing) or after.table.result is None:
        return False
    return not isinstance(before, Playing) or before.table.result is None


def begin(db: sa.Connection, table: str, here: Playing) -> None:
    """Write down who plays. The game is not rated if a seat has no member, or two seats have the same."""
    members = members_among(db, {held.guest for held in here.seats if held.guest})
    seats = [
        RatedSeat(level=held.level)
        if held.kind == "bot"
        else RatedSeat(members[held.guest].rating_id if held.guest in members else None)
        for held in here.seats
    ]
    ids = [seat.rating_id for seat in seats if seat.level is None]
    apart = may_be_rated(db, {held.guest for held in here.seats if held.guest})
    if (
        apart
        and None not in ids
        and len(set(ids)) == len(ids)
        and eligibility.is_possible(here.setup, here.seats)
    ):
        db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(rated=text(seats)))


def end(db: sa.Connection, table: str, here: Playing) -> None:
    """Write down the result of a rated game, unless it was called off or nothing of it counts."""
    found = db.scalar(sa.select(TABLES.c.rated).where(TABLES.c.id == table))
    result = here.table.result
    if found is None or result is None:
        return
    number = NOT_COUNTED
    if result.reason not in CALLED_OFF:
        number = add_result(db, here, decode_seats(found), result.ranks)
    values: dict[str, object] = {"counted": number}
    if any(held.is_erased for held in here.seats):  # nothing may lead to their other results
        values = {"rated": text([]), "counted": None}
    db.execute(sa.update(TABLES).where(TABLES.c.id == table).values(values))


def add_result(db: sa.Connection, here: Playing, seats: Sequence[RatedSeat], ranks: Sequence[int]) -> int:
    """Add a result and return its number; `NOT_COUNTED` if the limits of the day are reached."""
    try:
        rating_list = eligibility.checked(here.setup, here.seats)
    except Refusal:  # what is rated changed since the game began: the game must end all the same
        return NOT_COUNTED
    now = timestamps.now(db)
    pairs = counted_pairs(db, seats, now)
    if not pairs:
        return NOT_COUNTED
    number = next_number(db, rating_list.game)
    key = {"game": rating_list.game, "number": number}
    values = {"list": rating_list.name, "at": now, "ranks": text(list(ranks)), "pairs": text(pairs)}
    db.execute(sa.insert(RESULTS).values(**key, **values))
    levels = levels_of(rating_list.name)
    rows = []
    for seat, held in enumerate(seats):
        bot = levels[held.level] if held.level else None
        row: dict[str, object] = {"seat": seat, "rating_id": held.rating_id, "level": held.level}
        row |= {"rating": bot.rating if bot else None, "deviation": bot.deviation if bot else None}
        rows.append(key | row)
    db.execute(sa.insert(RESULT_SEATS), rows)
    return number


COUNT = """INSERT INTO result_numbers (game, number) VALUES (:game, 1)
ON CONFLICT (game) DO UPDATE SET number = result_numbers.number + 1 RETURNING number"""


def next_number(db: sa.Connection, game: str) -> int:
    """Count a result. The counter stays locked until the commit, so no later one becomes visible before."""
    return int(db.execute(sa.text(COUNT), {"game": game}).scalar_one())


def counted_pairs(db: sa.Connection, seats: Sequence[RatedSeat], now: float) -> list[Pair]:
    """Return the pairs of seats whose result counts: two members, or a member and a bot, but no more of them
    than the limits of a day allow."""
    recent = recent_opponents(db, [seat.rating_id for seat in seats if seat.rating_id], now - DAY)
    pairs = [(one, other) for other in range(len(seats)) for one in range(other)]
    return sorted(pair for pair in pairs if counts(seats[pair[0]], seats[pair[1]], recent))


def counts(one: RatedSeat, other: RatedSeat, recent: dict[str, list[set[str | None]]]) -> bool:
    """Return True if the result of these two counts. `recent`: by member the opponents of each game of the
    last day that counted, None for bots."""
    if one.rating_id is None:
        one, other = other, one
    if one.rating_id is None:
        return False
    most = MOST_AGAINST_BOTS if other.rating_id is None else MOST_TOGETHER
    return sum(other.rating_id in opponents for opponents in recent.get(one.rating_id, ())) < most


def recent_opponents(
    db: sa.Connection, members: Sequence[str], since: float
) -> dict[str, list[set[str | None]]]:
    """Return by member the opponents of each game that counted since then; None stands for bots."""
    found: dict[str, list[set[str | None]]] = {}
    for member in members:
        mine = sa.select(RESULT_SEATS.c.game, RESULT_SEATS.c.number).where(RESULT_SEATS.c.rating_id == member)
        games = (
            sa.select(RESULTS.c.game, RESULTS.c.number, RESULTS.c.pairs)
            .where(RESULTS.c.at > since)
            .where(sa.tuple_(RESULTS.c.game, RESULTS.c.number).in_(mine))
        )
        for game, number, pairs in db.execute(games).all():
            at = (RESULT_SEATS.c.game == game) & (RESULT_SEATS.c.number == number)
            held = dict(db.execute(sa.select(RESULT_SEATS.c.seat, RESULT_SEATS.c.rating_id).where(at)).all())
            found.setdefault(member, []).append(opponents_of(member, held, decode_pairs(pairs)))
    return found


def opponents_of(member: str, held: dict[Seat, str | None], pairs: Sequence[Pair]) -> set[str | None]:
    """Return the opponents against whom a result of this member counted."""
    both = [(held[one], held[other]) for one, other in pairs]
    return {other if one == member else one for one, other in both if member in (one, other)}
