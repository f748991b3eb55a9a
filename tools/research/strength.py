"""Write docs/strength.md from the long run's results and a fresh sample that must agree.

The sample plays the same contests on other deals, each equally long. It exits with an error if its interval
and the long run's do not overlap.
"""

import argparse
import os
import sys
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.performance.measure import machine
from hanamachi.arena.plot import picture
from hanamachi.games import OURS
from tools.research import value_lost
from tools.research.long_run import MEETINGS, Run
from tools.research.meetings import BEYOND
from tools.research.strength_page import HEAD, Found, mark, section

DOCS = Path(__file__).parents[2] / "docs"
SEED = "strength"


def write(sample: Run, minutes: float, out: Path) -> list[Found]:
    """Write the page and its pictures. Return all results."""
    long = Run()
    everything = [Found(each, long.report(each), sample.report(each), long.sure(each)) for each in MEETINGS]
    head = HEAD.format(minutes=minutes, beyond=BEYOND, version=version("hanamachi"), machine=machine())
    losses, page = value_lost.kept(value_lost.OUT), [head]
    for game in OURS:
        found = [each for each in everything if each.meeting.game == game.name and each.best.deals]
        name = f"strength-{game.name}.svg"
        pairs = {(each.meeting.first, each.meeting.second): each for each in reversed(found)}
        marks = [mark(each) for each in found if each in pairs.values()]
        if marks:
            title = game.text.words("en")("name")
            (out / name).write_text(picture(title, "score in per cent", marks), "utf-8")
            page += section(game, found, losses.get(game.name), name)
    (out / "strength.md").write_text("\n".join(page), "utf-8")
    return everything


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=35.0, help="of the sample")
    parser.add_argument("--only", default="", help="sample the contests whose names begin so")
    parser.add_argument("--sample", type=Path, help="a file that keeps the sample, to go on from")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, default=DOCS, help="where strength.md and the pictures go")
    given = parser.parse_args()
    with TemporaryDirectory() as passing:
        sample = Run(given.sample or Path(passing) / "sample.jsonl", SEED)
        sampled = [each for each in MEETINGS if each.name.startswith(given.only)]
        sample.play(sampled, given.minutes, given.processes)
        found = write(sample, given.minutes, given.out)
    apart = [each.meeting.name for each in found if each.agrees is False]
    if apart:
        sys.exit(f"The sample does not agree with the long run: {', '.join(apart)}")


if __name__ == "__main__":
    main()
