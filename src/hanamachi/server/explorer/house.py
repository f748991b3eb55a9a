"""Count how the finished public games of this server began.

Nothing is stored: a process reads each game once, in the background, and forgets those that were deleted. Who
asks while games wait to be counted is told how many.
"""

import asyncio
import logging
from functools import partial

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.explorer.file import Line
from hanamachi.explorer.making import Begun, counted
from hanamachi.server.db.connection import Database
from hanamachi.server.db.schema import TABLES
from hanamachi.server.explorer import jobs
from hanamachi.server.runtime.process_pool import ProcessPool, TaskFailed
from hanamachi.server.storage import table_rows

LOG = logging.getLogger(__name__)
MOST = 2_000  # games of one game, the newest
BATCH = 10  # games that a process reads at a time
PATIENCE = 1.0  # seconds for which an answer waits for games to be counted
LEAST = 10  # games below which nothing is told of a step


class HouseGames:
    """How the public games of this server began. `tasks` read those that are not counted yet."""

    def __init__(self, database: Database, pool: ProcessPool) -> None:
        self.database, self.pool = database, pool
        self.known: dict[str, dict[str, Begun | None]] = {}  # by game and table
        self.reading: dict[str, asyncio.Task[None]] = {}

    @property
    def tasks(self) -> set[asyncio.Task[None]]:
        return set(self.reading.values())

    async def lines(self, game: str) -> tuple[list[Line], int]:
        """Return the games by their beginnings, and how many wait to be counted."""
        ids = await self.database.read(partial(public_games, game=game))
        known = self.known.setdefault(game, {})
        for gone in known.keys() - set(ids):
            del known[gone]
        if known.keys() != set(ids):
            await asyncio.wait({self._read(game, ids)}, timeout=PATIENCE)
        waiting = sum(each not in known for each in ids)
        return counted(begun for each in ids if (begun := known.get(each))), waiting

    def _read(self, game: str, ids: list[str]) -> asyncio.Task[None]:
        """Return the task that counts games, of which there is one for each game."""
        if game not in self.reading:
            task = asyncio.create_task(self._count(game, ids))
            self.reading[game] = task
            task.add_done_callback(lambda _: self.reading.pop(game))
        return self.reading[game]

    async def _count(self, game: str, ids: list[str]) -> None:
        known = self.known[game]
        new = [each for each in ids if each not in known]
        for start in range(0, len(new), BATCH):
            batch = new[start : start + BATCH]
            stored = [await self.database.read(partial(table_rows.load, table=each)) for each in batch]
            here = {each: table for each, table in zip(batch, stored, strict=True) if table}
            try:
                found = await self.pool.do("", jobs.begun, list(here.values()))
            except (TaskFailed, Refusal):
                LOG.warning("%d games of %s could not be counted now", len(new) - start, game)
                return
            known |= dict(zip(here, found, strict=True))


def public_games(db: sa.Connection, game: str) -> list[str]:
    """Return the finished games that everybody may see, the newest first."""
    shown = TABLES.c.public.is_(True) | TABLES.c.rated.is_not(None)
    over = TABLES.c.finished & TABLES.c.lesson.is_(False) & TABLES.c.damaged.is_(False)
    query = sa.select(TABLES.c.id).where(TABLES.c.game == game, over, shown)
    return list(db.scalars(query.order_by(TABLES.c.number.desc()).limit(MOST)))
