"""make scaling: measure two workers on PostgreSQL under load, and write docs/scaling.md (see `scaling_page`).

Measured are more and more tables, with the players of each at different workers and every commit on disk, and
one table with more and more spectators. The rest of the page is arithmetic with these numbers.
"""

import argparse
import asyncio
import os
import random
import signal
import sys
import tempfile
from contextlib import nullcontext
from pathlib import Path
from statistics import median

from tests.postgres import Postgres, running
from tests.storm.gallery import Looked, gallery
from tests.storm.players import Player, open_tables
from tests.storm.serving import SERVE, Served, Several
from tests.storm.tables import PLANS, Table, open_table
from tools.quality.load import SETTLE, fill, measure, one_by_one
from tools.quality.scaling_page import MOVES_WATCHED, WORKERS, Found, Rolled, Step, Watched, page, picture

ROOT = Path(__file__).parents[2]
PAGE, PICTURE = ROOT / "docs" / "scaling.md", ROOT / "docs" / "scaling.svg"
ON_DISK = {"fsync": "on", "synchronous_commit": "on"}


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


ROLLING = (*SERVE, "--workers", str(WORKERS))


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
        house = Several(Path(folder), url, WORKERS)
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
        PICTURE.write_text(picture(found.steps), "utf-8")
    assert found.rolled is not None
    return min(1, sum(step.run.failed for step in found.steps) + len(found.rolled.wrong))


if __name__ == "__main__":
    sys.exit(main())
