"""Summarise a contest: scores with intervals, ratings, the cross table, faults, milliseconds per move."""

from collections import defaultdict
from collections.abc import Sequence
from math import isfinite

from msgspec import Struct

from hanamachi.arena.contest import Contest, Score
from hanamachi.arena.statistics import (
    Interval,
    Sprt,
    bradley_terry,
    elo_interval,
    interval,
    pentanomial,
)


class Bounds(Struct, frozen=True):
    """An interval for JSON. A missing bound is null, because JSON has no infinity."""

    mean: float | None
    low: float | None
    high: float | None


class Standing(Struct, frozen=True):
    """The results of one contender. Its score is its mean share of the victory per seat it held."""

    name: str
    command: str
    games: int
    score: Bounds
    rating: Bounds | None  # in Elo; only where more than two bots meet two by two
    ms_per_move: float | None
    late: int
    crashed: int


class Meeting(Struct, frozen=True):
    """The results between two contenders, from the first one's side."""

    first: str
    second: str
    deals: int
    score: Bounds
    elo: Bounds
    pairs: tuple[int, ...]  # how many pairs of games brought 0, 1/2, 1, 3/2, 2 points


class Test(Struct, frozen=True):
    """The result of the sequential test (SPRT)."""

    elo0: float
    elo1: float
    ratio: float
    bound: float
    verdict: str


class Mishap(Struct, frozen=True):
    """A game that a bot lost because it was late or crashed."""

    name: str
    kind: str
    detail: str
    deal: int
    lineup: int
    rotation: int


class Report(Struct, frozen=True):
    contest: Contest
    deals: int  # of which every game was played
    standings: list[Standing]
    meetings: list[Meeting]
    test: Test | None
    mishaps: list[Mishap]


def report(contest: Contest, scores: Sequence[Score], sprt: Sprt | None = None) -> Report:
    """Report on the deals of which every game was played."""
    games = len(contest.lineups()) * contest.seats
    by_deal: defaultdict[int, list[Score]] = defaultdict(list)
    for score in scores:
        by_deal[score.fixture.deal].append(score)
    whole = [by_deal[deal] for deal in sorted(by_deal) if len(by_deal[deal]) == games]
    meetings = [Table(contest, whole, lineup) for lineup in range(len(contest.lineups()))]
    duel = contest.seats == 2
    ratings = rated(contest, meetings) if len(meetings) > 1 and whole else None
    return Report(
        contest=contest,
        deals=len(whole),
        standings=[
            standing(contest, whole, who, ratings[who] if ratings else None)
            for who in range(len(contest.contenders))
        ],
        meetings=[each.meeting() for each in meetings] if duel else [],
        test=tested(sprt, meetings[0].samples) if sprt else None,
        mishaps=[mishap(contest, score) for deal in whole for score in deal if score.fault],
    )


class Table:
    """The deals of one lineup, from the side of its first contender."""

    def __init__(self, contest: Contest, deals: Sequence[Sequence[Score]], lineup: int) -> None:
        self.names = [contest.contenders[who].name for who in contest.lineups()[lineup]]
        self.pair = contest.lineups()[lineup]
        games = [[score for score in deal if score.fixture.lineup == lineup] for deal in deals]
        self.samples = [share(contest, deal, self.pair[0]) for deal in games]

    def meeting(self) -> Meeting:
        found = interval(self.samples)
        return Meeting(
            first=self.names[0],
            second=self.names[1],
            deals=len(self.samples),
            score=bounds(found),
            elo=bounds(elo_interval(found)),
            pairs=pentanomial(self.samples),
        )


def share(contest: Contest, games: Sequence[Score], who: int) -> float:
    """Return a contender's mean share of these games per seat it held."""
    held = [
        score.shares[seat]
        for score in games
        for seat, contender in enumerate(contest.seating(score.fixture))
        if contender == who
    ]
    return sum(held) / len(held)


def rated(contest: Contest, tables: Sequence[Table]) -> list[Interval]:
    wins = [[0.0] * len(contest.contenders) for _ in contest.contenders]
    for table in tables:
        first, second = table.pair
        points = 2 * sum(table.samples)
        wins[first][second] += points
        wins[second][first] += 2 * len(table.samples) - points
    return bradley_terry(wins)


def standing(
    contest: Contest, deals: Sequence[Sequence[Score]], who: int, rating: Interval | None
) -> Standing:
    contender = contest.contenders[who]
    games = [
        (score, seat)
        for deal in deals
        for score in deal
        for seat, sitting in enumerate(contest.seating(score.fixture))
        if sitting == who
    ]
    asked = sum(score.decisions[seat] for score, seat in games if score.decisions)
    seconds = sum(score.seconds[seat] for score, seat in games if score.seconds)
    faults = [score.fault.kind for score, seat in games if score.fault and score.fault.seat == seat]
    return Standing(
        name=contender.name,
        command=contender.command,
        games=len(games),
        score=bounds(interval([share(contest, sat(contest, deal, who), who) for deal in deals])),
        rating=bounds(rating) if rating else None,
        ms_per_move=round(1000 * seconds / asked, 3) if asked else None,
        late=faults.count("late"),
        crashed=faults.count("crash"),
    )


def sat(contest: Contest, deal: Sequence[Score], who: int) -> list[Score]:
    return [score for score in deal if who in contest.seating(score.fixture)]


def tested(sprt: Sprt, pairs: Sequence[float]) -> Test:
    ratio = sprt.ratio(pairs)
    return Test(sprt.elo0, sprt.elo1, ratio, sprt.bound, sprt.verdict(ratio))


def mishap(contest: Contest, score: Score) -> Mishap:
    assert score.fault is not None
    name = contest.contenders[contest.seating(score.fixture)[score.fault.seat]].name
    at = score.fixture
    return Mishap(
        name=name,
        kind=score.fault.kind,
        detail=score.fault.detail,
        deal=at.deal,
        lineup=at.lineup,
        rotation=at.rotation,
    )


def bounds(found: Interval) -> Bounds:
    def sayable(value: float) -> float | None:
        return round(value, 6) if isfinite(value) else None

    return Bounds(sayable(found.mean), sayable(found.low), sayable(found.high))
