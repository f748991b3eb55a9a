"""make scaling: measure two workers on PostgreSQL under load, extrapolate, and write docs/scaling.md.

Measured: more and more tables, with the players of each at different workers and every commit on disk; and one
table with more and more spectators. The rest is arithmetic with these numbers, and the page says which is which.
"""

import argparse
import asyncio
import os
import platform
import random
import signal
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from statistics import median

from msgspec import Struct

from tests.postgres import Postgres, running
from tests.storm.gallery import Looked, gallery
from tests.storm.players import Player, open_tables
from tests.storm.serving import SERVE, Served, Several
from tests.storm.tables import PLANS, Table, open_table
from tools.quality.load import SETTLE, Run, fill, measure, one_by_one

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "scaling.md"
ON_DISK = {"fsync": "on", "synchronous_commit": "on"}
MOVES_A_DAY = 120  # of one player who plays three games of forty moves
PEAK = 3.0  # the busiest hour's load as a multiple of the day's mean
PRESENT = 0.05  # the share of a day's players who are online in the busiest hour
MOVES_WATCHED = 20
BUSY = 0.6  # of a core that may be used: beyond that waits grow fast


class Rolled(Struct):
    """A rolling restart under load: acknowledged moves, how often a client was sent to another worker, the
    longest wait for an answer in seconds, and what was wrong."""

    games: int
    moves: int
    sent_on: int
    longest: float
    wrong: list[str]


class Step(Struct):
    """What moves cost at so many tables: milliseconds of CPU per move, kilobytes per table."""

    run: Run
    database: float
    memory: float
    bytes: float  # of the database per move

    @property
    def whole(self) -> float:
        """Return the CPU of the server and the database, without the driver."""
        return self.run.cpu + self.database


class Watched(Struct):
    """What a move costs at a table with so many spectators: milliseconds of CPU of both workers, and of time
    until the last spectator has heard of it."""

    count: int
    cpu: float
    last: float | None


class Found(Struct):
    """All measurements. `opening`: milliseconds of CPU that a table and its two guests cost both workers."""

    steps: list[Step]
    watched: list[Watched]
    opening: float
    rolled: Rolled | None = None

    @property
    def largest(self) -> Step:
        return self.steps[-1]


async def load(house: Several, server: Postgres, given: argparse.Namespace) -> Found:
    watched = [await watch(house, count) for count in given.spectators]
    steps: list[Step] = []
    bare, cpu = house.memory(), house.cpu()
    players = await open_tables(house.ports, given.tables[0])
    opening = 1000 * (house.cpu() - cpu) / given.tables[0]
    for player in players:
        await player.come()
    for tables in given.tables:
        await fill(house, players, tables)
        memory = (house.memory() - bare) / tables / 1024
        steps.append(await step(house, server, players, given, memory))
        print(steps[-1].run.line(), flush=True)
    return Found(steps, watched, opening)


async def step(
    house: Several, server: Postgres, players: list[Player], given: argparse.Namespace, memory: float
) -> Step:
    cpu, size = server.cpu(), size_of(server)
    run = await measure(house, players, given.rate, given.seconds)
    moves = moves_of(players) or 1
    return Step(run, 1000 * (server.cpu() - cpu) / moves, memory, (size_of(server) - size) / moves)


async def watch(house: Several, count: int) -> Watched:
    """Play one move after another at a table with so many spectators, all of one worker."""
    players = (await open_tables(house.ports, 1))[:2]
    for player in players:
        await player.come()
    with gallery(house.ports[0], players[0].table, count) if count else nullcontext() as pipe:
        if pipe:
            await asyncio.to_thread(pipe.recv)
        await asyncio.sleep(SETTLE)
        cpu = house.cpu()
        submits = await one_by_one(players, MOVES_WATCHED)
        await asyncio.sleep(SETTLE)
        cpu = 1000 * (house.cpu() - cpu) / len(submits)
        looked: Looked | None = None
        if pipe:
            pipe.send("enough")
            looked = await asyncio.to_thread(pipe.recv)
    for player in players:
        assert player.line is not None
        player.line.hang_up()
    waits = (
        [1000 * (looked.last[seq] - sent) for seq, sent in submits if seq in looked.last] if looked else []
    )
    return Watched(count, cpu, median(waits) if waits else None)


async def roll(house: Served, games: int) -> Rolled:
    """Play games in so many places, one after another, until every worker was replaced."""
    tables: list[Table] = []
    before = set(house.workers())

    async def play(number: int) -> None:
        dice = random.Random(number)
        while before & set(house.workers()):
            table = await open_table(house.ports, PLANS[number % len(PLANS)], number, dice)
            tables.append(table)
            await asyncio.gather(*(guest.live() for guest in table.guests))

    playing = asyncio.gather(*(play(number) for number in range(games)))
    os.kill(house.pid, signal.SIGHUP)
    await playing
    guests = [guest for table in tables for guest in table.guests]
    return Rolled(
        games=len(tables),
        moves=sum(len(guest.kept) for guest in guests),
        sent_on=sum(guest.comings - 1 for guest in guests),
        longest=max(guest.longest for guest in guests),
        wrong=[each for guest in guests for each in guest.wrong],
    )


def moves_of(players: list[Player]) -> int:
    return sum(len(player.waits) for player in players)


def size_of(server: Postgres) -> int:
    found: int = server.do("SELECT sum(pg_database_size(datname))::bigint FROM pg_database")[0][0]
    return found


PART = """# How far it goes

Written by `make scaling` in one run on one machine. The first part is measured. The second is arithmetic with
its numbers, and has not been tested at that scale.

## Measured

{cores} cores for everything, Python {python}: {workers} workers, PostgreSQL with `fsync` and `synchronous_commit` on,
and the driver. Half of the tables play Okiya, half Hanamikoji; the two players of each are at different workers,
and every update is decoded. A wait is the time from a submit to the mover's own update, in milliseconds.

{wanted:.0f} moves a second are wanted at every size.

| {columns} |
|{rule}|
{values}

```mermaid
xychart-beta
  title "CPU a move: workers and PostgreSQL (ms)"
  x-axis "tables" [{sizes}]
  y-axis "ms" 0 --> {highest:.0f}
  line [{whole}]
  line [{workers_alone}]
```

The upper line is workers and PostgreSQL together, the lower one the workers alone. Where the machine is saturated, more
moves share a commit: they wait longer and cost less.

A table with both players connected takes {memory:.0f} kB of memory (both workers together), opening it with two
guests {opening:.0f} ms of CPU of the workers, and a move {bytes:.0f} bytes of the database's disk.

Spectators, all at one worker, of one table where {moves_watched} moves are played a quarter of a second apart (the CPU of both
workers, with what they do besides):

| spectators | CPU ms a move | the last has heard after (p50, ms) |
|---|---|---|
{spectators}
{unquiet}
**Rolling restart** (`serve --workers 2`, then SIGHUP, while {games} games of all kinds are played as fast as their players
can): guests were sent on {sent_on} times; {moves} moves were acknowledged, {lost} lost or doubled; the longest wait for an answer, a
restart between or not, was {longest:.1f} s.

## What follows, by arithmetic

- One machine of 2 cores that uses {busy:.0%} of them carries {machine:.0f} moves a second.
- A player makes {daily} moves a day, and in the busiest hour {peak:.0f} times the mean. So this machine is enough for
  {people:,} players a day. Of these {present:.0%} are there in the busiest hour, at {tables:,.0f} tables.

| {titles} |
|{long_rule}|
{rows}

## What breaks first on the way to a million players a day

1. **The notices.** Every worker hears of every commit and throws most away: the first cost that grows with their
   number. Tables would be divided among channels, and a worker would listen to those of its open tables.
2. **The one PostgreSQL.** {database:.0f} cores by the last row; and commits with a notice follow one another. Tables have
   nothing in common but guests: there would be several databases, and a table's name would say in which it is.
3. **Limits by address** are counted by each worker for itself, so many workers make them wide. They would belong
   to the web server in front.
4. **Bots** think beside the workers, on their machines, and cost far more than moves do.
"""
COLUMNS = (
    "tables", "heard/s", "p50", "p90", "p99", "longest", "failed", "CPU ms a move: workers", "PostgreSQL", "driver",
    "starved", "load average",
)  # fmt: skip
TITLES = (
    "players a day", "moves/s, busiest hour", "cores for workers", "cores for PostgreSQL", "tables at once",
    "memory", "disk a day",
)  # fmt: skip
UNQUIET = """
The machine was not quiet: the worker that was starved most waited {starved:.0%} of the time for a core that others
had. Waits are longer than they need be.
"""


def page(found: Found) -> str:
    largest, rolled = found.largest, found.rolled
    assert rolled is not None
    machine = BUSY * 2 / largest.whole * 1000
    players, starved = people(machine), max(step.run.starved for step in found.steps)
    return PART.format(
        cores=os.cpu_count(),
        python=platform.python_version(),
        workers=len(WORKERS),
        wanted=largest.run.wanted,
        columns=" | ".join(COLUMNS),
        rule="|".join(["---"] * len(COLUMNS)),
        values="\n".join(map(values, found.steps)),
        sizes=", ".join(str(step.run.tables) for step in found.steps),
        highest=max(step.whole for step in found.steps) + 1,
        whole=", ".join(f"{step.whole:.2f}" for step in found.steps),
        workers_alone=", ".join(f"{step.run.cpu:.2f}" for step in found.steps),
        memory=largest.memory,
        opening=found.opening,
        bytes=largest.bytes,
        moves_watched=MOVES_WATCHED,
        spectators="\n".join(map(spectators, found.watched)),
        unquiet=UNQUIET.format(starved=starved) if starved > 0.2 else "",
        games=rolled.games,
        moves=rolled.moves,
        sent_on=rolled.sent_on,
        lost=len(rolled.wrong),
        longest=rolled.longest,
        busy=BUSY,
        machine=machine,
        daily=MOVES_A_DAY,
        peak=PEAK,
        people=players,
        present=PRESENT,
        tables=players * PRESENT / 2,
        titles=" | ".join(TITLES),
        long_rule="|".join(["---"] * len(TITLES)),
        rows="\n".join(row(largest, count) for count in (10_000, 100_000, 1_000_000)),
        database=at_peak(1_000_000) * largest.database / 1000 / BUSY,
    )


def values(step: Step) -> str:
    run = step.run
    waits = [f"{wait:.1f}" for wait in (run.p50, run.p90, run.p99, run.longest)]
    costs = [f"{cost:.2f}" for cost in (run.cpu, step.database, 1000 * run.driver / run.rate)]
    fields = [str(run.tables), f"{run.rate:.0f}", *waits, str(run.failed), *costs]
    return f"| {' | '.join(fields)} | {run.starved:.0%} | {run.load:.1f} |"


def spectators(watched: Watched) -> str:
    last = "" if watched.last is None else f"{watched.last:.0f}"
    return f"| {watched.count:,} | {watched.cpu:.2f} | {last} |"


def at_peak(players: int) -> float:
    """Return the moves a second in the busiest hour."""
    return players * MOVES_A_DAY / 86400 * PEAK


def people(moves: float) -> int:
    return round(moves / at_peak(1))


def row(step: Step, players: int) -> str:
    moves, tables = at_peak(players), players * PRESENT / 2
    house, database = (moves * cost / 1000 / BUSY for cost in (step.run.cpu, step.database))
    memory, disk = tables * step.memory / 1e6, players * MOVES_A_DAY * step.bytes / 1e9
    cores = f"{house:.1f} | {database:.1f}"
    return f"| {players:,} | {moves:,.0f} | {cores} | {tables:,.0f} | {memory:.1f} GB | {disk:.1f} GB |"


WORKERS = range(2)
ROLLING = (*SERVE, "--workers", str(len(WORKERS)))


def rolling(house: Served, games: int) -> Rolled:
    house.start()
    try:
        return asyncio.run(roll(house, games))
    finally:
        house.stop()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, nargs="+", default=[100, 250, 500, 1_000, 2_000])
    parser.add_argument("--spectators", type=int, nargs="+", default=[0, 100, 300, 1_000])
    parser.add_argument("--rate", type=float, default=400, help="moves a second")
    parser.add_argument("--seconds", type=float, default=20, help="for each number of tables")
    parser.add_argument("--games", type=int, default=24, help="that are played during a rolling restart")
    parser.add_argument("--dry", action="store_true", help="print, and leave the page as it is")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, running(ON_DISK) as server, server.fresh() as url:
        house = Several(Path(folder), url, len(WORKERS))
        house.start()
        try:
            found = asyncio.run(load(house, server, given))
        finally:
            house.stop()
        found.rolled = rolling(Served(Path(folder) / "rolling.db", ROLLING, url=url), given.games)
    text = page(found)
    print(text)
    if not given.dry:
        PAGE.write_text(text, "utf-8")
    assert found.rolled is not None
    return min(1, sum(step.run.failed for step in found.steps) + len(found.rolled.wrong))


if __name__ == "__main__":
    sys.exit(main())
