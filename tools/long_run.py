"""The long run: contests that bars hang on, resumable. Plays on in docs/journals and writes docs/long_run.md.

The journals are committed: every game that was ever counted is in them. A contest that has reached its deals
rests; the others go on in turn, a few deals at a time, so that a run of any length leaves something of each.
"""

import argparse
from collections.abc import Iterable, Iterator
from pathlib import Path
from time import monotonic
from typing import Any

from msgspec import Struct

from hanamachi.arena.contest import Contender, Contest, Fixture, Score
from hanamachi.arena.journal import Journal
from hanamachi.arena.playing import NOBODY, Stage
from hanamachi.arena.report import Report, report
from hanamachi.arena.tournament import hold
from hanamachi.cli.arena import in_percent
from hanamachi.games import GAMES

DOCS = Path(__file__).parents[1] / "docs"
JOURNALS = DOCS / "journals"
SEED = "long run"
STEP = 2  # deals of a contest before the next one has its turn
COMMANDS = {  # of bots that stand on no ladder: the frozen students
    ("geishas_road", "student"): "py:hanamachi.bots.geishas_road.student:student",
    ("mai_star", "student"): "py:hanamachi.bots.mai_star.student:student",
}
HEAD = """# The long run

Written by `python tools/long_run.py` from the journals in [journals](journals), in which every game stands.
Duplicate deals, the same cards from every seat; 95 % intervals over deals. When all deals of a contest are
played, its bar is passed if the whole interval lies beyond it, missed if it lies below, and open in between.
`student` is here the frozen one. Milliseconds are wall time of a machine that had other work: a quiet one
needs less.

| game | table | first | others | deals | score of the first | bar | | ms a move, first | others |
|---|---|---|---|---:|---:|---:|---|---:|---:|
"""


class Meeting(Struct, frozen=True):
    """A contest of the long run: the first bot against the second, or against copies of it."""

    game: str
    first: str
    second: str
    bar: float  # per cent
    options: dict[str, Any] = {}
    seats: int = 2
    deals: int = 400

    @property
    def table(self) -> str:
        said = [f"{self.seats} seats"] if self.seats > 2 else []
        return ", ".join([*said, *(str(v) if v is not True else k for k, v in self.options.items())])

    @property
    def path(self) -> Path:
        named = "-".join([self.game, self.first, self.second, self.table])
        return JOURNALS / f"{named.replace(', ', '-').replace(' ', '-')}.jsonl"

    def contender(self, name: str) -> Contender:
        command = COMMANDS.get((self.game, name), "")
        return Contender(name, level="" if command else name, command=command)

    def contest(self) -> Contest:
        return Contest(
            game=self.game,
            version=GAMES[self.game].version,
            options=self.options,
            seats=self.seats,
            contenders=(self.contender(self.first), self.contender(self.second)),
            seed=SEED,
        )


BASIC, HARDER, ADVANCED = ({"mode": mode} for mode in ("basic", "harder", "advanced"))
DESTINY = {"destiny": True}
MEETINGS = (
    *(Meeting("geishas_road", "adept", "student", 62, mode) for mode in (BASIC, HARDER, ADVANCED)),
    Meeting("mai_star", "adept", "student", 45, seats=3),
    *(
        Meeting("geishas_road", "master", "student", bar, mode)
        for mode, bar in ((BASIC, 66), (HARDER, 70), (ADVANCED, 76), (BASIC | DESTINY, 66))
    ),
    Meeting("mai_star", "master", "student", 55, seats=3),
    Meeting("mai_star", "master", "student", 26, seats=6),
    *(Meeting("geishas_road", "master", "adept", 55, mode) for mode in (BASIC, HARDER, ADVANCED)),
    Meeting("mai_star", "master", "student", 55, {"management": True}, seats=3),
)


class Alone:
    """Plays in this process: nothing is started anew for a few deals."""

    def __init__(self, contest: Contest) -> None:
        self.stage = Stage(contest, [NOBODY, 0.0])

    def play(self, fixtures: Iterable[Fixture]) -> Iterator[Score]:
        return map(self.stage.play, fixtures)

    def close(self) -> None:
        """Nobody was hired."""


def played(meeting: Meeting, more: int) -> Report | None:
    """So many deals more than the journal has, as long as some are missing; and what all of them say."""
    contest = meeting.contest()
    journal = Journal(meeting.path, contest)
    try:
        done = len(journal.scores) // contest.seats
        if deals := min(meeting.deals, done + more):
            return report(contest, hold(contest, deals, journal, lambda: Alone(contest)))
        return None
    finally:
        journal.close()


def verdict(meeting: Meeting, found: Report) -> str:
    """Given once, when all deals are played: who looks again and again sees a bar passed by luck."""
    score, bar = found.standings[0].score, meeting.bar / 100
    if found.deals < meeting.deals:
        return f"after {meeting.deals}"
    return "passed" if (score.low or 0) >= bar else "missed" if (score.high or 0) < bar else "open"


def row(meeting: Meeting, found: Report) -> str:
    first, second = found.standings
    return (
        f"| {meeting.game} | {meeting.table} | {first.name} | {second.name} | {found.deals} |"
        f" {in_percent(first.score)} | {meeting.bar:g} % | {verdict(meeting, found)} |"
        f" {first.ms_per_move or 0:.1f} | {second.ms_per_move or 0:.1f} |"
    )


def rows() -> Iterator[str]:
    for meeting in MEETINGS:
        found = played(meeting, 0) if meeting.path.exists() else None
        if found:
            yield row(meeting, found)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--minutes", type=float, default=0.0, help="to play; without, only the page is written"
    )
    parser.add_argument("--only", default="", help="the contests whose journals' names begin so")
    given = parser.parse_args()
    end = monotonic() + 60 * given.minutes
    mine = [each for each in MEETINGS if each.path.name.startswith(given.only)]
    while monotonic() < end and mine:
        for meeting in [*mine]:
            found = played(meeting, STEP) if monotonic() < end else None
            if found:
                print(row(meeting, found), flush=True)
                if found.deals >= meeting.deals:
                    mine.remove(meeting)
    (DOCS / "long_run.md").write_text(HEAD + "\n".join(rows()) + "\n", "utf-8")


if __name__ == "__main__":
    main()
