"""How strong the bots are: each level plays the student and random play. Writes docs/strength.md.

Contests that a bar hangs on play all their deals. The others share out the time; a pilot of two deals tells
how many deals fit into a share, and what a contest leaves over goes to those after it.
"""

import argparse
import os
from collections.abc import Iterator
from itertools import pairwise
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Any

import msgspec

from hanamachi.arena.contest import Contender, Contest
from hanamachi.arena.crew import Crew
from hanamachi.arena.journal import Journal
from hanamachi.arena.plot import Mark, picture
from hanamachi.arena.report import Report, report
from hanamachi.arena.tournament import hold
from hanamachi.bots import ladder_of
from hanamachi.cli.arena import in_elo, in_percent
from hanamachi.core.game import Game
from hanamachi.games.geishas_road import GAME as GEISHAS_ROAD
from hanamachi.games.hanamikoji import GAME as HANAMIKOJI
from hanamachi.games.mai_star import GAME as MAI_STAR
from hanamachi.games.okiya import GAME as OKIYA

DOCS = Path(__file__).parents[1] / "docs"
GAMES = (OKIYA, GEISHAS_ROAD, MAI_STAR, HANAMIKOJI)
YARDSTICKS = ("student", "random")
SEED = "strength"
PILOT, MOST = 2, 1000  # deals
MORE: dict[tuple[str, ...], int] = {("hanamikoji", "adept", "student"): 4000}  # the adept stands near its bar
SAFE = 0.9  # of the time: a pilot is no prophet
BARS = {  # of Hanamikoji, in per cent: the whole interval must lie beyond
    ("master", "student"): (">=", 72.0),
    ("master", "random"): (">=", 97.5),
    ("adept", "student"): (">=", 60.0),
    ("novice", "student"): ("<=", 25.0),
}
HEAD = """# How strong the bots are

Written by `make strength`: every level plays the student and random play on duplicate deals, the same cards
from every seat. Scores have 95 % intervals over deals; how they are made stands in [bots.md](bots.md).
A move's milliseconds are wall time on the machine that wrote this page, with {processes} games at once;
forced moves are not counted. What bars hang on is measured in the [long run](long_run.md).
"""


def casts(game: Game) -> list[tuple[str, str]]:
    """Every level and each yardstick; at larger tables each level against copies of the one below."""
    levels = ladder_of(game.name).names
    if game.seats[0] > 2:
        return [(above, below) for below, above in pairwise(levels)]
    return [(level, other) for level in levels[1:] for other in YARDSTICKS if level != other]


def barred(game: Game, cast: tuple[str, str]) -> bool:
    """A bar hangs on this contest."""
    return game is HANAMIKOJI and cast in BARS


def contest(game: Game, cast: tuple[str, str]) -> Contest:
    return Contest(
        game=game.name,
        version=game.version,
        options={},
        seats=game.seats[0],
        contenders=tuple(Contender(level, level=level) for level in cast),
        seed=SEED,
    )


def play(contest: Contest, seconds: float, processes: int, folder: Path) -> Report:
    """As many deals as fit into so many seconds, at least those of the pilot and at most all."""
    who = (contest.game, *(each.name for each in contest.contenders))
    most, journal = MORE.get(who, MOST), Journal(folder / f"{'-'.join(who)}.jsonl", contest)
    try:
        hold(contest, 1, journal, lambda: Crew(contest, processes))  # kernels are compiled
        done, began = len(journal.scores) // contest.seats, monotonic()
        hold(contest, min(most, done + PILOT), journal, lambda: Crew(contest, processes))
        each = max(monotonic() - began, 1e-3) / PILOT
        deals = int(min(most, done + max(PILOT, SAFE * seconds / each)))
        return report(contest, hold(contest, deals, journal, lambda: Crew(contest, processes)))
    finally:
        journal.close()


def command(found: Report) -> str:
    contest = found.contest
    bots = " ".join(each.name for each in contest.contenders)
    seats = f" --seats {contest.seats}" if contest.seats > 2 else ""
    return f"hanamachi arena {contest.game} {bots}{seats} --deals {found.deals} --seed {contest.seed}"


def row(found: Report) -> str:
    """One contest, from its first bot's side."""
    first, second = found.standings
    elo = in_elo(found.meetings[0].elo) if found.meetings else ""
    faults = sum(each.late + each.crashed for each in found.standings)
    return (
        f"| {first.name} | {second.name} | {found.deals} | {in_percent(first.score)} | {elo} |"
        f" {first.ms_per_move or 0:.2f} | {second.ms_per_move or 0:.2f} | {faults} |"
    )


def mark(found: Report) -> Mark:
    score = found.standings[0].score
    mean, low, high = (100 * (each or 0.0) for each in (score.mean, score.low, score.high))
    return Mark(" : ".join(each.name for each in found.standings), mean, low, high)


def section(game: Game, found: list[Report], picture: str) -> list[str]:
    """One game: the picture, who met whom, and the commands that play it again."""
    title = game.text.words("en")("name")
    lines = [f"## {title}", "", f"![{title}]({picture})", ""]
    lines += [
        "| first | second | deals | score of the first | Elo | ms a move, first | second | lost by faults |"
    ]
    lines += ["|---|---|---:|---:|---:|---:|---:|---:|", *map(row, found), ""]
    if game.seats[0] > 2:
        equal = f"equals would score {100 / game.seats[0]:.1f} %."
        lines += [f"One seat for the first, the others for copies of the second: {equal}", ""]
    return [*lines, "```", *map(command, found), "```", ""]


def bars(found: list[Report]) -> Iterator[str]:
    """Whether the levels of Hanamikoji stand where they should."""
    yield from ("| bar | interval | |", "|---|---:|---|")
    for each in found:
        first, second = each.standings
        if (first.name, second.name) in BARS:
            sign, bar = BARS[first.name, second.name]
            low, high = 100 * (first.score.low or 0), 100 * (first.score.high or 0)
            passed = low >= bar if sign == ">=" else high <= bar
            name = f"{first.name} {sign} {bar:g} % against {second.name}"
            yield f"| {name} | {low:.1f} … {high:.1f} % | {'passed' if passed else 'not passed'} |"
    yield ""


def value_lost(levels: list[dict[str, Any]]) -> Iterator[str]:
    """Written by tools/hanamikoji_value_lost.py."""
    yield from ("### What a move loses", "")
    yield "In win probability, against the master's move, judged by the master's own trials on fresh deals."
    yield from (
        "",
        "| level | moves | same move | mean | median | 90 % | 99 % | below 0.01 | below 0.05 | below 0.2 |",
    )
    yield "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|"
    for each in levels:
        quantiles, shares = each["quantiles"], each["shares"]
        cells = [
            *(f"{each['same as the master']:.0%}", f"{each['mean']:.3f} ± {each['plus or minus']:.3f}"),
            *(f"{quantiles[q]:.3f}" for q in ("0.5", "0.9", "0.99")),
            *(f"{shares[f'below {edge}']:.0%}" for edge in (0.01, 0.05, 0.2)),
        ]
        yield f"| {each['level']} | {each['moves']} | {' | '.join(cells)} |"
    yield ""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=8.0, help="for the contests without a bar")
    parser.add_argument("--journals", type=Path, help="a folder that keeps the games, to go on from")
    parser.add_argument("--out", type=Path, default=DOCS, help="where strength.md and the pictures go")
    given = parser.parse_args()
    processes = os.cpu_count() or 1
    page, time = [HEAD.format(processes=processes)], 60 * given.minutes
    left = sum(not barred(game, cast) for game in GAMES for cast in casts(game))
    with TemporaryDirectory() as passing:
        folder = given.journals or Path(passing)
        for game in GAMES:
            found = []
            for cast in casts(game):
                bar, began = barred(game, cast), monotonic()
                share = inf if bar else time / left
                found.append(play(contest(game, cast), share, processes, folder))
                print(row(found[-1]), flush=True)
                if not bar:
                    time, left = time - (monotonic() - began), left - 1
            name = f"strength-{game.name}.svg"
            title = game.text.words("en")("name")
            (given.out / name).write_text(
                picture(title, "score in per cent", list(map(mark, found))), "utf-8"
            )
            page += section(game, found, name)
    page += [
        *bars(found),
        *value_lost(msgspec.json.decode((DOCS / "hanamikoji-value-lost.json").read_bytes())["levels"]),
    ]
    (given.out / "strength.md").write_text("\n".join(page), "utf-8")


if __name__ == "__main__":
    main()
