"""Hold a contest: play the fixtures that the journal lacks, and stop when the test has decided."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from hanamachi.arena.contest import Contest, Fixture, Score
from hanamachi.arena.report import share
from hanamachi.arena.statistics import Sprt


class Players(Protocol):
    """Plays fixtures: in processes of this machine, or on a cluster."""

    def play(self, fixtures: Iterable[Fixture], /) -> Iterator[Score]: ...
    def close(self) -> None: ...


class Book(Protocol):
    """Stores the games of a contest."""

    scores: dict[Fixture, Score]

    def add(self, score: Score, /) -> None: ...


def hold(
    contest: Contest,
    deals: int,
    journal: Book,
    hire: Callable[[], Players],
    sprt: Sprt | None = None,
    told: Callable[[Score], None] = lambda _: None,
) -> list[Score]:
    """Play the missing fixtures and return the scores that count, in the order of their fixtures."""
    referee = Referee(contest, journal.scores, sprt)
    missing = [each for each in contest.fixtures(deals) if each not in journal.scores]
    if missing and not referee.decided():
        players = hire()
        try:
            for score in players.play(missing):
                journal.add(score)
                told(score)
                if referee.decided():
                    break
        finally:
            players.close()
    counted = deals if referee.after is None else min(deals, referee.after)
    return [journal.scores[each] for each in contest.fixtures(counted) if each in journal.scores]


class Referee:
    """Applies the test to deals in their order, so that it ends at the same deal with any number of
    processes."""

    def __init__(self, contest: Contest, scores: dict[Fixture, Score], sprt: Sprt | None) -> None:
        self.contest, self.scores, self.sprt = contest, scores, sprt
        self.samples: list[float] = []
        self.after: int | None = None  # the number of deals after which the test was decided

    def decided(self) -> bool:
        return self.verdict() != "open"

    def verdict(self) -> str:
        """Return the test's verdict at the deal that decided it."""
        if self.sprt is None:
            return "open"
        while self.after is None and (sample := self.next_sample()) is not None:
            self.samples.append(sample)
            if self.sprt.verdict(self.sprt.ratio(self.samples)) != "open":
                self.after = len(self.samples)
        return self.sprt.verdict(self.sprt.ratio(self.samples))

    def next_sample(self) -> float | None:
        """Return the first contender's mean score in the next deal, or None until all of its games are
        over."""
        deal = len(self.samples)
        games = [self.scores.get(Fixture(deal, 0, rotation)) for rotation in range(self.contest.seats)]
        whole = [score for score in games if score]
        return share(self.contest, whole, 0) if len(whole) == len(games) else None
