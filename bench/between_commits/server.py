"""Compare the server's CPU time with another commit: python -m bench.between_commits.server COMMIT.

Both servers run on SQLite, one after the other in each round, so that whatever else the machine does falls on
both. One driver plays the same seeded games against each. CPU time is the server process's own; the median
round of each side counts. A ratio above 1 means slower here.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

from msgspec import Struct

from tests.storm.players import open_tables
from tests.storm.serving import Served
from tools.quality.load import FLAT_OUT, fill, measure

HERE = Path(__file__).parents[2]
RATES = {"200 moves/s": 200.0, "flat out": FLAT_OUT}


class Measured(Struct):
    """Milliseconds of CPU: to open a table with two players, and a move at each rate."""

    opening: float
    moves: dict[str, float]
    failed: int


async def play(server: Served, tables: int, seconds: float) -> Measured:
    cpu = server.cpu()
    players = await open_tables(server.ports, tables)
    found = Measured(1000 * (server.cpu() - cpu) / tables, {}, 0)
    for player in players:
        await player.come()
    for name, rate in RATES.items():
        await fill(server, players, tables)
        run = await measure(server, players, rate, seconds)
        found.moves[name] = run.cpu
        found.failed += run.failed
    for player in players:
        assert player.line is not None
        player.line.hang_up()
    return found


def run(tree: Path, given: argparse.Namespace) -> Measured:
    with tempfile.TemporaryDirectory() as folder:
        server = Served(Path(folder) / "bench.db", settings={"PYTHONPATH": str(tree / "src")})
        server.start()
        try:
            return asyncio.run(play(server, given.tables, given.seconds))
        finally:
            server.stop()


def compare(other: Path, given: argparse.Namespace) -> int:
    sides: dict[str, list[Measured]] = {"other": [], "here": []}
    for number in range(given.rounds):
        for name, tree in (("other", other), ("here", HERE))[:: 1 if number % 2 else -1]:
            sides[name].append(run(tree, given))
            print(name, sides[name][-1], file=sys.stderr, flush=True)
    print("| CPU ms | other | here | ratio |\n|---|---:|---:|---:|")
    for what in ("opening a table", *RATES):
        then, now = (median(value(each, what) for each in sides[name]) for name in ("other", "here"))
        print(f"| {what} | {then:.2f} | {now:.2f} | {now / then:.2f} |")
    return min(1, sum(each.failed for found in sides.values() for each in found))


def value(found: Measured, what: str) -> float:
    return found.moves.get(what, found.opening)


def git(*words: str) -> None:
    subprocess.run(["git", "-C", HERE, *words], check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        subprocess.run(
            ["git", "-C", HERE, "worktree", "add", "-q", "--detach", other, given.commit], check=True
        )
        try:
            return compare(other, given)
        finally:
            git("worktree", "remove", "--force", str(other))


if __name__ == "__main__":
    sys.exit(main())
