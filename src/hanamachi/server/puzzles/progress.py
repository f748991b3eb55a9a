"""Read how far a user is: days in a row, solved puzzles by theme, and which puzzle comes next."""

from collections.abc import Collection, Iterable
from random import Random
from typing import Any

import sqlalchemy as sa

from hanamachi.server.db.schema import PUZZLE_ANSWERS, PUZZLE_RATINGS
from hanamachi.server.protocol.puzzles import PuzzleDays
from hanamachi.server.puzzles.answers import HINTED, MONTH
from hanamachi.server.puzzles.shelf import Shelf
from hanamachi.server.tables.errors import NotFound

WEEK = 7
NEAREST = 8  # puzzles by rating, of which one is drawn
LISTED = 12  # answers that are shown again
SOLVED = ("right", "near")


def days_of(db: sa.Connection, user: str, today: int) -> PuzzleDays:
    """Return on how many days in a row a user tried a puzzle. A row ends only when a whole day is missed."""
    mine = (PUZZLE_ANSWERS.c.guest == user) & (PUZZLE_ANSWERS.c.verdict != HINTED)
    return counted_days(db.scalars(sa.select(PUZZLE_ANSWERS.c.day).where(mine).distinct()), today)


def counted_days(days: Iterable[int], today: int) -> PuzzleDays:
    known = set(days)
    last = today if today in known else today - 1
    row = 0
    while last - row in known:
        row += 1
    week = [day in known for day in range(today - WEEK + 1, today + 1)]
    return PuzzleDays(row, today in known, week)


def answered(db: sa.Connection, user: str, game: str) -> dict[str, tuple[str, float]]:
    """Return a user's verdicts in a game by puzzle, and when they were given."""
    mine = (PUZZLE_ANSWERS.c.guest == user) & (PUZZLE_ANSWERS.c.game == game)
    columns = PUZZLE_ANSWERS.c.puzzle, PUZZLE_ANSWERS.c.verdict, PUZZLE_ANSWERS.c.at
    found = db.execute(sa.select(*columns).where(mine, PUZZLE_ANSWERS.c.verdict != HINTED))
    return {row.puzzle: (row.verdict, row.at) for row in found}


def newest(db: sa.Connection, user: str) -> list[Any]:
    """Return the rows of a user's newest answers, the last first."""
    mine = (PUZZLE_ANSWERS.c.guest == user) & (PUZZLE_ANSWERS.c.verdict != HINTED)
    query = sa.select(PUZZLE_ANSWERS).where(mine).order_by(PUZZLE_ANSWERS.c.at.desc()).limit(LISTED)
    return list(db.execute(query))


def solved_by_theme(shelf: Shelf, verdicts: dict[str, tuple[str, float]]) -> dict[str, int]:
    solved = {puzzle for puzzle, (verdict, _) in verdicts.items() if verdict in SOLVED}
    return {theme: len(ids & solved) for theme, ids in shelf.themes.items()}


def next_puzzle(
    db: sa.Connection, shelf: Shelf, user: str, theme: str, rating: float, day: int, now: float
) -> str:
    """Return a puzzle that a user has not answered within a month, of a theme if one is named, whose rating
    is near theirs. NotFound if none is left."""
    if theme and theme not in shelf.themes:
        raise NotFound("no_puzzle_theme", theme=theme, known=tuple(shelf.themes))
    given = answered(db, user, shelf.game.name) if user else {}
    recent = {puzzle for puzzle, (_, at) in given.items() if at > now - MONTH}
    left = (shelf.themes[theme] if theme else shelf.by_id.keys()) - recent - {shelf.of_day(day)}
    if not left:
        raise NotFound("no_puzzle_left")
    return nearest(db, shelf, left, rating)


def nearest(db: sa.Connection, shelf: Shelf, left: Collection[str], rating: float) -> str:
    """Draw one of the puzzles whose rating is nearest."""
    ratings = {puzzle: first.rating for puzzle, first in shelf.ratings.items()}
    for row in db.execute(sa.select(PUZZLE_RATINGS.c.puzzle, PUZZLE_RATINGS.c.rating)):
        if row.puzzle in ratings:
            ratings[row.puzzle] = row.rating
    order = sorted(left, key=lambda puzzle: (abs(ratings[puzzle] - rating), puzzle))
    return Random().choice(order[:NEAREST])
