"""Write src/hanamachi/bots/strength.json: the rating of each level in each rating list, from the long run.

`python -m tools.research.level_ratings`. In each list the student has 1500, and the other levels follow from
the contests of docs/strength.md that were played with the standard options of the list: the least squares of
their differences in Elo, each weighted by its interval. A level's deviation is the standard error of its
distance from the student, the interval of docs/strength.md being 1.96 of it to each side. A level without a
measured way to the student has no rating.
"""

from collections import defaultdict
from math import isfinite
from pathlib import Path

import msgspec
import numpy as np
from msgspec import Struct

from hanamachi.arena.report import Report
from hanamachi.bots import ladder_of
from hanamachi.games import GAMES, OURS
from hanamachi.server.ratings.levels import LevelRating
from hanamachi.server.ratings.lists import list_of, lists_of
from tools.research.long_run import MEETINGS, Run
from tools.research.meetings import Meeting
from tools.research.strength_page import elo_of, score

OUT = Path(__file__).parents[2] / "src" / "hanamachi" / "bots" / "strength.json"
STUDENT, REFERENCE = "student", 1500.0
SURE = 1.96  # standard errors to each side of an interval of 95 %


class Difference(Struct, frozen=True):
    """How much stronger one level is than another, in Elo, and the standard error of that."""

    first: str
    second: str
    elo: float
    error: float


def difference(meeting: Meeting, found: Report) -> Difference | None:
    """Return what a contest shows; None if nothing was played, or if one side won everything."""
    if not found.deals:
        return None
    share = score(found)
    mean, low, high = (elo_of(each or 0.0, meeting.seats) for each in (share.mean, share.low, share.high))
    if not all(map(isfinite, (mean, low, high))):
        return None
    return Difference(meeting.first, meeting.second, mean, (high - low) / 2 / SURE)


def level_ratings(run: Run) -> dict[str, dict[str, LevelRating]]:
    """Return the ratings of all levels, by list."""
    shown = defaultdict[str, list[Difference]](list)
    for meeting in MEETINGS:
        known = {meeting.first, meeting.second} <= set(ladder_of(meeting.game).names)
        here = list_of(GAMES[meeting.game], meeting.options)
        if known and here and (found := difference(meeting, run.report(meeting))):
            shown[here.name].append(found)
    return {
        each.name: solved(shown[each.name], ladder_of(game.name).names)
        for game in OURS
        for each in lists_of(game)
    }


def solved(shown: list[Difference], ladder: list[str]) -> dict[str, LevelRating]:
    """Return the ratings that fit these differences best, from weak to strong."""
    levels = [level for level in ladder if level in connected(shown) and level != STUDENT]
    place = {level: n for n, level in enumerate(levels)}
    kept = [each for each in shown if {each.first, each.second} <= {STUDENT, *levels}]
    rows, values = np.zeros((len(kept), len(levels))), np.array([each.elo / each.error for each in kept])
    for row, each in zip(rows, kept, strict=True):
        for level, sign in ((each.first, 1.0), (each.second, -1.0)):
            if level != STUDENT:
                row[place[level]] = sign / each.error
    covariance = np.linalg.inv(rows.T @ rows)
    fitted = covariance @ rows.T @ values
    found = {STUDENT: LevelRating(REFERENCE, 0.0)}
    for level, n in place.items():
        found[level] = LevelRating(
            round(REFERENCE + float(fitted[n]), 1), round(float(covariance[n, n]) ** 0.5, 1)
        )
    return dict(sorted(found.items(), key=lambda each: each[1].rating))


def connected(shown: list[Difference]) -> set[str]:
    """Return the levels that contests connect with the student."""
    found = {STUDENT}
    while (
        more := {
            level
            for each in shown
            if {each.first, each.second} & found
            for level in (each.first, each.second)
        }
        - found
    ):
        found |= more
    return found


def main() -> None:
    OUT.write_bytes(msgspec.json.format(msgspec.json.encode(level_ratings(Run())), indent=1) + b"\n")


if __name__ == "__main__":
    main()
