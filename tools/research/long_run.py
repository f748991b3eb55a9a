"""The long run: play every contest of docs/strength.md, resumably, into results.jsonl.xz.

The file is committed and contains every game that was ever counted. A contest that has all its deals rests,
and so does one whose bar a sequential test saw passed or missed. The others go on in turn, so that a run of
any length adds to each. Several processes and several runs may play: a process owns the contest that it plays
until its turn is over. A killed process leaves every finished deal. `make strength` writes the page.
"""

import argparse
import multiprocessing
import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from msgspec import Struct

from hanamachi.arena.contest import Contest, Fixture, Score
from hanamachi.arena.playing import NOBODY, Stage
from hanamachi.arena.report import Report
from hanamachi.arena.tournament import Referee, hold
from hanamachi.bots import ladder_of
from hanamachi.cli.commands.arena import in_percent
from hanamachi.games import OURS
from tools.games import of_games
from tools.research.meetings import Meeting
from tools.research.results import Ledger, Results, Tally

RESULTS = Path(__file__).with_name("results.jsonl.xz")
SEED = "long run"
TURN = 20.0  # seconds for a contest before the next one goes on; a deal is played to its end


BARS: tuple[Meeting, ...] = tuple(each for module in of_games("bars").values() for each in module.BARS)


def steps() -> Iterator[Meeting]:
    """Yield a contest of each level against the one below it, unless a bar exists for the two."""
    barred = {(each.game, each.first, each.second) for each in BARS}
    for game in OURS:
        for below, above in pairwise(ladder_of(game.name).names):
            if (game.name, above, below) not in barred:
                yield Meeting(game.name, above, below, seats=game.seats[0])


MEETINGS = [*BARS, *steps()]


class Alone:
    """Plays in this process, because starting another for a few deals would be slow."""

    def __init__(self, contest: Contest) -> None:
        self.stage = Stage(contest, [NOBODY, 0.0])

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        return map(self.stage.play, fixtures)

    def close(self) -> None:
        """Do nothing: no process was started."""


class Sure(NamedTuple):
    """The verdict on a bar, and the deal that decided it."""

    after: int
    word: str


class Ruling:
    """Applies the sequential tests to a bar. The first verdict counts."""

    def __init__(self, meeting: Meeting, contest: Contest, scores: dict[Fixture, Score]) -> None:
        referees = [Referee(contest, scores, test) for test in meeting.tests or ()]
        self.words = list(zip(referees, ("rejected", "accepted"), ("missed", "passed"), strict=False))

    def sure(self) -> Sure | None:
        """Return the verdict, or None while both tests are open."""
        told = [Sure(each.after or 0, word) for each, said, word in self.words if each.verdict() == said]
        return min(told, default=None)


class Run(Struct, frozen=True):
    """The file of the games, and the seed of their chance."""

    path: Path = RESULTS
    seed: str = SEED

    @property
    def results(self) -> Results:
        return Results(self.path)

    def tally(self, meeting: Meeting) -> Tally:
        return self.results.tally(meeting.name, meeting.edition, meeting.contest(self.seed))

    def report(self, meeting: Meeting) -> Report:
        return self.tally(meeting).report()

    def sure(self, meeting: Meeting) -> Sure | None:
        tally = self.tally(meeting)
        return Ruling(meeting, tally.contest, tally.scores()).sure()

    def play_on(self, meeting: Meeting) -> bool:
        """Play some more deals, unless another process plays them. Return whether any are left."""
        contest, began = meeting.contest(self.seed), monotonic()
        with self.results.owned(meeting.name) as mine:
            if not mine:
                return True
            ledger, players = Ledger(self.results, self.tally(meeting)), Alone(contest)
            ruling = Ruling(meeting, contest, ledger.scores)
            done = len(ledger.scores) // contest.seats
            while (left := done < meeting.deals and not ruling.sure()) and monotonic() < began + TURN:
                done += 1
                hold(contest, done, ledger, lambda: players)
        score = in_percent(self.report(meeting).standings[0].score)
        print(f"{meeting.name}: {done} deals, {score}", flush=True)
        return left

    def play(self, meetings: list[Meeting], minutes: float, processes: int) -> None:
        """Play in several processes. Each begins at another contest, because a contest has one owner at a
        time."""
        end, spawn = monotonic() + 60 * minutes, multiprocessing.get_context("spawn")
        workers = [
            spawn.Process(
                target=work, args=(self, meetings[k:] + meetings[:k], end, os.getpid()), daemon=True
            )
            for k in (len(meetings) * n // processes for n in range(processes))
        ]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()


def work(run: Run, meetings: Sequence[Meeting], end: float, parent: int) -> None:
    """Run one process. It ends with its parent, however that ended."""
    left = list(meetings)
    while left:
        for meeting in [*left]:
            if monotonic() >= end or os.getppid() != parent:
                return
            if not run.play_on(meeting):
                left.remove(meeting)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, required=True)
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--only", nargs="*", default=[""], help="the contests whose names begin so")
    given = parser.parse_args()
    chosen = [each for each in MEETINGS if each.name.startswith(tuple(given.only))]
    Run().play(chosen, given.minutes, given.processes)


if __name__ == "__main__":
    main()
