"""Store the results of the long run in one compressed file: a line for each contest, the winners in the
order of the deals.

A line names the contest and the edition of its bots. A deal is a word and a game is a sign in it: the seat
that won, or in brackets the seats that shared the win ("01 (01)0"). The bots' thinking times are kept as
sums.
"""

import fcntl
import lzma
import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.arena.contest import BadContest, Contest, Fault, Fixture, Score
from hanamachi.arena.report import Report, Standing, report

LOCKS = ".locks"  # a folder beside the file, not under version control


class Lapse(Struct, frozen=True):
    """A game that a late or crashed bot lost."""

    fixture: Fixture
    fault: Fault


class Tally(Struct, frozen=True, omit_defaults=True):
    """The results of one contest between one edition of its bots."""

    name: str
    edition: int
    contest: Contest
    deals: str = ""
    decisions: tuple[int, ...] = (0, 0)  # by contender: questions with more than one answer
    seconds: tuple[float, ...] = (0.0, 0.0)  # by contender: spent on them
    lapses: tuple[Lapse, ...] = ()

    def scores(self) -> dict[Fixture, Score]:
        faults = {lapse.fixture: lapse.fault for lapse in self.lapses}
        games = [sign for deal in self.deals.split() for sign in re.findall(r"\d|\(\d+\)", deal)]
        fixtures = self.contest.fixtures(len(self.deals.split()))
        return {
            each: Score(each, shares(sign, self.contest.seats), faults.get(each))
            for each, sign in zip(fixtures, games, strict=True)
        }

    def plus(self, deal: Sequence[Score]) -> "Tally":
        """Return the tally with one deal more, played from every seat."""
        decisions, seconds = list(self.decisions), list(self.seconds)
        for game in deal:
            for seat, who in enumerate(self.contest.seating(game.fixture)):
                decisions[who] += game.decisions[seat] if game.decisions else 0
                seconds[who] += game.seconds[seat] if game.seconds else 0.0
        return replace(
            self,
            deals=f"{self.deals} {''.join(sign(game.shares) for game in deal)}".lstrip(),
            decisions=tuple(decisions),
            seconds=tuple(round(each, 6) for each in seconds),
            lapses=self.lapses + tuple(Lapse(game.fixture, game.fault) for game in deal if game.fault),
        )

    def report(self) -> Report:
        found = report(self.contest, list(self.scores().values()))
        return replace(found, standings=[self._timed(who, each) for who, each in enumerate(found.standings)])

    def _timed(self, who: int, standing: Standing) -> Standing:
        asked = self.decisions[who]
        return replace(standing, ms_per_move=round(1000 * self.seconds[who] / asked, 3) if asked else None)


def sign(won: Sequence[float]) -> str:
    winners = "".join(str(seat) for seat, share in enumerate(won) if share)
    return winners if len(winners) == 1 else f"({winners})"


def shares(sign: str, seats: int) -> tuple[float, ...]:
    winners = sign.strip("()")
    return tuple(1 / len(winners) if str(seat) in winners else 0.0 for seat in range(seats))


class Results(Struct, frozen=True):
    """The file. Several processes may write it, each the contests that it owns."""

    path: Path

    def read(self) -> dict[tuple[str, int], Tally]:
        """Return all tallies by contest and edition."""
        lines = lzma.decompress(self.path.read_bytes()).splitlines() if self.path.exists() else []
        tallies = [msgspec.json.decode(line, type=Tally) for line in lines]
        return {(each.name, each.edition): each for each in tallies}

    def tally(self, name: str, edition: int, contest: Contest) -> Tally:
        found = self.read().get((name, edition)) or Tally(name, edition, contest)
        if found.contest != contest:
            raise BadContest("other_contest", path=str(self.path))
        return found

    def keep(self, tally: Tally) -> None:
        """Replace one line. A process that is killed leaves the file as it was before or after."""
        with self._lock("file", wait=True):
            tallies = self.read() | {(tally.name, tally.edition): tally}
            lines = [msgspec.json.encode(tallies[key]) + b"\n" for key in sorted(tallies)]
            passing = self.path.with_suffix(".new")
            passing.write_bytes(lzma.compress(b"".join(lines), preset=9))
            os.replace(passing, self.path)

    @contextmanager
    def owned(self, name: str) -> Iterator[bool]:
        """Yield whether this process alone may play a contest. A process that dies releases it."""
        with self._lock(f"of {name}", wait=False) as mine:
            yield mine

    @contextmanager
    def _lock(self, name: str, *, wait: bool) -> Iterator[bool]:
        folder = self.path.parent / LOCKS
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / name).open("ab") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_EX | (0 if wait else fcntl.LOCK_NB))
            except BlockingIOError:
                yield False
            else:
                yield True


class Ledger:
    """Collects the games of a contest, and keeps each deal as soon as it was played from every seat."""

    def __init__(self, results: Results, tally: Tally) -> None:
        self.results, self.tally = results, tally
        self.scores = tally.scores()
        self.deal: list[Score] = []

    def add(self, score: Score) -> None:
        self.scores[score.fixture] = score
        self.deal.append(score)
        if len(self.deal) == self.tally.contest.seats:
            self.tally = self.tally.plus(self.deal)
            self.deal = []
            self.results.keep(self.tally)
