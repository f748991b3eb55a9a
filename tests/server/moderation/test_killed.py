"""A process that is killed while it does deeds: each deed has its row of the journal, and each row its deed."""

import asyncio
import multiprocessing
import os
import signal
from multiprocessing.connection import Connection

import sqlalchemy as sa

from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import DEED_PEOPLE, DEEDS, GUESTS, RESTRICTIONS, USER_NOTICES
from hanamachi.server.db.startup import prepare
from hanamachi.server.moderation import deeds
from hanamachi.server.moderation.deeds import About
from hanamachi.server.moderation.journal import TERMINAL
from tests.server.support.members import rows, write

FORK = multiprocessing.get_context("fork")
KILLS, AFTER = 6, 5  # how often, and how many deeds are done before


def mute_all(database: str, first: int, pipe: Connection) -> None:
    """Mute one person after the other, and say so."""

    async def work() -> None:
        opened = Database(database)
        for number in range(first, first + 1_000):
            await deeds.do(opened, TERMINAL, deeds.mute(TERMINAL, About(f"user{number}", "x"), 3_600))
            pipe.send(number)

    asyncio.run(work())


def test_a_deed_and_its_row_survive_together_or_not_at_all(database: str) -> None:
    prepare(database)
    people = [
        {"id": f"user{number}", "name": f"Guest {number}", "created": 0.0, "homonym": False}
        for number in range(KILLS * 1_000)
    ]
    write(database, lambda db: db.execute(sa.insert(GUESTS), people))
    for kill in range(KILLS):
        mine, theirs = FORK.Pipe()
        process = FORK.Process(target=mute_all, args=(database, kill * 1_000, theirs))
        process.start()
        assert process.pid
        for _ in range(AFTER + kill):
            mine.recv()
        os.kill(process.pid, signal.SIGKILL)
        process.join()
    journal = rows(database, DEEDS)
    assert [row["number"] for row in journal] == list(range(1, len(journal) + 1))
    assert len(journal) >= KILLS * AFTER
    named = {row["id"]: row["guest"] for row in rows(database, DEED_PEOPLE)}
    told = sorted(named[row["person"]] for row in journal)
    assert told == sorted(row["guest"] for row in rows(database, RESTRICTIONS))
    assert told == sorted(row["guest"] for row in rows(database, USER_NOTICES))
    assert len(named) == len(journal)
