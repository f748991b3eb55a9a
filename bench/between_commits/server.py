"""Compare the server's CPU time with another commit: python -m bench.between_commits.server COMMIT.

Both servers run one after the other in each round, so that whatever else the machine does falls on both. One
driver plays the same seeded games against each. CPU time is that of the server's own processes and, with
`--postgres`, of the database, which two workers share. The median round of each side counts. A ratio above 1
means slower here.
"""

import argparse
import asyncio
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from tests.postgres import Postgres, running
from tests.storm.players import Player, open_tables
from tests.storm.serving import Served, Several
from tools.quality.load import FLAT_OUT, entertain, fill, measure
from tools.quality.scaling import ON_DISK

HERE = Path(__file__).parents[2]
RATES = {"200 moves/s": 200.0, "flat out": FLAT_OUT}
WORKERS = 2
MOVES_WATCHED = 20
FIRST_TABLES = 20
IMPORT = "import time, {module}; print(time.process_time())"
MODULES = ("hanamachi.server.app", "hanamachi.house.app")  # of now, and of older commits

Figures = dict[str, float]


class Side:
    """The servers of one commit, and all that is counted of them."""

    def __init__(self, server: Served | Several, database: Postgres | None) -> None:
        self.server, self.database = server, database

    def cpu(self) -> float:
        return self.server.cpu() + (self.database.cpu() if self.database else 0.0)


async def play(side: Side, given: argparse.Namespace) -> Figures:
    await open_tables(side.server.ports, FIRST_TABLES)  # what is done once, is done
    cpu = side.cpu()
    players = await open_tables(side.server.ports, given.tables)
    found = {"opening a table, CPU ms": 1000 * (side.cpu() - cpu) / given.tables}
    for player in players:
        await player.come()
    for name, rate in RATES.items():
        found |= await moves(side, players, name, rate, given)
    if given.spectators and isinstance(side.server, Served):
        looked = await entertain(side.server, given.spectators, MOVES_WATCHED)
        found[f"the last of {given.spectators} spectators hears a move, ms"] = looked.last
    for player in players:
        assert player.line is not None
        player.line.hang_up()
    return found


async def moves(
    side: Side, players: list[Player], name: str, rate: float, given: argparse.Namespace
) -> Figures:
    await fill(side.server, players, given.tables)
    database = side.database.cpu() if side.database else 0.0
    run = await measure(side.server, players, rate, given.seconds)
    assert not run.failed, f"{run.failed} players failed"
    count = sum(len(player.waits) for player in players)
    shared = 1000 * ((side.database.cpu() if side.database else 0.0) - database) / count
    return {
        f"{name}: CPU ms a move": run.cpu + shared,
        **({f"{name}: of it PostgreSQL": shared} if side.database else {}),
        f"{name}: moves/s": run.rate,
        f"{name}: p99 ms": run.p99,
    }


def run(tree: Path, given: argparse.Namespace) -> Figures:
    with serving(tree, given) as side:
        side.server.start()
        try:
            found = asyncio.run(play(side, given))
        finally:
            side.server.stop()
    return {"importing the server, CPU s": imported(tree), **found}


@contextmanager
def serving(tree: Path, given: argparse.Namespace) -> Iterator[Side]:
    settings = {"PYTHONPATH": str(tree / "src")}
    with tempfile.TemporaryDirectory() as folder:
        if not given.postgres:
            yield Side(Served(Path(folder) / "bench.db", settings=settings), None)
            return
        with running(ON_DISK) as database, database.fresh() as url:
            yield Side(Several(Path(folder), url, WORKERS, settings), database)


def imported(tree: Path) -> float:
    """The least CPU of five processes that only import the server."""
    module = next(
        name for name in MODULES if (tree / "src" / name.replace(".", "/")).with_suffix(".py").exists()
    )
    command = [sys.executable, "-c", IMPORT.format(module=module)]
    environment = {"PYTHONPATH": str(tree / "src"), "PATH": ""}
    return min(float(subprocess.check_output(command, env=environment)) for _ in range(5))


def compare(other: Path, given: argparse.Namespace) -> None:
    sides: dict[str, list[Figures]] = {"other": [], "here": []}
    for number in range(given.rounds):
        for name, tree in (("other", other), ("here", HERE))[:: 1 if number % 2 else -1]:
            sides[name].append(run(tree, given))
            print(name, sides[name][-1], file=sys.stderr, flush=True)
    print("| | other | here | ratio |\n|---|---:|---:|---:|")
    for what in sides["here"][0]:
        then, now = (median(each[what] for each in sides[name]) for name in ("other", "here"))
        print(f"| {what} | {then:.2f} | {now:.2f} | {now / then:.2f} |")


def git(*words: str) -> None:
    subprocess.run(["git", "-C", HERE, *words], check=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("commit")
    parser.add_argument("--postgres", action="store_true", help="two workers on PostgreSQL")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--spectators", type=int, default=0)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        other = Path(folder) / "other"
        git("worktree", "add", "-q", "--detach", str(other), given.commit)
        try:
            compare(other, given)
        finally:
            git("worktree", "remove", "--force", str(other))


if __name__ == "__main__":
    main()
