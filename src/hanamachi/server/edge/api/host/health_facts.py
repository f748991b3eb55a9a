"""Say how the server is, in few numbers that a host understands."""

import shutil
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path

from hanamachi.server.db import key_value, timestamps
from hanamachi.server.db.connection import Database
from hanamachi.server.protocol.host import HealthFact
from hanamachi.server.runtime.answer_times import AnswerTimes
from hanamachi.server.runtime.process_pool import FairQueue

SLOW = 1_000.0  # milliseconds
LITTLE_ROOM = 2 << 30  # bytes
OLD_COPY = 8 * 86_400.0  # seconds
CROWDED = 4  # bots that wait for each one that thinks


class HealthFacts:
    """`folder` holds the database, if it is on this machine. `bots` hands out the places of bots."""

    def __init__(
        self,
        database: Database,
        times: AnswerTimes,
        folder: Path | None,
        bots: FairQueue,
        workers: Callable[[], list[str]],
    ) -> None:
        self.database, self.times, self.folder = database, times, folder
        self.bots, self.workers, self.since = bots, workers, timestamps.wall()

    async def facts(self) -> list[HealthFact]:
        """Return all facts."""
        copied = await self.database.read(lambda db: key_value.get(db, "copied"))
        return [
            self._answer_time(),
            self._bots(),
            *disk_fact(self.folder),
            copy_fact(copied),
            HealthFact("workers", "good", len(self.workers())),
            HealthFact("version", "good", text=version("hanamachi"), since=self.since),
        ]

    def _answer_time(self) -> HealthFact:
        seconds = self.times.slowest_of_100()
        value = None if seconds is None else round(1_000 * seconds, 1)
        return HealthFact("answer_time", "look" if value and value > SLOW else "good", value)

    def _bots(self) -> HealthFact:
        crowded = len(self.bots) > CROWDED * self.bots.places
        return HealthFact("bots", "look" if crowded else "good", self.bots.taken, self.bots.places)


def disk_fact(folder: Path | None) -> list[HealthFact]:
    """Return how much room there is on the disk, if the database is on this machine."""
    if folder is None:
        return []
    disk = shutil.disk_usage(folder)
    return [HealthFact("disk", "look" if disk.free < LITTLE_ROOM else "good", disk.free, disk.total)]


def copy_fact(copied: str | None) -> HealthFact:
    """Return when `hanamachi backup` last copied the data."""
    at = float(copied) if copied else None
    old = at is None or at < timestamps.wall() - OLD_COPY
    return HealthFact("backup", "look" if old else "good", at)
