"""make grief: measure what a few abusive clients cost all others, before and during each attack.

It runs a real `hanamachi serve` with its usual limits on this machine. The attackers use another loopback
address than the measured clients. Numbers and times are bounded. The driver shares the processor with the
server, so a ratio is an upper bound.
"""

import argparse
import asyncio
import itertools
import os
import random
import tempfile
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from tests.server.live.test_stalls import a_long_record
from tests.storm.line import Line
from tests.storm.players import open_table
from tests.storm.rest import Rest, Said
from tests.storm.serving import SERVE, Served

RUDE = "127.0.0.2"  # the address of the attackers
LONGEST = 60.0  # seconds after which a wait is given up
SECONDS = 10.0  # the length of a continuous attack
NUMBERS = itertools.count()
SEATS = [{"kind": "me"}, {"kind": "open"}]


class Visitor:
    """A user with a socket, and the messages received on it."""

    def __init__(self, rest: Rest) -> None:
        self.rest, self.heard = rest, list[Any]()
        self.line: Line | None = None

    @classmethod
    async def come(cls, port: int, source: str = "127.0.0.1", rest: Rest | None = None) -> "Visitor":
        visitor = cls(rest or await named(port, source))
        hear = lambda data: visitor.heard.append(msgspec.json.decode(data))  # noqa: E731
        visitor.line = await Line.to(port, visitor.rest.cookie, hear, source)
        return visitor

    def say(self, **message: Any) -> None:
        assert self.line is not None
        if not self.line.closed:
            self.line.say(msgspec.json.encode(message))

    @property
    def found(self) -> Any:
        """Return the table of the match that was found, if there is one."""
        places = [message for message in self.heard if message["type"] == "yourplace"]
        return places[-1]["found"] if places else None

    def leave(self) -> None:
        if self.line and self.line.transport:
            self.line.transport.abort()


async def named(port: int, source: str = "127.0.0.1") -> Rest:
    rest = Rest(port, source=source)
    await rest.ask("PUT", "/api/me", {"name": f"Guest {next(NUMBERS)}"})
    return rest


async def until(done: Callable[[], Any], seconds: float = LONGEST) -> float:
    """Wait until `done` is true and return the seconds, or LONGEST if it never is."""
    began = time.monotonic()
    while not done():
        if time.monotonic() - began > seconds:
            return LONGEST
        await asyncio.sleep(0.005)
    return time.monotonic() - began


# Measurements.


async def match(port: int) -> float:
    """Return the seconds until two users who want the same game are matched."""
    two = [await Visitor.come(port) for _ in range(2)]
    for visitor in two:
        visitor.say(type="lobby", tables=False)
        visitor.say(type="queue", game="okiya")
    taken = await until(lambda: all(visitor.found for visitor in two))
    for visitor in two:
        visitor.say(type="leavequeue")
        visitor.leave()
    return taken


async def opening(port: int) -> float:
    """Return the seconds to open a table, sit down and begin."""
    began = time.monotonic()
    await asyncio.wait_for(open_table((port,), "okiya"), LONGEST)
    return time.monotonic() - began


async def moving(port: int, moves: int = 60) -> float:
    """Return the median time from a move to its broadcast."""
    players, dice = await open_table((port,), "okiya"), random.Random(1)
    for player in players:
        await player.come()
    for _ in range(moves):
        if await until(lambda: any(player.ready for player in players)) == LONGEST:
            return LONGEST
        next(player for player in players if player.ready).move(dice)
        if await until(lambda: not any(player.sent for player in players)) == LONGEST:
            return LONGEST
    waits = sorted(wait for player in players for wait in player.waits)
    for player in players:
        assert player.line is not None
        assert player.line.transport is not None
        player.line.transport.abort()
    return waits[len(waits) // 2]


# Attacks: each goes on while its block is open, and notes its results at the end.

Attack = Callable[[int], Any]
Notes = list[str]


@asynccontextmanager
async def going_on(works: list[Coroutine[Any, Any, None]]) -> AsyncIterator[None]:
    tasks = [asyncio.create_task(work) for work in works]
    try:
        await asyncio.sleep(1.0)
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


@asynccontextmanager
async def queue_flood(port: int) -> AsyncIterator[Notes]:
    """Attack the queue: many users of one address want what no other user wants."""
    rude = [await Visitor.come(port, RUDE) for _ in range(120)]
    for number, visitor in enumerate(rude):
        visitor.say(type="lobby", tables=False)
        visitor.say(type="queue", game="okiya", clock={"type": "live", "base": 600 + number})
    await asyncio.sleep(2.0)
    waiting = sum(any(m["type"] == "yourplace" and m["game"] for m in v.heard) for v in rude)
    yield [f"{waiting} of {len(rude)} got a place"]
    for visitor in rude:
        visitor.leave()


@asynccontextmanager
async def long_looks(port: int) -> AsyncIterator[Notes]:
    """Attack by eight clients that read a record of thousands of rows again and again."""
    rest = await named(port, RUDE)
    table = (await rest.ask("POST", "/api/records", msgspec.Raw(a_long_record())))["id"]
    looks, notes = Counter[str](), Notes()

    async def look() -> None:
        stranger = Rest(port, source=RUDE)
        while True:
            looks[await status(stranger.fetch("GET", f"/api/tables/{table}"))] += 1

    async with going_on([look() for _ in range(8)]):
        yield notes
    notes.append(f"looks: {told(looks)}")


@asynccontextmanager
async def pings(port: int) -> AsyncIterator[Notes]:
    """Attack by a hundred sockets of one user that send pings as often as they may."""
    async with sockets(port, 100) as rude:

        async def ping(visitor: Visitor) -> None:
            while True:
                visitor.say(type="ping")
                await asyncio.sleep(0.05)

        async with going_on([ping(visitor) for visitor in rude]):
            yield (notes := Notes())
        notes.append(f"{closed(rude)} of {len(rude)} sockets were closed")


@asynccontextmanager
async def previews(port: int) -> AsyncIterator[Notes]:
    """Attack by thirty sockets of one user at one seat that ask for previews."""
    two = [await named(port, RUDE) for _ in range(2)]
    table = await begun(*two)
    seat = await asked_at(port, table, two[0])
    async with sockets(port, 30, two[seat]) as rude:
        for visitor in rude:
            visitor.say(type="watch", table=table, seat=seat, lang="en")
        await asyncio.sleep(2.0)

        async def ask(visitor: Visitor) -> None:
            for number in itertools.count():
                news = [message for message in visitor.heard if message["type"] == "updates"]
                if news and news[-1]["choices"]:
                    moves = [news[-1]["choices"][0]["move"]]
                    visitor.say(type="preview", id=number, seat=seat, seq=news[-1]["seq"], moves=moves)
                await asyncio.sleep(0.2)

        async with going_on([ask(visitor) for visitor in rude]):
            yield (notes := Notes())
        heard = Counter(message["type"] for visitor in rude for message in visitor.heard)
        notes.append(f"heard: {told(heard)}; {closed(rude)} sockets were closed")


@asynccontextmanager
async def renames(port: int) -> AsyncIterator[Notes]:
    """Attack by a user who changes their name as often as they may while fifty watch their table."""
    rest, other = await named(port, RUDE), await named(port, RUDE)
    table, answers = await begun(rest, other), Counter[str]()
    async with sockets(port, 50) as crowd:
        for visitor in crowd:
            visitor.say(type="watch", table=table, lang="en")

        async def rename() -> None:
            while True:
                body = {"name": f"Guest {next(NUMBERS)}"}
                answers[await status(rest.fetch("PUT", "/api/me", body))] += 1

        async with going_on([rename()]):
            yield (notes := Notes())
        heard = sum(len(visitor.heard) for visitor in crowd)
        notes.append(f"renames: {told(answers)}; {heard} messages to {len(crowd)} who look on")


@asynccontextmanager
async def sockets(port: int, count: int, rest: Rest | None = None) -> AsyncIterator[list[Visitor]]:
    rest = rest or await named(port, RUDE)
    visitors = [await Visitor.come(port, RUDE, rest) for _ in range(count)]
    yield visitors
    for visitor in visitors:
        visitor.leave()


def closed(visitors: list[Visitor]) -> int:
    return sum(bool(visitor.line and visitor.line.closed) for visitor in visitors)


async def begun(rest: Rest, other: Rest) -> str:
    """Return a table of these two users whose game has begun."""
    opened = await rest.ask("POST", "/api/tables", {"game": "okiya", "seats": SEATS})
    path = f"/api/tables/{opened['id']}"
    await other.ask("POST", f"{path}/seats", {"seat": 1})
    for each in (rest, other):
        words = {"words": os.urandom(8).hex(), "commitment": opened["commitment"]}
        await each.ask("POST", f"{path}/words", words)
    return str(opened["id"])


async def asked_at(port: int, table: str, rest: Rest) -> int:
    """Return the seat that must decide."""
    visitor = await Visitor.come(port, RUDE, rest)
    visitor.say(type="watch", table=table, seat=0, lang="en")
    await until(lambda: any(message["type"] == "updates" for message in visitor.heard))
    visitor.leave()
    return int(next(message["asked"] for message in visitor.heard if message["type"] == "updates"))


async def status(asked: Awaitable[object]) -> str:
    try:
        await asked
    except Said as said:
        await asyncio.sleep(0.05)
        return str(said.status)
    return "200"


def told(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counts.items())) or "nothing"


# Two attacks are counted, and not compared with a time before.


async def same_pair(port: int) -> str:
    """Count how often a user who refuses every match and queues again at once meets the same opponent."""
    rude, other = await Visitor.come(port, RUDE), await Visitor.come(port)
    met: set[str] = set()
    for visitor in (rude, other):
        visitor.say(type="lobby", tables=False)
        visitor.say(type="queue", game="okiya")
    ends = time.monotonic() + 2 * SECONDS
    while time.monotonic() < ends:
        if found := rude.found:
            met.add(found["table"])
            rude.say(type="leavequeue")
            await until(lambda: not rude.found, 5.0)
            rude.say(type="queue", game="okiya")
        await asyncio.sleep(0.1)
    for visitor in (rude, other):
        visitor.say(type="leavequeue")
        visitor.leave()
    return f"the same two were paired {len(met)} times in {2 * SECONDS:.0f} s"


class Hooks:
    """Two addresses for notifications: one answers, the other never does."""

    def __init__(self) -> None:
        self.rung, self.silent = 0, 0

    async def ring(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        self.rung += 1
        writer.write(b"HTTP/1.1 204 No Content\r\nconnection: close\r\n\r\n")
        writer.close()

    async def ignore(self, reader: asyncio.StreamReader, _writer: asyncio.StreamWriter) -> None:
        self.silent += 1
        with suppress(asyncio.CancelledError):
            await reader.read()


async def silent_addresses(port: int, hooks: Hooks, ringing: str, silent: str) -> str:
    """Measure when a user is notified while another one has a silent address and many games."""

    async def asked(url: str, source: str) -> None:
        """Make it the turn of an absent user with this address."""
        away = await named(port, source)
        await away.ask("PUT", "/api/me/hook", {"url": url})
        for _ in range(1 if source != RUDE else 24):
            await begun(await named(port, source), away)

    before, began = hooks.rung, time.monotonic()
    await asked(ringing, "127.0.0.1")
    plain = await until(lambda: hooks.rung > before)
    await asked(silent, RUDE)
    before, began = hooks.rung, time.monotonic()
    await asked(ringing, "127.0.0.1")
    await until(lambda: hooks.rung > before)
    during = time.monotonic() - began
    return f"told after {plain:.1f} s, behind {hooks.silent} calls to a silent address after {during:.1f} s"


ATTACKS: dict[str, tuple[Attack, Callable[[int], Awaitable[float]]]] = {
    "queue": (queue_flood, match),
    "looks": (long_looks, opening),
    "pings": (pings, moving),
    "previews": (previews, moving),
    "renames": (renames, moving),
}


async def compare(name: str, port: int) -> None:
    attack, measure = ATTACKS[name]
    before = await measure(port)
    async with attack(port) as notes:
        during = await measure(port)
    doing = (measure.__doc__ or "").split(".")[0]
    print(f"{name}: {before:.3f} s -> {during:.3f} s ({during / before:.1f} x). {doing}.", flush=True)
    print(f"  {'; '.join(notes)}", flush=True)


async def run(wanted: list[str], folder: Path) -> None:
    hooks = Hooks()
    async with AsyncExitStack() as stack:
        answers, ignores = [
            await stack.enter_async_context(await asyncio.start_server(handler, "127.0.0.1", 0))
            for handler in (hooks.ring, hooks.ignore)
        ]
        urls = [f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/" for server in (answers, ignores)]
        flags = [flag for url in urls for flag in ("--hook-to", url)]
        house = Served(folder / "house.db", (*SERVE, *flags), limits=())
        await asyncio.to_thread(house.start)
        try:
            for name in wanted:
                if name in ATTACKS:
                    await compare(name, house.port)
                elif name == "same":
                    print(f"same: {await same_pair(house.port)}", flush=True)
                else:
                    print(f"silence: {await silent_addresses(house.port, hooks, *urls)}", flush=True)
        finally:
            house.kill()


def main() -> None:
    names = [*ATTACKS, "same", "silence"]
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", help=f"some of: {', '.join(names)}")
    given = parser.parse_args()
    if unknown := set(given.attacks) - set(names):
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    with tempfile.TemporaryDirectory(prefix="grief-") as folder:
        asyncio.run(run(given.attacks or names, Path(folder)))


if __name__ == "__main__":
    main()
