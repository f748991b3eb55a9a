"""make load: measure how much load one server carries on this machine, and write it to docs/performance.md.

It runs a real `hanamachi serve`, and this driver in a second process. Half of the tables play Okiya, half
Hanamikoji; both players are connected, and every update is decoded. The numbers are meaningful on a quiet
machine only; the load average stands beside them.
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from msgspec import Struct

from bench.performance.measure import machine
from tests.storm.disk import commit_cost, multiply
from tests.storm.gallery import Looked, gallery
from tests.storm.line import Line
from tests.storm.players import PATIENCE, TICK, Player, drive, open_tables
from tests.storm.serving import Served, Several

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- the house: written by make load -->", "<!-- the end of the house -->"
TITLE = "# Performance\n"
SETTLE = 2.0  # seconds until started work is over
FLAT_OUT = 1e9  # moves a second that are never reached: the next move is sent as soon as the last is heard


class Run(Struct, frozen=True):
    """Moves at so many tables: the wanted rate, and the results. Waits are in milliseconds."""

    tables: int
    wanted: float
    rate: float
    p50: float
    p90: float
    p99: float
    longest: float
    cpu: float  # milliseconds of the server's own CPU per move
    busy: float  # of one core, used by the server
    driver: float  # of one core, used by the driver
    failed: int
    starved: float  # the time that the server waited for a core
    load: float

    def line(self) -> str:
        wanted = "as many as it takes" if self.wanted == FLAT_OUT else f"{self.wanted:.0f}"
        waits = " | ".join(f"{wait:.1f}" for wait in (self.p50, self.p90, self.p99, self.longest))
        return (
            f"| {self.tables} | {wanted} | {self.rate:.0f} | {waits} | {self.cpu:.2f} | {self.busy:.0%} | "
            f"{self.driver:.0%} | {self.failed} | {self.starved:.0%} | {self.load:.1f} |"
        )


class Crowd(Struct, frozen=True):
    """Spectators at one table: seconds to join, dropped ones, and a move's wait before and with them in
    milliseconds."""

    count: int
    came: float
    dropped: int
    alone: float
    among: float
    among_longest: float
    last: float  # the median wait of the last spectator to hear of a move
    cpu: float  # of one core, while they joined

    def lines(self) -> list[str]:
        return [
            f"- {self.count} spectators at one table: here after {self.came:.1f} s, {self.dropped} dropped.",
            f"  A move: p50 {self.alone:.1f} ms without them, {self.among:.1f} ms among them (longest "
            f"{self.among_longest:.1f}); the last spectator has heard it after {self.last:.0f} ms (p50).",
        ]


class Found(Struct):
    """All measurements."""

    runs: list[Run] = []
    facts: list[str] = []
    crowd: Crowd | None = None

    @property
    def failed(self) -> int:
        return sum(run.failed for run in self.runs) + (self.crowd.dropped if self.crowd else 0)


def share(waits: list[float], part: float) -> float:
    """Return a quantile, in milliseconds."""
    return 1000 * sorted(waits)[min(len(waits) - 1, int(part * len(waits)))] if waits else float("nan")


async def measure(house: Served | Several, players: list[Player], rate: float, seconds: float) -> Run:
    for player in players:
        player.waits.clear()
    cpu, mine, began, starved = house.cpu(), time.process_time(), time.monotonic(), house.starved()
    await drive(players, rate, seconds, random.Random(1))
    took = time.monotonic() - began
    cpu, mine = house.cpu() - cpu, time.process_time() - mine
    waits = [wait for player in players for wait in player.waits]
    return Run(
        tables=len(players) // 2,
        wanted=rate,
        rate=len(waits) / took,
        p50=share(waits, 0.5),
        p90=share(waits, 0.9),
        p99=share(waits, 0.99),
        longest=share(waits, 1),
        cpu=1000 * cpu / len(waits),
        busy=cpu / took,
        driver=mine / took,
        failed=sum(player.failed for player in players),
        starved=(house.starved() - starved) / took,
        load=os.getloadavg()[0],
    )


async def fill(house: Served | Several, players: list[Player], tables: int) -> None:
    """Open new tables for players whose game is over, and connect all of them."""
    for player in [player for player in players if player.over]:
        assert player.line is not None
        player.line.hang_up()
        players.remove(player)
    fresh = await open_tables(house.ports, tables - len(players) // 2)
    for player in fresh:
        await player.come()
    players += fresh
    await asyncio.sleep(SETTLE)


async def weigh(house: Served, count: int) -> float:
    """Return the kilobytes of an idle socket."""
    bare = house.memory()
    lines = [await Line.to(house.port, "", lambda _: None) for _ in range(count)]
    await asyncio.sleep(SETTLE)
    grown = house.memory() - bare
    for line in lines:
        line.hang_up()
    return grown / count / 1024


async def carry(house: Served, given: argparse.Namespace, found: Found) -> None:
    """Measure the memory of sockets and tables, then moves at all tables."""
    bare, socket, cpu = house.memory(), await weigh(house, given.tables), house.cpu()
    players = await open_tables(house.ports, given.tables)
    opening = 1000 * (house.cpu() - cpu) / given.tables
    for player in players:
        await player.come()
    await asyncio.sleep(SETTLE)
    table = (house.memory() - bare) / given.tables / 1024
    found.facts += [
        f"- Opening a table with two guests takes {opening:.0f} ms of CPU. A table with both connected",
        f"  takes {table:.0f} kB of memory; a socket that only is there, {socket:.0f} kB.",
    ]
    for rate in (200, FLAT_OUT):
        await fill(house, players, given.tables)
        found.runs.append(await measure(house, players, rate, given.seconds))
        print(found.runs[-1].line(), flush=True)
    for player in players:
        assert player.line is not None
        player.line.hang_up()


async def entertain(house: Served, count: int, moves: int = 40) -> Crowd:
    """Measure one table without and with a crowd of spectators."""
    players = (await open_tables(house.ports, 1))[:2]
    for player in players:
        await player.come()
    await asyncio.sleep(SETTLE)
    before = await measure(house, players, 4, moves / 4)
    with gallery(house.port, players[0].table, count) as pipe:
        cpu = house.cpu()
        came = await asyncio.to_thread(pipe.recv)
        cpu = house.cpu() - cpu
        await asyncio.sleep(SETTLE)
        submits = await one_by_one(players, moves)
        await asyncio.sleep(SETTLE)
        pipe.send("enough")
        looked: Looked = await asyncio.to_thread(pipe.recv)
    waits = [wait for player in players for wait in player.waits[-moves:]]
    lasts = [looked.last[seq] - sent for seq, sent in submits if seq in looked.last]
    dropped = looked.dropped + looked.behind + sum(player.failed for player in players)
    return Crowd(
        count, came, dropped, before.p50, share(waits, 0.5), share(waits, 1), share(lasts, 0.5), cpu / came
    )


async def one_by_one(players: list[Player], moves: int) -> list[tuple[int, float]]:
    """Play one move after another, not too fast. Return the length of the log after each, and when it was
    sent."""
    dice, submits = random.Random(2), []
    for player in players:
        player.waits.clear()
    for _ in range(moves):
        await until(lambda: any(player.ready or player.over for player in players))
        mover = next((player for player in players if player.ready), None)
        if mover is None:
            break  # the game is over
        began = time.monotonic()
        mover.move(dice)
        await until(lambda mover=mover: mover.sent is None)  # type: ignore[misc]
        submits.append((mover.seq, began))
        await asyncio.sleep(0.25)
    return submits


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not done():
            await asyncio.sleep(TICK)


def open_again(house: Served, wanted: int) -> str:
    """Measure how fast a server with very many unfinished tables starts."""
    house.stop()
    tables = multiply(house.database, wanted)
    size = house.database.stat().st_size >> 20
    return f"- {tables} unfinished tables on disk ({size} MB): ready after {house.start():.1f} s."


HEAD = """## The server
One server process and one load generator on the same machine; half of the tables play Okiya, half Hanamikoji,
both players are connected, and every update is decoded. A wait is the time from a submit to the mover's own
update, in milliseconds; CPU is that of the server without its bots. *Starved* is the share of time in which
the server was ready to work and other programs had the core. `make load` writes this part.
"""
COLUMNS = (
    "tables", "wanted moves/s", "heard/s", "p50", "p90", "p99", "longest",
    "CPU ms a move", "server", "generator", "failed", "starved", "load average",
)  # fmt: skip


def page(found: Found, commit: float) -> str:
    lines = [
        BEGIN,
        HEAD,
        f"Measured on {machine()}; hanamachi {version('hanamachi')}.",
        f"One commit on this disk costs {1000 * commit:.1f} ms.",
        "",
        f"| {' | '.join(COLUMNS)} |",
        "|---" * len(COLUMNS) + "|",
        *(run.line() for run in found.runs),
        "",
        *found.facts,
        *(found.crowd.lines() if found.crowd else ()),
        END,
    ]
    return "\n".join(lines)


def write(part: str) -> None:
    """Write our part of the page, between its marks."""
    text = PAGE.read_text("utf-8") if PAGE.exists() else TITLE
    before, begin, rest = text.partition(BEGIN)
    after = rest.partition(END)[2] if begin else ""
    PAGE.write_text(f"{before.rstrip()}\n\n{part}\n{after.lstrip()}", "utf-8")


async def load(folder: Path, given: argparse.Namespace) -> Found:
    house, found = Served(folder / "house.db"), Found([], [])
    found.facts.append(f"- An empty server is ready after {house.start():.1f} s.")
    try:
        await carry(house, given, found)
        found.crowd = await entertain(house, given.spectators)
        found.facts.append(open_again(house, given.stored))
    finally:
        house.stop()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20, help="for each run")
    parser.add_argument("--spectators", type=int, default=1_000)
    parser.add_argument("--stored", type=int, default=10_000, help="unfinished tables on disk")
    parser.add_argument("--dry", action="store_true", help="print, and leave the page as it is")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        commit = commit_cost(Path(folder))
        found = asyncio.run(load(Path(folder), given))
    part = page(found, commit)
    print(part)
    if not given.dry:
        write(part)
    return min(1, found.failed)


if __name__ == "__main__":
    sys.exit(main())
