"""Read a member's page: ratings with their graphs, and how games ended."""

from collections.abc import Iterator

import sqlalchemy as sa

from hanamachi.core.game import Seat
from hanamachi.locales import catalogue
from hanamachi.server.accounts.bot_accounts import owners_of
from hanamachi.server.accounts.members import Member, member_of, members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.json_columns import field
from hanamachi.server.db.schema import (
    GUESTS,
    RATING_HISTORY,
    RATINGS,
    RESULT_SEATS,
    RESULTS,
    ROWS,
    SEATS,
    TABLES,
)
from hanamachi.server.protocol.rest import (
    Meeting,
    MemberPage,
    MemberRating,
    Pace,
    PublicChoice,
    RatingPoint,
    Tally,
)
from hanamachi.server.ratings.book import standing_in
from hanamachi.server.ratings.leaderboard import DAY, placed
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.ratings.lists import lists
from hanamachi.server.ratings.member_games import visible
from hanamachi.server.ratings.results import decode_ranks
from hanamachi.server.tables.players import told_apart

GRAPH_DAYS, MOST_POINTS = 90, 120
MOST_OPPONENTS, LAST_GAMES = 10, 100  # opponents that are listed; games of which thinking times are read
OUTCOMES = ("won", "lost", "drawn")


def member_page(db: sa.Connection, member: Member, user: str, lang: str) -> MemberPage:
    """Return a member's page as this user may see it."""
    mine, public = user == member.user, member.public
    results = mine or public.results
    tallied = tallies(db, member, user, lang) if results else ([], [], [], [])
    together = None if mine or not user else played_together(db, user, member.user)
    return MemberPage(
        name=member.name,
        since=member.since,
        mine=mine,
        public=PublicChoice(public.ratings, public.results, public.games),
        ratings=list(member_ratings(db, member)) if mine or public.ratings else [],
        games=tallied[0],
        opponents=tallied[1],
        seats=tallied[2],
        levels=tallied[3],
        paces=paces(db, member, user) if results else [],
        together=together,
        met=None if mine or not user else last_meeting(db, user, member.user),
        owner=owner_name(db, member.user),
    )


def owner_name(db: sa.Connection, user: str) -> str | None:
    """Return who owns a bot account; None for a person."""
    owner = owners_of(db, [user]).get(user)
    found = member_of(db, owner) if owner else None
    return found.name if found else None


def member_ratings(db: sa.Connection, member: Member) -> Iterator[MemberRating]:
    """Yield a member's ratings, in the order of the lists."""
    now = timestamps.now(db)
    rows = {
        row.list: row for row in db.execute(sa.select(RATINGS).where(RATINGS.c.rating_id == member.rating_id))
    }
    bots = bool(owners_of(db, [member.user]))
    for each in lists():
        if each.name not in rows:
            continue
        standing = standing_in(rows[each.name])
        rested = standing.rested(now)
        places = {other.rating_id: other.place for other in placed(db, each.name, now, bots=bots)}
        points, change = graph(db, each.name, member.rating_id, now - GRAPH_DAYS * DAY)
        yield MemberRating(
            list_name=each.name,
            game=each.game,
            value=each.value,
            rating=round(rested.rating),
            deviation=round(rested.deviation),
            provisional=rested.provisional,
            games=standing.games,
            place=places.get(member.rating_id),
            change=change,
            points=points,
            beaten=strongest_beaten(db, each.name, member.rating_id),
            levels=list(levels_of(each.name)),
        )


def graph(db: sa.Connection, rating_list: str, rating_id: str, since: float) -> tuple[list[RatingPoint], int]:
    """Return the points of a rating's graph, the oldest first, and how far it has moved. Of many games
    evenly chosen ones are shown, always the last."""
    here = (RATING_HISTORY.c.rating_id == rating_id) & (RATING_HISTORY.c.list == rating_list)
    query = sa.select(RATING_HISTORY).where(here, RATING_HISTORY.c.at > since)
    rows = db.execute(query.order_by(RATING_HISTORY.c.number)).all()
    if not rows:
        return [], 0
    step = max(1, -(-len(rows) // MOST_POINTS))
    shown = rows[::-1][::step][::-1]
    points = [
        RatingPoint(rows[0].at, round(rows[0].before)),
        *(RatingPoint(row.at, round(row.rating)) for row in shown),
    ]
    return points, round(rows[-1].rating) - round(rows[0].before)


def strongest_beaten(db: sa.Connection, rating_list: str, rating_id: str) -> str:
    """Return the strongest level that was ranked behind this member in a rated game; empty: none was."""
    mine, bots = RESULT_SEATS.alias("mine"), RESULT_SEATS.alias("bots")
    query = (
        sa.select(RESULTS.c.ranks, mine.c.seat, bots.c.seat.label("other"), bots.c.level)
        .join(mine, (mine.c.game == RESULTS.c.game) & (mine.c.number == RESULTS.c.number))
        .join(bots, (bots.c.game == RESULTS.c.game) & (bots.c.number == RESULTS.c.number))
        .where(RESULTS.c.list == rating_list, mine.c.rating_id == rating_id, bots.c.level.is_not(None))
    )
    beaten = set()
    for row in db.execute(query):
        ranks = decode_ranks(row.ranks)
        if ranks[row.seat] < ranks[row.other]:
            beaten.add(row.level)
    return next((level for level in reversed(levels_of(rating_list)) if level in beaten), "")


Tallies = tuple[list[Tally], list[Tally], list[Tally], list[Tally]]


def tallies(db: sa.Connection, member: Member, user: str, lang: str) -> Tallies:
    """Return how the visible games ended: by game, opponent, seat and level of bot."""
    theirs = SEATS.alias("theirs")
    here = (SEATS.c.guest == member.user) & SEATS.c.came.in_(OUTCOMES) & visible(db, member.user, user)
    base = sa.select(TABLES.c.game).join(SEATS, SEATS.c.table_id == TABLES.c.id).where(here)
    opposite = base.join(theirs, (theirs.c.table_id == TABLES.c.id) & (theirs.c.seat != SEATS.c.seat))
    level = field(db, theirs.c.held, "level")
    games = counted(db, base, sa.literal(""), sa.literal(-1))
    seats = counted(db, base, sa.literal(""), SEATS.c.seat)
    people = counted(db, opposite.where(theirs.c.guest != member.user), theirs.c.guest, sa.literal(-1))
    bots = field(db, theirs.c.held, "kind") == "bot"
    levels = counted(db, opposite.where(bots), sa.func.coalesce(level, "random"), sa.literal(-1))
    people = sorted(people, key=lambda each: (-each.won - each.lost - each.drawn, each.name))[:MOST_OPPONENTS]
    return games, named(db, people, lang), seats, levels


def counted(
    db: sa.Connection, base: sa.Select[tuple[str]], name: sa.ColumnElement[str], seat: sa.ColumnElement[int]
) -> list[Tally]:
    """Return a tally for each game, name and seat."""
    counts = [sa.func.sum(sa.case((SEATS.c.came == outcome, 1), else_=0)) for outcome in OUTCOMES]
    query = base.add_columns(name.label("of_whom"), seat.label("from_seat"), *counts)
    grouped = query.group_by(TABLES.c.game, sa.text("of_whom"), sa.text("from_seat"))
    found = [
        Tally(game, str(of or ""), int(won), int(lost), int(drawn), _seat(at))
        for game, of, at, won, lost, drawn in db.execute(grouped)
    ]
    return sorted(found, key=lambda each: (each.game, each.name, -1 if each.seat is None else each.seat))


def _seat(at: int) -> Seat | None:
    return None if at < 0 else at


def named(db: sa.Connection, found: list[Tally], lang: str) -> list[Tally]:
    """Return the tallies with the names of the opponents in place of their ids."""
    house, ids = catalogue("house")(lang), [each.name for each in found]
    known = db.execute(sa.select(GUESTS.c.id, GUESTS.c.name, GUESTS.c.homonym).where(GUESTS.c.id.in_(ids)))
    names = {row.id: told_apart(row.name, row.homonym, house) for row in known}
    members = members_among(db, ids)
    return [
        Tally(each.game, names[each.name], each.won, each.lost, each.drawn, member=each.name in members)
        for each in found
        if each.name in names
    ]


def played_together(db: sa.Connection, user: str, other: str) -> Tally | None:
    """Return how the games of two users ended, from the first one's side; None if they never met."""
    theirs = SEATS.alias("theirs")
    both = (theirs.c.table_id == SEATS.c.table_id) & (theirs.c.guest == other)
    query = sa.select(SEATS.c.came, sa.func.count()).join(theirs, both)
    query = query.where(SEATS.c.guest == user, SEATS.c.came.in_(OUTCOMES)).group_by(SEATS.c.came)
    counts = {row.came: row[1] for row in db.execute(query)}
    return Tally("", "", *(counts.get(outcome, 0) for outcome in OUTCOMES)) if counts else None


def last_meeting(db: sa.Connection, user: str, other: str) -> Meeting | None:
    """Return the last table at which these two played, and the seat of the second; None if they never met."""
    theirs = SEATS.alias("theirs")
    both = (theirs.c.table_id == SEATS.c.table_id) & (theirs.c.guest == other)
    query = (
        sa.select(TABLES.c.id, TABLES.c.game, theirs.c.seat)
        .join(SEATS, (SEATS.c.table_id == TABLES.c.id) & (SEATS.c.guest == user))
        .join(theirs, both)
        .where(TABLES.c.begun.is_not(None), TABLES.c.lesson.is_(False))
        .order_by(TABLES.c.number.desc())
        .limit(1)
    )
    row = db.execute(query).first()
    return Meeting(row.id, row.seat, row.game) if row else None


def paces(db: sa.Connection, member: Member, user: str) -> list[Pace]:
    """Return how long the member thinks in each game, by the decisions of their last games on a clock."""
    last = (
        sa.select(TABLES.c.id, TABLES.c.game, SEATS.c.seat)
        .join(SEATS, SEATS.c.table_id == TABLES.c.id)
        .where(SEATS.c.guest == member.user, TABLES.c.finished, visible(db, member.user, user))
        .order_by(TABLES.c.number.desc())
        .limit(LAST_GAMES)
    ).subquery()
    seat = sa.cast(field(db, ROWS.c.row, "seat"), sa.Integer)
    decided = (ROWS.c.table_id == last.c.id) & ROWS.c.took.is_not(None) & (seat == last.c.seat)
    played = field(db, ROWS.c.row, "type") == "played"
    thought = sa.select(last.c.game, sa.func.avg(ROWS.c.took), sa.func.count())
    query = thought.select_from(last).join(ROWS, decided)
    grouped = query.where(played).group_by(last.c.game).order_by(last.c.game)
    return [Pace(game, round(float(mean), 1), count) for game, mean, count in db.execute(grouped)]
