"""Work out ratings after games have ended: in the order of the results, by one worker at a time."""

import asyncio
import contextlib
import logging
from functools import partial

import sqlalchemy as sa

from hanamachi.core.words import Refusal
from hanamachi.server.db.connection import Database
from hanamachi.server.db.duties import takes_duty
from hanamachi.server.db.schema import RATING_PROGRESS, RESULT_NUMBERS
from hanamachi.server.ratings import book
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Playing

LOG = logging.getLogger(__name__)

BATCH = 50  # results that are worked out in one transaction
POLL_SECONDS = 2.0  # after which the worker with the duty looks for results of other workers
RATING_WORKER = "rating"  # the row of `settings` that names the worker that works ratings out


class RatingWorker:
    """Works ratings out at this worker, as long as it has the duty."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.wanted = asyncio.Event()
        self.task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self.wanted.set()  # results that a crash left
        self.task = asyncio.get_running_loop().create_task(self._keep_working())

    async def close(self) -> None:
        if self.task:
            self.task.cancel()
            await asyncio.gather(self.task, return_exceptions=True)

    def table_changed(self, event: TableChanged) -> None:
        """Look for new results when a rated game has ended at this worker."""
        ended = isinstance(event.after, Playing) and event.after.table.result is not None
        if event.origin == "here" and ended and event.after.setup.rated:
            self.wanted.set()

    async def _keep_working(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(POLL_SECONDS if self.database.worker else None):
                    await self.wanted.wait()
            self.wanted.clear()
            try:
                await self.work()
            except Refusal:
                await self._try_again()
            except Exception:
                LOG.exception("could not work out ratings")
                await self._try_again()

    async def _try_again(self) -> None:
        await asyncio.sleep(POLL_SECONDS)
        self.wanted.set()

    async def work(self) -> None:
        """Work out all results that are there, if this worker has the duty."""
        while await self.database.read(has_more):
            if not await self.database.write(partial(work_out_some, worker=self.database.worker)):
                return


def has_more(db: sa.Connection) -> bool:
    """Return True if there are results that are not worked out yet."""
    return bool(unfinished(db))


def unfinished(db: sa.Connection) -> dict[str, int]:
    """Return the games with results that are not worked out yet, and the last number that is."""
    done = sa.func.coalesce(RATING_PROGRESS.c.number, 0)
    query = (
        sa.select(RESULT_NUMBERS.c.game, done)
        .outerjoin(RATING_PROGRESS, RATING_PROGRESS.c.game == RESULT_NUMBERS.c.game)
        .where(RESULT_NUMBERS.c.number > done)
        .order_by(RESULT_NUMBERS.c.game)
    )
    return {row[0]: row[1] for row in db.execute(query)}


def work_out_some(db: sa.Connection, worker: str) -> bool:
    """Work out the next results of each game. Return False if another worker has the duty."""
    if not takes_duty(db, RATING_WORKER, worker):
        return False
    for game, done in unfinished(db).items():
        results = book.read_results(db, game, done, BATCH)
        standings = book.read_standings(db, results)
        changes = [change for result in results for change in book.work_out(result, standings)]
        book.save(db, changes, standings)
        save_progress(db, game, results[-1].number)
    return True


def save_progress(db: sa.Connection, game: str, number: int) -> None:
    here = sa.update(RATING_PROGRESS).where(RATING_PROGRESS.c.game == game)
    if not db.execute(here.values(number=number)).rowcount:
        db.execute(sa.insert(RATING_PROGRESS).values(game=game, number=number))
