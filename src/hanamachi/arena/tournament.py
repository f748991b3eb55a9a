"""From fixtures to a report: play what the journal lacks, stop when the test has decided."""

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from hanamachi.arena.contest import Contest, Fixture, Score
from hanamachi.arena.journal import Journal
from hanamachi.arena.statistics import Sprt


class Players(Protocol):
    """Whoever plays games: processes here, or a cluster."""

    def play(self, fixtures: Iterable[Fixture], /) -> Iterator[Score]: ...
    def close(self) -> None: ...


def hold(
    contest: Contest,
    deals: int,
    journal: Journal,
    hire: Callable[[], Players],
    sprt: Sprt | None = None,
    told: Callable[[Score], None] = lambda _: None,
) -> list[Score]:
    """The scores that count, in the order of their fixtures, whoever played them and when."""
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
    """Looks at deals in their order, so that the test ends at the same deal however many play."""

    def __init__(self, contest: Contest, scores: dict[Fixture, Score], sprt: Sprt | None) -> None:
        self.contest, self.scores, self.sprt = contest, scores, sprt
        self.pairs: list[float] = []
        self.after: int | None = None  # so many deals decided the test

    def decided(self) -> bool:
        if self.sprt is None:
            return False
        while self.after is None and (pair := self.next_pair()) is not None:
            self.pairs.append(pair)
            if self.sprt.verdict(self.sprt.ratio(self.pairs)) != "open":
                self.after = len(self.pairs)
        return self.after is not None

    def next_pair(self) -> float | None:
        """The first contender's mean score in the next deal, once both of its games are over."""
        deal = len(self.pairs)
        pair = [self.scores.get(Fixture(deal, 0, rotation)) for rotation in range(2)]
        if None in pair:
            return None
        return sum(score.shares[self.contest.seating(score.fixture).index(0)] for score in pair if score) / 2
