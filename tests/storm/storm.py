"""A storm over a house: games are played at many tables while one thing after another goes wrong."""

import asyncio
import itertools
import random
import sys
import time
from collections import Counter
from math import inf
from pathlib import Path

from msgspec import Struct

from tests.postgres import Postgres
from tests.storm import broken
from tests.storm.audit import audit
from tests.storm.guest import Guest, Said
from tests.storm.serving import Served
from tests.storm.tables import PLANS, Plan, Ports, Table, open_table
from tests.storm.trouble import SharedTrouble, Trouble

BROKEN = (sys.executable, broken.__file__)
WORKERS = ("one", "two")  # what the houses are called
LONGEST = 600.0  # seconds that a game may take in a storm
CALM = 10  # when there were faults enough, they are so much rarer, and games come to their end
MORE = 4  # times as many games as were wanted, at most, until there were enough faults


class Weather(Struct, frozen=True):
    """So many games, so many of them at once; at least so many faults, so many seconds apart on average, and at
    least so many acknowledged moves. When the time is up no more games begin."""

    games: int
    at_once: int
    faults: int
    pause: float
    busy: float = 5.0  # seconds that the house waits for another's lock
    seed: int = 1
    moves: int = 0
    seconds: float = inf
    script: tuple[str, ...] = ()  # the faults in their order; without it, any, until the games are over


class Storm:
    """Over one house on SQLite, or over several workers on a PostgreSQL of their own."""

    def __init__(self, folder: Path, weather: Weather, server: Postgres | None = None, url: str = "") -> None:
        self.weather, self.dice = weather, random.Random(weather.seed)
        settings, names = {"STORM_BUSY": str(round(1000 * weather.busy))}, WORKERS if server else WORKERS[:1]
        self.houses = [Served(folder / f"{name}.db", BROKEN, settings, url) for name in names]
        self.tables: list[Table] = []
        self.guests: list[Guest] = []
        self.wrong: list[str] = []
        self.trouble = (
            SharedTrouble(self.houses, self.guests, self.dice, server)
            if server
            else Trouble(self.houses, self.guests, self.dice, weather.busy)
        )
        self.numbers = itertools.count()

    @property
    def ports(self) -> Ports:
        return tuple(house.port for house in self.houses)

    async def blow(self) -> None:
        """All games from their opening to their end, all faults, and then what became of it."""
        for house in self.houses:
            self.trouble.starts.append(await asyncio.to_thread(house.start))
        try:
            games = asyncio.gather(*(self._play_on() for _ in range(self.weather.at_once)))
            await self._strike_until(games)
            await games
            await self.trouble.kill()
            await self.trouble.calm()
            for table in self.tables:
                self.wrong += await audit(self.houses[0].url, table)
        finally:
            await self.trouble.calm()
            for house in self.houses:
                house.kill()

    async def _strike_until(self, games: "asyncio.Future[list[None]]") -> None:
        for kind in self.weather.script or itertools.repeat(""):
            calm = 1 if self.weather.script or self.few_faults else CALM
            await asyncio.sleep(calm * self.dice.expovariate(1 / self.weather.pause))
            if games.done():
                return
            await self.trouble.strike(kind)

    async def _play_on(self) -> None:
        """One game after another, until there were enough games, faults and moves, or the time is up."""
        ends = time.monotonic() + self.weather.seconds
        most = MORE * self.weather.games
        while (number := next(self.numbers)) < most and time.monotonic() < ends:
            if number >= self.weather.games and not self.few:
                return
            await self._play(PLANS[number % len(PLANS)], number)

    @property
    def few(self) -> bool:
        """True while faults or moves are missing."""
        return self.few_faults or self.moves < self.weather.moves

    @property
    def few_faults(self) -> bool:
        return self.trouble.fired().total() < self.weather.faults

    @property
    def moves(self) -> int:
        """Return how many moves were acknowledged to their players."""
        return sum(len(guest.kept) for table in self.tables for guest in table.guests)

    async def _play(self, plan: Plan, number: int) -> None:
        table: Table | None = None
        try:
            async with asyncio.timeout(LONGEST):
                table = await open_table(self.ports, plan, number, self.dice)
                self.tables.append(table)
                self.guests += table.guests
                await asyncio.gather(*(guest.live() for guest in table.guests))
        except TimeoutError:
            self.wrong.append(f"{plan.game} {table.id if table else 'not opened'}: it could not be finished")
        finally:
            for guest in table.guests if table else ():
                self.guests.remove(guest)

    def figures(self) -> str:
        """What was done and what came of it, in a few lines."""
        guests = [guest for table in self.tables for guest in table.guests]
        fired, starts = self.trouble.fired(), sorted(self.trouble.starts)
        declined = sum((guest.declined for guest in guests), Counter[str]())
        seals, stories = sum(len(g.sealed) for g in guests), [longest(table) for table in self.tables]
        events = Counter(event["type"] for story in stories for _, _, event in story.values() if event)
        again = sum(any(guest.child for guest in table.guests) for table in self.tables)
        return "\n".join(
            [
                f"{len(self.tables)} games, {sum(map(len, stories))} rows; {fired.total()} faults: {told(fired)}",
                f"{self.moves} acknowledged moves, {seals} sealed answers, {again} rematches, {sum(g.comings for g in guests)} visits",
                f"events: {told(events)}",
                f"declined: {told(declined)}",
                f"{len(starts)} starts: p50 {starts[len(starts) // 2]:.1f} s, longest {starts[-1]:.1f} s",
                f"wrong: {len(self.wrong)}",
            ]
        )


def longest(table: Table) -> dict[int, Said]:
    """The story of a table as whoever heard most of it was told."""
    return max((guest.story for guest in table.guests), key=len)


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "nothing"
