"""The long run: play every contest of docs/strength.md, resumably, into results.jsonl.

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
from typing import Any, NamedTuple

from msgspec import Struct

from hanamachi.arena.contest import Contender, Contest, Fixture, Score
from hanamachi.arena.playing import NOBODY, Stage
from hanamachi.arena.report import Report
from hanamachi.arena.statistics import Sprt, elo
from hanamachi.arena.tournament import Referee, hold
from hanamachi.bots import ladder_of
from hanamachi.cli.commands.arena import in_percent
from hanamachi.games import GAMES, OURS
from tools.research.results import Ledger, Results, Tally

RESULTS = Path(__file__).with_name("results.jsonl")
SEED = "long run"
BEYOND = 5.0  # points: the sequential tests ask whether a score is the bar, or so much more or less
TURN = 20.0  # seconds for a contest before the next one goes on; a deal is played to its end
COMMANDS = {  # of bots that are not on a ladder: the frozen students, and former bots
    ("hanamikoji", "student"): "py:hanamachi.bots.hanamikoji.student:student",
    ("hanamikoji", "former master"): "py:tools.research.former:hanamikoji_master",
    ("geishas_road", "student"): "py:hanamachi.bots.geishas_road.student:student",
    ("mai_star", "student"): "py:hanamachi.bots.mai_star.student:student",
}


class Meeting(Struct, frozen=True):
    """A contest of the long run: the first bot against the second, or against copies of it."""

    game: str
    first: str
    second: str
    bar: float | None = None  # per cent; a step of the ladder has none
    options: dict[str, Any] = {}
    seats: int = 2
    deals: int = 400
    edition: int = 1  # of its bots: raise it when one of them plays differently, to play everything anew

    @property
    def table(self) -> str:
        said = [f"{self.seats} seats"] if self.seats > 2 else []
        return ", ".join([*said, *(str(v) if v is not True else k for k, v in self.options.items())])

    @property
    def name(self) -> str:
        named = "-".join(filter(None, [self.game, self.first, self.second, self.table]))
        return named.replace(", ", "-").replace(" ", "-")

    @property
    def tests(self) -> tuple[Sprt, Sprt] | None:
        """Return two tests: is the score below the bar or at it, and is it at the bar or above?"""
        if self.bar is None:
            return None
        beyond = min(BEYOND, (100 - self.bar) / 2)
        less, bar, more = (elo((self.bar + each) / 100) for each in (-beyond, 0, beyond))
        return Sprt(less, bar), Sprt(bar, more)

    def contender(self, name: str) -> Contender:
        """Return a bot. Bars are measured with the frozen students, steps with the levels that people can
        choose."""
        command = COMMANDS.get((self.game, name), "") if self.bar is not None else ""
        return Contender(name, level="" if command else name, command=command)

    def contest(self, seed: str) -> Contest:
        return Contest(
            game=self.game,
            version=GAMES[self.game].version,
            options=self.options,
            seats=self.seats,
            contenders=(self.contender(self.first), self.contender(self.second)),
            seed=seed,
        )


BASIC, HARDER, ADVANCED = ({"mode": mode} for mode in ("basic", "harder", "advanced"))
DESTINY = {"destiny": True}
BARS = (
    Meeting("geishas_road", "adept", "student", 62, BASIC, deals=1200),
    *(Meeting("geishas_road", "adept", "student", 62, mode) for mode in (HARDER, ADVANCED)),
    Meeting("mai_star", "adept", "student", 45, seats=3),
    *(
        Meeting("geishas_road", "master", "student", bar, mode, deals=1200)
        for mode, bar in ((BASIC, 66), (HARDER, 70), (ADVANCED, 76), (BASIC | DESTINY, 66))
    ),
    Meeting("mai_star", "master", "student", 55, seats=3),
    Meeting("mai_star", "master", "student", 26, seats=6),
    *(Meeting("geishas_road", "master", "adept", 55, mode) for mode in (BASIC, HARDER, ADVANCED)),
    Meeting("mai_star", "master", "student", 55, {"management": True}, seats=3),
    Meeting("hanamikoji", "adept", "student", 65, deals=1000),
    Meeting("hanamikoji", "master", "student", 76, deals=2000),
    Meeting("hanamikoji", "master", "former master", 55, deals=1000),
    Meeting("hanamikoji", "master", "random", 97.5, deals=1000),
)


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
