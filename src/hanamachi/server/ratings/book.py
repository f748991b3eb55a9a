"""Work ratings out from stored results, one after the other. The worker and a rebuild share this."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.schema import RATING_HISTORY, RATINGS, RESULT_SEATS, RESULTS
from hanamachi.server.ratings.games import Pair, Player, rated_game
from hanamachi.server.ratings.glicko import NEWCOMER, PERIOD, Rating, rested
from hanamachi.server.ratings.results import decode_pairs, decode_ranks


class ResultSeat(Struct, frozen=True):
    """A seat of a result: a member's rating id, or a bot with its rating as it was then."""

    rating_id: str | None
    bot: Rating | None = None


class StoredResult(Struct, frozen=True):
    """A result as its rows have it."""

    game: str
    number: int
    list_name: str
    at: float
    ranks: list[int]
    pairs: list[Pair]
    seats: list[ResultSeat]


class Standing(Struct, frozen=True):
    """A member's rating in a list: after how many games, and when the last one was."""

    rating: Rating = NEWCOMER
    games: int = 0
    last: float | None = None

    def periods_until(self, at: float) -> float:
        """Return for how many rating periods the member has rested."""
        return 0.0 if self.last is None else max(0.0, at - self.last) / PERIOD

    def rested(self, at: float) -> Rating:
        """Return the rating as it is at a later time: less certain."""
        return rested(self.rating, self.periods_until(at))


Standings = dict[tuple[str, str], Standing]  # by list and rating id


class Change(Struct, frozen=True):
    """The change of one member's rating by a result."""

    result: StoredResult
    rating_id: str
    before: Rating
    after: Standing


def work_out(result: StoredResult, standings: Standings) -> list[Change]:
    """Work out one result, and put the new ratings into `standings`."""
    known = [standings.get((result.list_name, seat.rating_id or ""), Standing()) for seat in result.seats]
    players = [
        Player(seat.bot, fixed=True) if seat.bot else Player(each.rating, each.periods_until(result.at))
        for seat, each in zip(result.seats, known, strict=True)
    ]
    changes = []
    for at, rating in rated_game(players, result.ranks, result.pairs).items():
        rating_id, before = result.seats[at].rating_id, known[at]
        assert rating_id is not None
        last = result.at if before.last is None else max(before.last, result.at)
        after = Standing(rating, before.games + 1, last)
        standings[result.list_name, rating_id] = after
        changes.append(Change(result, rating_id, before.rating, after))
    return changes


def read_results(db: sa.Connection, game: str, after: int, most: int | None = None) -> list[StoredResult]:
    """Return the results of a game that follow a number, in their order."""
    query = sa.select(RESULTS).where(RESULTS.c.game == game, RESULTS.c.number > after)
    rows = db.execute(query.order_by(RESULTS.c.number).limit(most)).all()
    if not rows:
        return []
    between = RESULT_SEATS.c.number.between(rows[0].number, rows[-1].number)
    held = sa.select(RESULT_SEATS).where(RESULT_SEATS.c.game == game, between)
    seats: dict[int, list[ResultSeat]] = {}
    for row in db.execute(held.order_by(RESULT_SEATS.c.number, RESULT_SEATS.c.seat)):
        bot = None if row.level is None else Rating(row.rating, row.deviation)
        seats.setdefault(row.number, []).append(ResultSeat(row.rating_id, bot))
    return [
        StoredResult(
            game=row.game,
            number=row.number,
            list_name=row.list,
            at=row.at,
            ranks=decode_ranks(row.ranks),
            pairs=decode_pairs(row.pairs),
            seats=seats[row.number],
        )
        for row in rows
    ]


def read_standings(db: sa.Connection, results: Iterable[StoredResult]) -> Standings:
    """Return the ratings of all members of these results."""
    ids = {seat.rating_id for result in results for seat in result.seats if seat.rating_id}
    return dict(standings_where(db, RATINGS.c.rating_id.in_(sorted(ids))))


def standings_where(
    db: sa.Connection, which: sa.ColumnElement[bool]
) -> Iterator[tuple[tuple[str, str], Standing]]:
    for row in db.execute(sa.select(RATINGS).where(which)):
        yield (row.list, row.rating_id), standing_in(row)


def standing_in(row: Any) -> Standing:
    """Return the rating that a row of `ratings` has."""
    return Standing(Rating(row.rating, row.deviation, row.volatility), row.games, row.last)


def save(db: sa.Connection, changes: Iterable[Change], standings: Mapping[tuple[str, str], Standing]) -> None:
    """Save new ratings, and each change for the graphs."""
    changes = list(changes)
    if changes:
        db.execute(sa.insert(RATING_HISTORY), [history_row(change) for change in changes])
    for key in sorted({(change.result.list_name, change.rating_id) for change in changes}):
        save_standing(db, *key, standings[key])


def save_standing(db: sa.Connection, rating_list: str, rating_id: str, standing: Standing) -> None:
    here = (RATINGS.c.list == rating_list) & (RATINGS.c.rating_id == rating_id)
    values = row_of(standing)
    if not db.execute(sa.update(RATINGS).where(here).values(values)).rowcount:
        db.execute(sa.insert(RATINGS).values(list=rating_list, rating_id=rating_id, **values))


def row_of(standing: Standing) -> dict[str, Any]:
    rating = standing.rating
    values = {"rating": rating.rating, "deviation": rating.deviation, "volatility": rating.volatility}
    return values | {"games": standing.games, "last": standing.last}


def history_row(change: Change) -> dict[str, Any]:
    rating, result = change.after.rating, change.result
    key = {"game": result.game, "number": result.number, "rating_id": change.rating_id}
    return key | {
        "list": result.list_name,
        "at": result.at,
        "before": change.before.rating,
        "rating": rating.rating,
        "deviation": rating.deviation,
    }
