"""Tell the ratings of the players at a table, and what its result did to them."""

from typing import Any

import sqlalchemy as sa

from hanamachi.games import GAMES
from hanamachi.server.accounts.members import members_among
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import RATING_HISTORY, RATING_PROGRESS, RATINGS, TABLES
from hanamachi.server.protocol.rest import SeatRating, TableRatings
from hanamachi.server.ratings.book import Standing, standing_in
from hanamachi.server.ratings.glicko import PROVISIONAL
from hanamachi.server.ratings.levels import levels_of
from hanamachi.server.ratings.lists import RatingList, list_of
from hanamachi.server.ratings.results import NOT_COUNTED, RatedSeat, decode_seats
from hanamachi.server.tables.model import SeatHolder, Snapshot


def table_ratings(db: sa.Connection, table: str, snapshot: Snapshot) -> TableRatings:
    """Return the players' ratings: as they are now, and after the end as the result made them. A game for
    which the table has no rating list has none."""
    found = list_of(GAMES[snapshot.setup.game], snapshot.setup.options)
    if found is None:
        return TableRatings(rated=False)
    here = db.execute(sa.select(TABLES.c.rated, TABLES.c.counted).where(TABLES.c.id == table)).first()
    rated = decode_seats(here.rated) if here and here.rated else []
    held = rated or who_sits(db, snapshot.seats)
    seats = [now(db, found, each) for each in held]
    if not here or here.counted is None:
        return TableRatings(snapshot.setup.rated, found.name, seats)
    if here.counted == NOT_COUNTED:
        return TableRatings(snapshot.setup.rated, found.name, seats, counted=False)
    changes = changes_of(db, found.game, here.counted)
    worked_out = progress(db, found.game) >= here.counted
    seats = [changes.get(each.rating_id or "", seat) for each, seat in zip(held, seats, strict=True)]
    return TableRatings(snapshot.setup.rated, found.name, seats, counted=True, pending=not worked_out)


def who_sits(db: sa.Connection, seats: tuple[SeatHolder, ...]) -> list[RatedSeat]:
    """Return the bots at a table whose rated game has not begun, or that is not rated, and the members who
    show their ratings."""
    members = members_among(db, {held.guest for held in seats if held.guest})
    shown = {user: member.rating_id for user, member in members.items() if member.public.ratings}
    return [
        RatedSeat(level=held.level) if held.kind == "bot" else RatedSeat(shown.get(held.guest or ""))
        for held in seats
    ]


def now(db: sa.Connection, rating_list: RatingList, held: RatedSeat) -> SeatRating | None:
    """Return the rating of a player; None for guests, and for bots whose strength nobody measured."""
    if held.level:
        level = levels_of(rating_list.name).get(held.level)
        return SeatRating(round(level.rating), round(level.deviation), fixed=True) if level else None
    if held.rating_id is None:
        return None
    mine = (RATINGS.c.list == rating_list.name) & (RATINGS.c.rating_id == held.rating_id)
    row = db.execute(sa.select(RATINGS).where(mine)).first()
    rested = (standing_in(row) if row else Standing()).rested(timestamps.now(db))
    return SeatRating(round(rested.rating), round(rested.deviation), rested.provisional)


def changes_of(db: sa.Connection, game: str, number: int) -> dict[str, SeatRating]:
    """Return by rating id what a result did."""
    here = (RATING_HISTORY.c.game == game) & (RATING_HISTORY.c.number == number)
    return {row.rating_id: changed(row) for row in db.execute(sa.select(RATING_HISTORY).where(here))}


def changed(row: Any) -> SeatRating:
    change, provisional = round(row.rating) - round(row.before), row.deviation > PROVISIONAL
    return SeatRating(round(row.rating), round(row.deviation), provisional, change=change)


def progress(db: sa.Connection, game: str) -> int:
    """Return the number of the last result that is worked out."""
    done = sa.select(RATING_PROGRESS.c.number).where(RATING_PROGRESS.c.game == game)
    return db.scalar(done) or 0
