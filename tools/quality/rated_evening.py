"""A rated evening: scripted games of members on two workers, and workers killed while games end.

`python -m tools.quality.rated_evening --games 200 --kills 200`. Both run on a PostgreSQL of their own and end
with a rebuild, which must give the very numbers that the workers gave.

- The evening: members play rated games of all four games over two servers, each player at another one; every
  third ends by a resignation.
- The kills: two processes end rated games as fast as they can, with the same code as a server but without
  HTTP, and work ratings out. At random moments one of them gets SIGKILL and another takes its place.
"""

import argparse
import asyncio
import contextlib
import multiprocessing
import random
import tempfile
import time
from collections import Counter
from itertools import count
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from typing import Any

import msgspec
import sqlalchemy as sa
from websockets.asyncio.client import ClientConnection, connect

from hanamachi.games import OURS
from hanamachi.server.accounts import members
from hanamachi.server.db.engine import make_engine, url_of
from hanamachi.server.db.schema import GUESTS, RATING_HISTORY, RATINGS, RESULTS, TABLES, migrate
from hanamachi.server.ratings.rebuild import Rebuilt, rebuild, state
from hanamachi.server.ratings.results import ResultKeeper
from hanamachi.server.ratings.worker import RatingWorker
from hanamachi.server.runtime.ids import new_id
from hanamachi.server.storage.store import Store
from hanamachi.server.tables import transitions
from hanamachi.server.tables.creation import SeatWish, TableWish, opening
from hanamachi.server.tables.model import Waiting
from hanamachi.server.tables.time_control import Live
from tests.postgres import running
from tests.storm.rest import Rest
from tests.storm.serving import Several

PLAYERS, AT_ONCE = 40, 4
CLOCK = {"type": "live", "base": 600, "increment": 5}
SEATS = {"mai_star": 3}
MOVES = 30  # of each game; whoever is asked then resigns
SECONDS = 180.0  # within which all ratings must be worked out
FORK = multiprocessing.get_context("fork")  # a process that is killed is replaced at once
KILL_AFTER = (1, 4)  # games that a process ends before it is killed, in the midst of the next ones


def write(url: str, change: Any) -> Any:
    engine = make_engine(url_of(url), 1, "IMMEDIATE")
    try:
        with engine.begin() as db:
            return change(db)
    finally:
        engine.dispose()


def everything(url: str) -> list[list[tuple[Any, ...]]]:
    """Return all ratings and their history, in the order of their keys."""

    def read(db: sa.Connection) -> list[list[tuple[Any, ...]]]:
        tables = (RATINGS, RATING_HISTORY)
        queries = [sa.select(table).order_by(*table.primary_key.columns) for table in tables]
        return [[tuple(row) for row in db.execute(query)] for query in queries]

    found: list[list[tuple[Any, ...]]] = write(url, read)
    return found


def wait_for_ratings(url: str) -> None:
    """Wait until every result is worked out."""
    until = time.monotonic() + SECONDS
    while state(url).waiting:
        assert time.monotonic() < until, state(url)
        time.sleep(0.1)


def compared(url: str) -> Rebuilt:
    """Rebuild, and check that nothing changed: neither a rating nor a point of a graph."""
    before = everything(url)
    found = rebuild(url)
    assert everything(url) == before, "a rebuild gave other numbers"
    assert found.changed == 0, found
    return found


def check_results(url: str) -> Counter[str]:
    """Check that each rated game that ended has one result, and none has two. Return the results by game."""

    def read(db: sa.Connection) -> Counter[str]:
        ended = sa.select(TABLES.c.game, TABLES.c.counted).where(
            TABLES.c.rated.is_not(None), TABLES.c.finished
        )
        tables = Counter((row.game, row.counted) for row in db.execute(ended) if row.counted != 0)
        assert all(number is not None for _, number in tables), "a rated game ended without a result"
        results = {(row.game, row.number) for row in db.execute(sa.select(RESULTS.c.game, RESULTS.c.number))}
        assert set(tables) == results, "results and games differ"
        assert set(tables.values()) <= {1}
        by_game = Counter(game for game, _ in results)
        for game, last in by_game.items():
            assert {number for name, number in results if name == game} == set(range(1, last + 1))
        return by_game

    found: Counter[str] = write(url, read)
    return found


# The evening.


class Player:
    """A member, who asks one of the two servers."""

    def __init__(self, name: str, port: int) -> None:
        self.name, self.port, self.rest = name, port, Rest(port)

    @property
    def user(self) -> str:
        return self.rest.cookie.partition("=")[2].rpartition(".")[0]

    def connect(self) -> connect:
        return connect(f"ws://127.0.0.1:{self.port}/ws", additional_headers={"Cookie": self.rest.cookie})


async def evening(url: str, ports: tuple[int, ...], games: int) -> None:
    players = [Player(f"Player {n}", ports[n % len(ports)]) for n in range(PLAYERS)]
    for each in players:
        await each.rest.ask("PUT", "/api/me", {"name": each.name})
    write(url, lambda db: [members.create(db, each.user, each.name) for each in players])
    rng, numbers = random.Random("evening"), iter(range(games))

    async def play_on() -> None:
        for number in numbers:
            game = OURS[number % len(OURS)].name
            seated = rng.sample(players, SEATS.get(game, 2))
            await play(game, seated, random.Random(number), resigns=number % 3 == 0)

    await asyncio.gather(*(play_on() for _ in range(AT_ONCE)))


async def play(game: str, seated: list[Player], rng: random.Random, *, resigns: bool) -> None:
    """Play one rated game from its opening to its result."""
    seats = [{"kind": "me"}, *[{"kind": "open"} for _ in seated[1:]]]
    wish = {"game": game, "seats": seats, "clock": CLOCK, "rated": True}
    opened = await seated[0].rest.ask("POST", "/api/tables", wish)
    table, words = opened["id"], {"words": "plum", "commitment": opened["commitment"]}
    await seated[0].rest.ask("POST", f"/api/tables/{table}/words", words)
    for seat, each in enumerate(seated[1:], 1):
        await each.rest.ask("POST", f"/api/tables/{table}/seats", {"seat": seat, **words})
    lines = [await each.connect() for each in seated]
    left = rng.randint(1, MOVES) if resigns else 10_000
    moves = count()

    async def sit(seat: int, line: ClientConnection) -> None:
        await line.send(msgspec.json.encode({"type": "watch", "table": table, "seat": seat}).decode())
        async for text in line:
            told = msgspec.json.decode(text)
            if told["type"] == "ping":
                await line.send('{"type":"pong"}')
            if told["type"] != "updates":
                continue
            if told["result"]:
                return
            if told["choices"]:
                await line.send(msgspec.json.encode(answer(told, seat)).decode())

    def answer(told: Any, seat: int) -> dict[str, Any]:
        if next(moves) >= left:
            return {"type": "resign", "seat": seat}
        move = rng.choice(told["choices"])["move"]
        return {"type": "submit", "seat": seat, "seq": told["seq"], "move": move}

    await asyncio.gather(*(sit(seat, line) for seat, line in enumerate(lines)))
    for line in lines:
        await line.close()


def run_evening(url: str, folder: Path, games: int) -> None:
    servers = Several(folder, url, 2)
    servers.start()
    began = time.monotonic()
    try:
        asyncio.run(evening(url, servers.ports, games))
        played = time.monotonic() - began
        wait_for_ratings(url)
    finally:
        servers.stop()
    by_game, found = check_results(url), compared(url)
    print(f"evening: {games} games on two workers in {played:.0f} s; results {dict(sorted(by_game.items()))}")
    print(f"rebuild: {found.results} results, {found.ratings} ratings, {found.changed} changed")


# The kills.


async def end_games(url: str, seed: int, says: Connection) -> None:
    """End rated games until somebody kills this process, and say so each time."""
    store = Store(url)
    store.with_tables.append(ResultKeeper())
    await store.open()
    ratings = RatingWorker(store.database)
    ratings.open()
    users = await store.database.read(
        lambda db: list(db.scalars(sa.select(GUESTS.c.id).order_by(GUESTS.c.id)))
    )
    rng = random.Random(seed)
    says.send("ready")

    async def endlessly() -> None:
        while True:
            await end_one(store, rng, users)
            ratings.wanted.set()
            says.send("ended")

    await asyncio.gather(*(endlessly() for _ in range(AT_ONCE)))


async def end_one(store: Store, rng: random.Random, users: list[str]) -> None:
    game = rng.choice([each.name for each in OURS if each.seats[0] == 2])
    one, other = rng.sample(users, 2)
    wish = TableWish(game=game, seats=[SeatWish("me"), SeatWish("open")], clock=Live(600, 5), rated=True)
    wanted, table = opening(wish, one, one), new_id()
    before: Any = Waiting(wanted.setup, wanted.seats)
    await store.add_table(table, wanted.setup, wanted.seats)
    commitment = wanted.setup.commitment
    for transition in (
        transitions.give_words(one, "plum", commitment),
        transitions.sit(other, other, 1, ""),
        transitions.give_words(other, "crane", commitment),
        transitions.resign(rng.randrange(2)),
    ):
        after = transition(before)
        await store.save(table, before, after)
        before = after


def spawn(url: str, seed: int) -> tuple[BaseProcess, Connection]:
    """Start a process that ends games, and return it with the line on which it says so."""
    hears, says = multiprocessing.Pipe(duplex=False)
    process = FORK.Process(target=work_on, args=(url, seed, says), daemon=True)
    process.start()
    says.close()
    assert hears.recv() == "ready"
    return process, hears


def work_on(url: str, seed: int, says: Connection) -> None:
    asyncio.run(end_games(url, seed, says))


def said(hears: Connection) -> int:
    """Count the games of which a process said that they have ended, before it was killed."""
    found = 0
    with contextlib.suppress(EOFError):
        while hears.poll():
            found += hears.recv() == "ended"
    return found


def run_kills(url: str, kills: int) -> None:
    make_members(url)
    rng, seeds, ended = random.Random("kills"), count(), 0
    workers = [spawn(url, next(seeds)) for _ in range(2)]
    for number in range(kills):
        victim, hears = workers[number % 2]
        for _ in range(rng.randint(*KILL_AFTER)):
            ended += hears.recv() == "ended"
        time.sleep(rng.uniform(0, 0.02))
        victim.kill()
        victim.join()
        ended += said(hears)
        workers[number % 2] = spawn(url, next(seeds))
        if number % 20 == 19:
            print(f"{number + 1} kills, {ended} games ended by who was killed, {state(url)}", flush=True)
    for victim, hears in workers:
        victim.kill()
        victim.join()
        ended += said(hears)
    asyncio.run(finish(url))
    by_game, found = check_results(url), compared(url)
    assert sum(by_game.values()) >= ended, "a game that was told to have ended has no result"
    print(f"kills: {kills}; {ended} games told before a kill; results {dict(sorted(by_game.items()))}")
    print(f"rebuild: {found.results} results, {found.ratings} ratings, {found.changed} changed")


async def finish(url: str) -> None:
    """Work out what the last kills left, as the next server would."""
    store = Store(url)
    await store.open()
    until = time.monotonic() + SECONDS
    while state(url).waiting and time.monotonic() < until:
        await RatingWorker(store.database).work()
        await asyncio.sleep(0.5)  # the lease of a worker that was killed still runs
    await store.close()


def make_members(url: str) -> None:
    """Many, so that the limits of a day do not end the test."""
    names = [f"Member {n}" for n in range(400)]

    def make(db: sa.Connection) -> None:
        db.execute(sa.insert(GUESTS), [{"id": name, "name": name, "created": 0.0} for name in names])
        for name in names:
            members.create(db, name, name)

    write(url, make)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="of the evening")
    parser.add_argument("--kills", type=int, default=200)
    given = parser.parse_args()
    with running() as server, tempfile.TemporaryDirectory() as folder:
        for work, many in ((run_kills, given.kills), (None, given.games)):
            if many:
                with server.fresh() as url:
                    migrate(url_of(url))
                    if work:
                        work(url, many)
                    else:
                        run_evening(url, Path(folder), many)


if __name__ == "__main__":
    main()
