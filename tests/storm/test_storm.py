"""make chaos in its short form, and that it can fail: a house that tells too early is found out."""

import asyncio
import random
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from tests.postgres import Postgres
from tests.storm.audit import check_file
from tests.storm.guest import Guest
from tests.storm.rest import Rest
from tests.storm.serving import Served
from tests.storm.storm import BROKEN, Storm, Weather
from tests.storm.tables import Plan, Table, open_table

SCRIPT = (
    "order",
    "cut",
    "repeat",
    "kill",
    "order",
    "worker",
    "pages",
    "order",
    "repeat",
    "size",
    "lock",
    "order",
)
LONG = 60.0  # seconds after which what should happen will not happen any more


def test_nothing_that_was_told_is_lost_in_a_storm(tmp_path: Path) -> None:
    storm = Storm(tmp_path, Weather(games=8, at_once=8, faults=0, pause=0.1, busy=0.2, script=SCRIPT))
    asyncio.run(storm.blow())
    assert storm.wrong == [], storm.figures()
    assert len(storm.tables) == 8
    assert all(guest.over for table in storm.tables for guest in table.guests)


SHARED = (
    "order",
    "kill",
    "lines",
    "repeat",
    "order",
    "database",
    "cut",
    "order",
    "worker",
    "kill",
    "lines",
    "order",
)


def test_nothing_that_was_told_is_lost_at_several_workers(tmp_path: Path, postgres: Postgres) -> None:
    """Guests of one table are at different workers; workers die, PostgreSQL is restarted, lines are cut."""
    weather = Weather(games=8, at_once=8, faults=0, pause=0.3, script=SHARED)
    with postgres.fresh("newest") as url:
        storm = Storm(tmp_path, weather, postgres, url)
        asyncio.run(storm.blow())
    assert storm.wrong == [], storm.figures()
    assert len(storm.tables) == 8
    assert all(guest.over for table in storm.tables for guest in table.guests)


async def until(done: Callable[[], bool]) -> None:
    async with asyncio.timeout(LONG):
        while not done():
            await asyncio.sleep(0.01)


class Halfway:
    """A house that dies while a move is being kept, and somebody who begins to look just then."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.house = Served(folder / "house.db", BROKEN, settings)
        self.plan = Plan("okiya", ("me", "open"))

    async def begin(self) -> Table:
        """Two players and a stranger; the next commit will not come back."""
        await asyncio.to_thread(self.house.start)
        table = await open_table((self.house.port,), self.plan, 0, random.Random(1))
        table.guests.append(Guest(Rest(self.house.port), table.id, None, random.Random(1), 0))
        self.house.order("hang")
        await until(lambda: self.house.has("+hang"))
        return table

    async def die(self, table: Table, heard: Callable[[], bool]) -> None:
        """kill -9 while a move is being kept, and when this was heard."""
        living = [asyncio.create_task(guest.live()) for guest in table.guests]
        try:
            await until(lambda: self.house.has("hang"))
            await until(heard)
        finally:
            self.house.kill()
            for task in living:
                task.cancel()
            await asyncio.gather(*living, return_exceptions=True)


SPOILED = {
    "there is a hole": "DELETE FROM rows WHERE seq = 3",
    "is lost": "UPDATE rows SET row = replace(row, 'move', 'moved') WHERE seq > 3",
    "was told": "DELETE FROM rows WHERE seq > 10",
    "was never played": """INSERT INTO rows (table_id, seq, row)
        SELECT table_id, (SELECT max(seq) + 1 FROM rows), row FROM rows
        WHERE row LIKE '%"seat":0,"move"%' LIMIT 1""",
    "words are lost": "UPDATE seats SET held = replace(held, 'words', 'sworn')",
}


def test_a_move_that_is_not_kept_yet_is_told_to_nobody(tmp_path: Path) -> None:
    """C2: a write that waits, a stranger who begins to look, kill -9; then the move is sent again. What is spoiled
    on disk afterwards is noticed."""

    async def scene() -> tuple[Path, Table]:
        half = Halfway(tmp_path)
        table = await half.begin()
        await half.die(table, lambda: all(guest.seq for guest in table.guests))
        assert check_file(half.house.database, table) == []
        await asyncio.to_thread(half.house.start)
        try:
            async with asyncio.timeout(LONG):
                await asyncio.gather(*(guest.live() for guest in table.guests))
        finally:
            half.house.kill()
        return half.house.database, table

    database, table = asyncio.run(scene())
    assert check_file(database, table) == []
    for complaint, deed in SPOILED.items():
        assert any(complaint in each for each in check_file(spoiled(database, deed), table)), complaint


def spoiled(database: Path, deed: str) -> Path:
    """A copy to which something was done."""
    copy = database.with_name("copy.db")
    with closing(sqlite3.connect(database)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute(deed)
        target.commit()
    return copy


def test_telling_before_keeping_is_found_out(tmp_path: Path) -> None:
    """The checks go red when anybody was told what is not kept."""

    async def scene() -> list[str]:
        half = Halfway(tmp_path, STORM_EARLY="1")
        table = await half.begin()
        players, stranger = table.players, table.guests[-1]
        await half.die(table, lambda: any(p.kept and p.seq == stranger.seq for p in players))
        return check_file(half.house.database, table)

    wrong = asyncio.run(scene())
    assert any("is lost" in each for each in wrong), wrong
    assert any("seat None was told" in each for each in wrong), wrong
