"""Read the leaderboard of a rating list: members, the bots between them, and one's own neighbourhood."""

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.accounts.bot_accounts import owners_of
from hanamachi.server.accounts.members import Member, member_of, members_by_rating
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import RATING_HISTORY, RATINGS
from hanamachi.server.protocol.rest import Leaderboard, LeaderboardRow, LevelRow
from hanamachi.server.ratings.book import Standing, standing_in
from hanamachi.server.ratings.levels import is_solved, levels_of
from hanamachi.server.ratings.lists import RatingList

DAY = 86_400.0
ACTIVE_DAYS = 30  # within which a member must have played
SHOWN, AROUND = 50, 3  # rows from the top, and on each side of one's own


class Placed(Struct, frozen=True):
    """A member's standing in a list. `place`: None if provisional, inactive or hidden."""

    member: Member
    rating_id: str
    standing: Standing
    place: int | None


def placed(db: sa.Connection, rating_list: str, now: float, *, bots: bool = False) -> list[Placed]:
    """Return the members who have a place, the strongest first. Equal ratings share a place. `bots`: on the
    board of bot accounts."""
    active = (RATINGS.c.list == rating_list) & (RATINGS.c.last > now - ACTIVE_DAYS * DAY)
    rows = db.execute(sa.select(RATINGS).where(active)).all()
    standings = {row.rating_id: standing_in(row) for row in rows}
    members = members_by_rating(db, list(standings))
    programs = owners_of(db, [member.user for member in members.values()])
    settled = [
        (member, standings[rating_id])
        for rating_id, member in members.items()
        if (member.user in programs) == bots
        and member.public.ratings
        and not standings[rating_id].rested(now).provisional
    ]
    settled.sort(key=lambda each: (-round(each[1].rating.rating), each[0].rating_id))
    ratings = [round(standing.rating.rating) for _, standing in settled]
    return [
        Placed(member, member.rating_id, standing, ratings.index(round(standing.rating.rating)) + 1)
        for member, standing in settled
    ]


def leaderboard(db: sa.Connection, rating_list: RatingList, user: str, *, bots: bool = False) -> Leaderboard:
    """Return a leaderboard as this user sees it: the top, and the rows around their own. `bots`: that of bot
    accounts."""
    now, me = timestamps.now(db), member_of(db, user) if user else None
    if me and bool(owners_of(db, [user])) != bots:
        me = None
    everybody = placed(db, rating_list.name, now, bots=bots)
    at = next((n for n, each in enumerate(everybody) if me and each.member.user == me.user), None)
    top = everybody[:SHOWN]
    around = everybody[max(SHOWN, at - AROUND) : at + AROUND + 1] if at is not None and at >= SHOWN else []
    mine = everybody[at] if at is not None else unplaced(db, rating_list.name, me) if me else None
    shown = [*top, *around, *([mine] if mine else [])]
    changes = changes_since(db, rating_list.name, [each.rating_id for each in shown], now - ACTIVE_DAYS * DAY)

    def row(each: Placed) -> LeaderboardRow:
        rested = each.standing.rested(now)
        return LeaderboardRow(
            place=each.place,
            name=each.member.name,
            rating=round(rested.rating),
            deviation=round(rested.deviation),
            provisional=rested.provisional,
            games=each.standing.games,
            change=changes.get(each.rating_id, 0),
            mine=me is not None and each.member.user == me.user,
        )

    return Leaderboard(
        list_name=rating_list.name,
        game=rating_list.game,
        value=rating_list.value,
        solved=is_solved(rating_list.game),
        members=len(everybody),
        top=[row(each) for each in top],
        around=[row(each) for each in around],
        mine=row(mine) if mine else None,
        levels=level_rows(rating_list.name),
    )


def unplaced(db: sa.Connection, rating_list: str, me: Member) -> Placed | None:
    """Return the standing of a member who has no place, if they have played at all."""
    mine = (RATINGS.c.list == rating_list) & (RATINGS.c.rating_id == me.rating_id)
    found = db.execute(sa.select(RATINGS).where(mine)).first()
    return Placed(me, me.rating_id, standing_in(found), None) if found else None


def changes_since(
    db: sa.Connection, rating_list: str, rating_ids: Sequence[str], since: float
) -> dict[str, int]:
    """Return by how much these members' ratings have changed since a time."""
    here = (RATING_HISTORY.c.list == rating_list) & RATING_HISTORY.c.rating_id.in_(list(rating_ids))
    query = sa.select(RATING_HISTORY).where(here, RATING_HISTORY.c.at > since)
    first: dict[str, float] = {}
    last: dict[str, float] = {}
    for each in db.execute(query.order_by(RATING_HISTORY.c.number)):
        first.setdefault(each.rating_id, each.before)
        last[each.rating_id] = each.rating
    return {rating_id: round(last[rating_id]) - round(first[rating_id]) for rating_id in first}


def level_rows(rating_list: str) -> list[LevelRow]:
    """Return the bots of a list with their intervals, the strongest first."""
    rows = []
    for name, level in levels_of(rating_list).items():
        low, high = level.interval
        rows.append(LevelRow(name, round(level.rating), round(low), round(high)))
    return rows[::-1]
