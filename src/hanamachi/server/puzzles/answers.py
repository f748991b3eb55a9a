"""Store answers to puzzles, and rate users and puzzles by them. The first answer of a user counts."""

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.table import Refused
from hanamachi.server.db import timestamps
from hanamachi.server.db.schema import PUZZLE_ANSWERS, PUZZLE_PLAYERS, PUZZLE_RATINGS
from hanamachi.server.ratings.glicko import PERIOD, Rating, Score, rated, rested
from hanamachi.server.storage.table_rows import check_not_erased

DAY = 86_400
MONTH = 30 * DAY  # after which a puzzle comes back, unrated
HINTED = "hint"  # the verdict of a puzzle with a hint and without an answer
# A first wrong answer at this rating costs at most 140 points (docs/server/puzzles.md).
SOLVER = Rating(deviation=250.0)
SCORES = {"right": 1.0, "wrong": 0.0}  # the verdicts that are rated


class Tried(Struct, frozen=True):
    """A puzzle that is answered: its id, game and theme, and its rating before anybody has tried it."""

    puzzle: str
    game: str
    theme: str
    first: Rating


class StoredAnswer(Struct, frozen=True):
    """A user's answer as its row has it. `before` and `after`: their rating; None if it was not rated."""

    verdict: str
    place: int | None
    at: float
    before: float | None
    after: float | None
    deviation: float | None
    hinted: bool

    @property
    def is_open(self) -> bool:
        return self.verdict == HINTED


class PuzzleStanding(Struct, frozen=True):
    """The rating of a user or of a puzzle, after how many tries."""

    rating: Rating
    tries: int = 0
    solved: int = 0
    last: float | None = None


def stored_answer(db: sa.Connection, user: str, puzzle: str, *, lock: bool = False) -> StoredAnswer | None:
    """Return a user's answer to a puzzle. One that is older than a month is as good as none."""
    here = (PUZZLE_ANSWERS.c.guest == user) & (PUZZLE_ANSWERS.c.puzzle == puzzle)
    query = sa.select(PUZZLE_ANSWERS).where(here)
    row = db.execute(query.with_for_update() if lock else query).first()
    if row is None:
        return None
    columns = ("verdict", "place", "at", "before", "after", "deviation", "hinted")
    return StoredAnswer(**{name: getattr(row, name) for name in columns})


def is_current(answer: StoredAnswer | None, now: float) -> bool:
    """Return whether an answer was given, and the puzzle has not come back since."""
    return answer is not None and not answer.is_open and answer.at > now - MONTH


def take_hint(db: sa.Connection, user: str, tried: Tried) -> None:
    """Note that a user had a hint, so that their answer is not rated."""
    check_not_erased(db, [user])
    if stored_answer(db, user, tried.puzzle, lock=True) is None:
        _put(db, user, tried, StoredAnswer(HINTED, None, timestamps.now(db), None, None, None, hinted=True))


def save_answer(db: sa.Connection, user: str, tried: Tried, verdict: str, place: int | None) -> StoredAnswer:
    """Store an answer and rate it. To give the same answer twice changes nothing more; another one is
    refused."""
    check_not_erased(db, [user])
    now, known = timestamps.now(db), stored_answer(db, user, tried.puzzle, lock=True)
    if known and is_current(known, now):
        if place != known.place:
            raise Refused("puzzle_answered")
        return known
    hinted = known is not None and known.hinted
    answer = StoredAnswer(verdict, place, now, None, None, None, hinted)
    if verdict in SCORES and known is None:
        answer = _rated(db, user, tried, answer)
    _put(db, user, tried, answer)
    return answer


def _rated(db: sa.Connection, user: str, tried: Tried, answer: StoredAnswer) -> StoredAnswer:
    """Rate the match of a user and a puzzle, by their ratings before it."""
    score = SCORES[answer.verdict]
    mine = player_standing(db, user, tried.game, lock=True)
    its = puzzle_standing(db, tried.puzzle, tried.first, lock=True)
    periods = 0.0 if mine.last is None else max(0.0, answer.at - mine.last) / PERIOD
    now = rested(mine.rating, periods)
    after = rated(mine.rating, [Score(its.rating, score)], periods)
    other = rated(its.rating, [Score(now, 1 - score)], 0.0)
    solved = int(score)
    key = {"guest": user, "game": tried.game}
    _save(db, PUZZLE_PLAYERS, key, after, mine.tries + 1, mine.solved + solved, answer.at)
    _save(db, PUZZLE_RATINGS, {"puzzle": tried.puzzle}, other, its.tries + 1, its.solved + solved, answer.at)
    values = (now.rating, after.rating, after.deviation)
    return StoredAnswer(answer.verdict, answer.place, answer.at, *values, hinted=answer.hinted)


def player_standing(db: sa.Connection, user: str, game: str, *, lock: bool = False) -> PuzzleStanding:
    """Return a user's rating in the puzzles of a game."""
    here = (PUZZLE_PLAYERS.c.guest == user) & (PUZZLE_PLAYERS.c.game == game)
    return _standing(db, PUZZLE_PLAYERS, here, SOLVER, lock=lock)


def puzzle_standing(db: sa.Connection, puzzle: str, first: Rating, *, lock: bool = False) -> PuzzleStanding:
    """Return a puzzle's rating."""
    return _standing(db, PUZZLE_RATINGS, PUZZLE_RATINGS.c.puzzle == puzzle, first, lock=lock)


def _standing(
    db: sa.Connection, table: sa.Table, here: sa.ColumnElement[bool], first: Rating, *, lock: bool
) -> PuzzleStanding:
    query = sa.select(table).where(here)
    row = db.execute(query.with_for_update() if lock else query).first()
    if row is None:
        return PuzzleStanding(first)
    rating = Rating(row.rating, row.deviation, row.volatility)
    return PuzzleStanding(rating, row.tries, row.solved, row.last)


def _save(
    db: sa.Connection,
    table: sa.Table,
    key: dict[str, str],
    rating: Rating,
    tries: int,
    solved: int,
    last: float,
) -> None:
    values = {
        "rating": rating.rating,
        "deviation": rating.deviation,
        "volatility": rating.volatility,
        "tries": tries,
        "solved": solved,
        "last": last,
    }
    here = sa.and_(*(table.c[name] == value for name, value in key.items()))
    if not db.execute(sa.update(table).where(here).values(values)).rowcount:
        db.execute(sa.insert(table).values(key | values))


def _put(db: sa.Connection, user: str, tried: Tried, answer: StoredAnswer) -> None:
    values = {
        "game": tried.game,
        "theme": tried.theme,
        "day": int(answer.at // DAY),
        "verdict": answer.verdict,
        "place": answer.place,
        "at": answer.at,
        "before": answer.before,
        "after": answer.after,
        "deviation": answer.deviation,
        "hinted": answer.hinted,
    }
    here = (PUZZLE_ANSWERS.c.guest == user) & (PUZZLE_ANSWERS.c.puzzle == tried.puzzle)
    if not db.execute(sa.update(PUZZLE_ANSWERS).where(here).values(values)).rowcount:
        db.execute(sa.insert(PUZZLE_ANSWERS).values(guest=user, puzzle=tried.puzzle, **values))
