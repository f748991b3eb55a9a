"""What can go wrong with a house, done to it from outside or by order (broken.py)."""

import asyncio
import os
import random
import resource
import signal
import sqlite3
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from tests.postgres import Postgres
from tests.storm.guest import Guest
from tests.storm.serving import Served

ORDERS = ("begin", "job", "commit", "lost", "read", "unreadable")
LITTLE = 4096  # bytes to which no file may grow when the disk is full
ENDLESS = resource.RLIM_INFINITY


class Trouble:
    """Faults for a house, drawn by their weights. `guests` are those who are there now."""

    def __init__(
        self, houses: Sequence[Served], guests: list[Guest], dice: random.Random, busy: float
    ) -> None:
        self.houses, self.guests, self.dice, self.busy = houses, guests, dice, busy
        self.done = Counter[str]()
        self.starts: list[float] = []
        self.kinds: dict[str, tuple[int, Callable[[], Awaitable[None]]]] = {
            "order": (40, self.order),
            "cut": (20, self.cut),
            "repeat": (16, self.repeat),
            "worker": (6, self.worker),
            "kill": (16, self.kill),
            "pages": (3, self.pages),
            "size": (3, self.size),
            "lock": (1, self.lock),
        }

    @property
    def house(self) -> Served:
        """One of its workers that runs."""
        return self.dice.choice([house for house in self.houses if house.process] or self.houses)

    async def strike(self, kind: str = "") -> None:
        """A fault of this kind, or of any."""
        names = list(self.kinds)
        weights = [weight for weight, _ in self.kinds.values()]
        await self.kinds[kind or self.dice.choices(names, weights)[0]][1]()

    def fired(self) -> Counter[str]:
        """All that has happened: what was done here, and what the house says that it did by order."""
        path = self.houses[0].database.with_name("fired.txt")
        orders = Counter(path.read_text().split()) if path.exists() else Counter[str]()
        return self.done + Counter({name: count for name, count in orders.items() if name.isalpha()})

    async def order(self) -> None:
        fault, house = self.dice.choice(ORDERS), self.house
        for each in ("commit", "read") if fault == "unreadable" else (fault,):
            house.order(each)

    async def cut(self) -> None:
        for guest in self.some_guests():
            guest.cut()
            self.done["cut"] += 1

    async def repeat(self) -> None:
        for guest in self.some_guests():
            if guest.sent and guest.socket:
                await guest.repeat()
                self.done["repeat"] += 1

    def some_guests(self) -> list[Guest]:
        here = [guest for guest in self.guests if not guest.done]
        return self.dice.sample(here, min(len(here), self.dice.randint(1, 3)))

    async def worker(self) -> None:
        """Nobody thinks any more."""
        for pid in self.house.workers():
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
                self.done["worker"] += 1

    async def kill(self) -> None:
        """Now and then once more while it opens."""
        house = self.house
        house.kill()
        self.done["kill"] += 1
        if self.dice.random() < 0.2:
            house.launch()
            await asyncio.sleep(self.dice.random())
            house.kill()
            self.done["kill"] += 1
        self.starts.append(await asyncio.to_thread(house.start))

    async def calm(self) -> None:
        """Everybody is back."""

    async def pages(self) -> None:
        self.house.order("full")
        await asyncio.sleep(0.5)
        self.house.order("room")

    async def size(self) -> None:
        self._limit(LITTLE)
        await asyncio.sleep(0.5)
        self._limit(ENDLESS)
        self.done["size"] += 1

    def _limit(self, size: int) -> None:
        resource.prlimit(self.house.pid, resource.RLIMIT_FSIZE, (size, ENDLESS))

    async def lock(self) -> None:
        """Somebody else holds the database for longer than the house waits."""
        db = sqlite3.connect(self.house.database, isolation_level=None, timeout=10, check_same_thread=False)
        try:
            await asyncio.to_thread(db.execute, "BEGIN IMMEDIATE")
            await asyncio.sleep(self.busy + 0.5)
        finally:
            db.close()
        self.done["lock"] += 1


TRIES = 10  # of a worker to open: the database may go away just then


def opened(house: Served) -> float:
    """Whoever runs a worker starts it again until it is open. Seconds that the last start took."""
    for _ in range(TRIES):
        with suppress(RuntimeError):
            return house.start()
    raise RuntimeError("a worker does not open any more")


class SharedTrouble(Trouble):
    """Faults for several workers on one PostgreSQL: any of them, the database, and the lines to it."""

    def __init__(
        self, houses: Sequence[Served], guests: list[Guest], dice: random.Random, server: Postgres
    ) -> None:
        super().__init__(houses, guests, dice, 0.0)
        self.server = server
        self.opening: asyncio.Task[float] | None = None  # a worker that comes back
        for name in ("pages", "size", "lock"):
            del self.kinds[name]
        self.kinds |= {"lines": (10, self.lines), "database": (4, self.database)}

    async def kill(self) -> None:
        """While it comes back, other things go wrong; but one worker is always there."""
        await self.calm()
        house = self.house
        house.kill()
        self.done["kill"] += 1
        self.opening = asyncio.create_task(asyncio.to_thread(opened, house))

    async def calm(self) -> None:
        if self.opening:
            self.starts.append(await self.opening)
            self.opening = None

    async def lines(self) -> None:
        """All at once, which is one fault."""
        if await asyncio.to_thread(self.server.cut):
            self.done["lines"] += 1

    async def database(self) -> None:
        """It ends tidily or crashes, and comes back."""
        sign = self.dice.choice([signal.SIGINT, signal.SIGQUIT])
        await asyncio.to_thread(self.server.restart, sign)
        self.done["database"] += 1
