"""How strong the bots are: the ladder of each game plays, and docs/strength.md says what came of it.

The time is shared out among the games; a pilot of two deals tells how many deals fit into a share.
"""

import argparse
import os
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic

from hanamachi.arena.contest import Contender, Contest
from hanamachi.arena.crew import Crew
from hanamachi.arena.journal import Journal
from hanamachi.arena.plot import marks, picture
from hanamachi.arena.report import Report, report
from hanamachi.arena.tournament import hold
from hanamachi.bots import ladder
from hanamachi.cli.arena import in_elo, in_percent
from hanamachi.core.game import Game
from hanamachi.games.geishas_road import GAME as GEISHAS_ROAD
from hanamachi.games.hanamikoji import GAME as HANAMIKOJI
from hanamachi.games.mai_star import GAME as MAI_STAR
from hanamachi.games.okiya import GAME as OKIYA

DOCS = Path(__file__).parents[1] / "docs"
GAMES = (OKIYA, HANAMIKOJI, GEISHAS_ROAD, MAI_STAR)
SEED = "strength"
PILOT, MOST = 2, 1000  # deals
SAFE = 0.85  # of the time: a pilot is no prophet
HEAD = """# How strong the bots are

Written by `make strength`: every level plays on duplicate deals, the same cards from every seat. Scores have
95 % intervals over deals; how they are made, and what a rating is, stands in [bots.md](bots.md). A move's
milliseconds are wall time on the machine that wrote this page, with {processes} games at once.
"""


def contests(game: Game) -> list[Contest]:
    """Everybody against everybody; at larger tables each level against copies of the one below."""
    levels, seats = ladder(game.name), game.seats[0]
    casts = [levels] if seats == 2 else [[b, a] for a, b in pairwise(levels)]
    return [
        Contest(
            game=game.name,
            version=game.version,
            options={},
            seats=seats,
            contenders=tuple(Contender(level, level=level) for level in cast),
            seed=SEED,
        )
        for cast in casts
    ]


def play(contest: Contest, seconds: float, processes: int, folder: Path) -> Report:
    """As many deals as fit into so many seconds, at least those of the pilot."""
    journal = Journal(folder / f"{contest.game}-{contest.contenders[0].name}.jsonl", contest)
    try:
        hold(contest, 1, journal, lambda: Crew(contest, processes))  # kernels are compiled
        began = monotonic()
        hold(contest, 1 + PILOT, journal, lambda: Crew(contest, processes))
        each = (monotonic() - began) / PILOT
        deals = max(1 + PILOT, min(MOST, int(SAFE * seconds / each)))
        return report(contest, hold(contest, deals, journal, lambda: Crew(contest, processes)))
    finally:
        journal.close()


def command(found: Report) -> str:
    contest = found.contest
    bots = " ".join(each.name for each in contest.contenders)
    seats = f" --seats {contest.seats}" if contest.seats > 2 else ""
    return f"hanamachi arena {contest.game} {bots}{seats} --deals {found.deals} --seed {contest.seed}"


def section(found: Report) -> list[str]:
    """One contest: its command, the standings, who met whom."""
    lines = [f"`{command(found)}`", ""]
    rated = any(each.rating for each in found.standings)
    lines += ["| bot | games | score |" + (" rating in Elo |" if rated else "") + " ms a move |"]
    lines += ["|---|---:|---:|" + ("---:|" if rated else "") + "---:|"]
    for each in sorted(found.standings, key=lambda each: -(each.score.mean or 0)):
        rating = f" {in_elo(each.rating)} |" if each.rating else ""
        cells = f"| {each.name} | {each.games} | {in_percent(each.score)} |{rating}"
        lines.append(f"{cells} {each.ms_per_move or 0:.2f} |")
    if found.meetings:
        lines += ["", "| first | second | score of the first | Elo | pairs with 0, ½, 1, 1½, 2 points |"]
        lines += ["|---|---|---:|---:|---:|"]
        lines += [
            f"| {each.first} | {each.second} | {in_percent(each.score)} | {in_elo(each.elo)} |"
            f" {' '.join(map(str, each.pairs))} |"
            for each in found.meetings
        ]
    elif found.contest.seats > 2:
        lines += ["", f"Among equals everybody would score {100 / found.contest.seats:.1f} %."]
    lines += [
        f"\n{each.name}: late {each.late}, crashed {each.crashed}."
        for each in found.standings
        if each.late or each.crashed
    ]
    return [*lines, ""]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=36.0, help="for all games together")
    parser.add_argument("--out", type=Path, default=DOCS, help="where strength.md and the pictures go")
    given = parser.parse_args()
    processes = os.cpu_count() or 1
    page = [HEAD.format(processes=processes)]
    with TemporaryDirectory() as folder:
        for game in GAMES:
            title = game.text.words("en")("name")
            page += [f"## {title}", ""]
            played = contests(game)
            seconds = 60 * given.minutes / len(GAMES) / len(played)
            for number, contest in enumerate(played, 1):
                found = play(contest, seconds, processes, Path(folder))
                part = f"-{number}" if len(played) > 1 else ""
                name = f"strength-{game.name}{part}.svg"
                axis = "rating in Elo" if found.standings[0].rating else "score in per cent"
                (given.out / name).write_text(picture(title, axis, marks(found)), "utf-8")
                page += [f"![{title}]({name})", "", *section(found)]
                print(command(found), flush=True)
    (given.out / "strength.md").write_text("\n".join(page), "utf-8")


if __name__ == "__main__":
    main()
