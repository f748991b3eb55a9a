"""Format docs/strength.md: the results of the long run and of a fresh sample, and the value lost per move."""

from collections.abc import Iterator, Sequence
from math import inf, isfinite, log10
from typing import NamedTuple

import numpy as np

from hanamachi.arena.plot import Mark
from hanamachi.arena.report import Bounds, Report
from hanamachi.bots import ladder_of
from hanamachi.cli.commands.arena import in_percent
from hanamachi.core.game import Game
from tools.research.long_run import Sure
from tools.research.meetings import Meeting
from tools.research.value_lost import Losses

HEAD = """# How strong the bots are

Each level meets the one below it, with the same cards from every seat (duplicate deals,
[How the bots play](bots.md)). Intervals are of 95 %, over deals. Milliseconds are wall time of a machine
that had other work, without forced moves: a quiet one needs less.

`make strength` writes this page from the [results](../tools/research/results.jsonl.xz) of the long run
(`python -m tools.research.long_run`), which has every game, and from a fresh sample of {minutes:g} minutes
on other deals, played with hanamachi {version} on {machine}. The two agree if their intervals meet.

Where there is a bar, `student` is the frozen one, and a new master must beat the former master
(tools/research/former.py). Two sequential probability ratio tests with an error of 5 % each decide: a level
passes when the first one accepts that its score is {beyond:g} points above the bar, and fails when the
second one accepts {beyond:g} points below. If neither has accepted after the last deal, the level passes if
its whole interval lies above the bar, fails if it lies below, and is open in between.
"""
COLUMNS = (
    *("table", "first", "others", "deals", "score of the first", "Elo", "bar", ""),
    *("fresh deals", "their score", "agrees", "ms a move, first", "others", "lost by faults"),
)
NOTHING = "–"


class Found(NamedTuple):
    meeting: Meeting
    long: Report
    fresh: Report
    sure: Sure | None  # of the long run

    @property
    def best(self) -> Report:
        """Return the report with more evidence."""
        return self.long if self.long.deals else self.fresh

    @property
    def agrees(self) -> bool | None:
        """Return whether the two intervals overlap, or None if one of the two is missing."""
        if not (self.long.deals and self.fresh.deals):
            return None
        one, other = score(self.long), score(self.fresh)
        return (one.low or 0) <= (other.high or 0) and (other.low or 0) <= (one.high or 0)


def score(found: Report) -> Bounds:
    return found.standings[0].score


def elo_of(share: float, seats: int) -> float:
    """Return the Elo difference by the odds against one of the others."""
    if not 0 < share < 1:
        return inf if share else -inf
    return 400 * log10(share / (1 - share) * (seats - 1))


def elo(share: float, seats: int) -> str:
    """Return the Elo difference as the page has it."""
    found = elo_of(share, seats)
    return f"{found:+.0f}" if isfinite(found) else "+∞" if found > 0 else "-∞"


def in_elo(found: Report) -> str:
    mean, low, high = (
        elo(each or 0.0, found.contest.seats)
        for each in (score(found).mean, score(found).low, score(found).high)
    )
    return f"{mean} ({low} … {high})"


def verdict(meeting: Meeting, found: Report, sure: Sure | None) -> str:
    """Return the verdict on a bar. Its interval is read only once, at the end: repeated looks would let luck
    pass."""
    if meeting.bar is None:
        return ""
    if sure:
        return f"{sure.word} (after {sure.after})"
    if found.deals < meeting.deals:
        return f"open (of {meeting.deals})"
    share, bar = score(found), meeting.bar / 100
    return "passed" if (share.low or 0) >= bar else "missed" if (share.high or 0) < bar else "open"


def row(found: Found) -> str:
    meeting, best = found.meeting, found.best
    first, second = best.standings
    cells = [
        *(meeting.table, first.name, second.name),
        *((str(found.long.deals), in_percent(score(found.long))) if found.long.deals else (NOTHING,) * 2),
        *(in_elo(best), NOTHING if meeting.bar is None else f"{meeting.bar:g} %"),
        verdict(meeting, found.long, found.sure),
        *((str(found.fresh.deals), in_percent(score(found.fresh))) if found.fresh.deals else (NOTHING,) * 2),
        {True: "yes", False: "**no**", None: NOTHING}[found.agrees],
        *(f"{first.ms_per_move or 0:.1f}", f"{second.ms_per_move or 0:.1f}"),
        str(sum(each.late + each.crashed for each in best.standings)),
    ]
    return f"| {' | '.join(cells)} |"


def mark(found: Found) -> Mark:
    share, meeting = score(found.best), found.meeting
    mean, low, high = (100 * (each or 0.0) for each in (share.mean, share.low, share.high))
    return Mark(f"{meeting.first} : {meeting.second}", mean, low, high)


def section(game: Game, found: Sequence[Found], losses: Losses | None, picture: str) -> Iterator[str]:
    title = game.text.words("en")("name")
    yield from (f"## {title}", "", f"![{title}]({picture})", "")
    yield f"| {' | '.join(COLUMNS)} |"
    yield "|---|---|---|---:|---:|---:|---:|---|---:|---:|---|---:|---:|---:|"
    yield from map(row, found)
    if game.seats[0] > 2:
        equal = f"of three equals each would score {100 / 3:.1f} %, of six {100 / 6:.1f} %."
        yield from ("", f"One seat for the first, the others for copies of the second: {equal}")
    yield ""
    if losses and losses.levels:
        yield from value_lost(game, losses)


def value_lost(game: Game, losses: Losses) -> Iterator[str]:
    """Yield the section of the losses measured by tools/research/value_lost.py."""
    ladder = ladder_of(game.name)
    judge = "The judge is exact." if ladder.exact else "The judge's word is no proof."
    yield from ("### What a move loses", "")
    yield "In chance to win, against the move that the judge likes best, in games of a level against itself."
    yield judge
    yield ""
    yield "| level | moves | as good as the best | mean | 90 % | 99 % | below 0.01 | below 0.05 | below 0.2 |"
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|"
    for level in ladder.names:
        if level in losses.levels:
            lost = np.array(losses.levels[level].losses)
            cells = [
                *(level, str(len(lost)), f"{(lost == 0).mean():.0%}"),
                f"{lost.mean():.3f} ± {1.96 * lost.std() / len(lost) ** 0.5:.3f}",
                *(f"{np.quantile(lost, q):.3f}" for q in (0.9, 0.99)),
                *(f"{(lost < edge).mean():.0%}" for edge in (0.01, 0.05, 0.2)),
            ]
            yield f"| {' | '.join(cells)} |"
    yield ""
