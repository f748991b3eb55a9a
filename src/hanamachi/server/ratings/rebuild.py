"""Work out all ratings again from the results, and compare them with those that are stored."""

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.duties import lock_duty
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import RATING_HISTORY, RATING_PROGRESS, RATINGS, RESULTS
from hanamachi.server.ratings import book
from hanamachi.server.ratings.book import Change, Standings
from hanamachi.server.ratings.worker import RATING_WORKER, save_progress

CHUNK = 1_000  # rows that are written at once


class Rebuilt(Struct, frozen=True):
    """The outcome of a rebuild: results and ratings, and how many ratings it changed."""

    results: int
    ratings: int
    changed: int


class _Worked(Struct):
    """All ratings of one game, as far as they are worked out."""

    number: int
    standings: Standings
    changes: list[Change]


def rebuild(database: str) -> Rebuilt:
    """Work out all ratings anew. The long work reads; the stored ones are replaced in one transaction at the
    end, so that a running server goes on meanwhile."""
    engine = make_engine(url_of(database), 1, "")
    with engine.begin() as db:
        worked = {game: work_on(db, game, _Worked(0, {}, [])) for game in games_with_results(db)}
    engine.dispose()
    writing = make_engine(url_of(database), 1, "IMMEDIATE")
    with writing.begin() as db:
        lock_duty(db, RATING_WORKER)
        for game in games_with_results(db):
            worked[game] = work_on(db, game, worked.get(game, _Worked(0, {}, [])))
        found = replace_all(db, worked)
    writing.dispose()
    return found


def games_with_results(db: sa.Connection) -> list[str]:
    return list(db.scalars(sa.select(RESULTS.c.game).distinct().order_by(RESULTS.c.game)))


def work_on(db: sa.Connection, game: str, worked: _Worked) -> _Worked:
    """Work out the results that follow those which are worked out."""
    while results := book.read_results(db, game, worked.number, CHUNK):
        for result in results:
            worked.changes += book.work_out(result, worked.standings)
        worked.number = results[-1].number
    return worked


def replace_all(db: sa.Connection, worked: dict[str, _Worked]) -> Rebuilt:
    """Replace all stored ratings."""
    stored = dict(book.standings_where(db, sa.true()))
    standings = {key: each for of_game in worked.values() for key, each in of_game.standings.items()}
    for table in (RATINGS, RATING_HISTORY, RATING_PROGRESS):
        db.execute(sa.delete(table))
    rows = [
        {"list": rating_list, "rating_id": rating_id, **book.row_of(each)}
        for (rating_list, rating_id), each in sorted(standings.items())
    ]
    history = [book.history_row(change) for of_game in worked.values() for change in of_game.changes]
    for table, every in ((RATINGS, rows), (RATING_HISTORY, history)):
        for begin in range(0, len(every), CHUNK):
            db.execute(sa.insert(table), every[begin : begin + CHUNK])
    for game, of_game in worked.items():
        save_progress(db, game, of_game.number)
    changed = sum(stored.get(key) != standings.get(key) for key in stored.keys() | standings.keys())
    results = db.scalar(sa.select(sa.func.count()).select_from(RESULTS)) or 0
    return Rebuilt(results, len(standings), changed)


class State(Struct, frozen=True):
    """How many results there are, how many of them are not worked out yet, and how many ratings."""

    results: int
    waiting: int
    ratings: int


def state(database: str) -> State:
    engine = make_engine(url_of(database), 1, "")
    with engine.begin() as db:
        results = db.scalar(sa.select(sa.func.count()).select_from(RESULTS)) or 0
        done = db.scalar(sa.select(sa.func.coalesce(sa.func.sum(RATING_PROGRESS.c.number), 0))) or 0
        ratings = db.scalar(sa.select(sa.func.count()).select_from(RATINGS)) or 0
    engine.dispose()
    return State(results, max(0, results - int(done)), ratings)
