"""Explain what a slip changed: what the judge's playouts led to after the better move and after the one that
was made."""

from typing import Literal

from msgspec import Struct

from hanamachi.bots.judge import Opinion, Outlook
from hanamachi.core.words import Words

SLIP = 0.04  # a move that loses less of the chance to win needs no reason
TELLING = 0.1  # a smaller gain of a share is not told
TELLING_POINTS = 0.5
MOST = 2  # of each kind


class Reason(Struct, frozen=True):
    """A difference between the best move and the one that was made.

    It is the share of the judge's playouts in which the seat gets something (`gets`), or the mean of some
    points (`points`).
    """

    kind: Literal["gets", "points"]
    label: str
    best: float
    played: float

    @property
    def gain(self) -> float:
        return self.best - self.played


def reasons(opinion: Opinion, played: int, words: Words) -> list[Reason]:
    """Return the largest gains of the best move, if the move that was made is a slip."""
    best = opinion.ranked()[0]
    slip = opinion.chances[best] - opinion.chances[played] >= SLIP
    if not slip or best not in opinion.outlooks or played not in opinion.outlooks:
        return []
    return gains(opinion.outlooks[best], opinion.outlooks[played], words)


def gains(best: Outlook, played: Outlook, words: Words) -> list[Reason]:
    """Return the gains that are large enough to be told, the largest first."""
    gets = [Reason("gets", words(key), best.gets[key], played.gets[key]) for key in best.gets]
    points = [Reason("points", words(key), best.points[key], played.points[key]) for key in best.points]
    return [*largest(gets, TELLING), *largest(points, TELLING_POINTS)]


def largest(found: list[Reason], least: float) -> list[Reason]:
    """Return the largest of some gains of one kind."""
    told = sorted((each for each in found if each.gain >= least), key=lambda each: -each.gain)[:MOST]
    return [each for each in told if each.gain >= told[0].gain / 2]
