"""Store how long each level took to warm up on this machine, to estimate the next time, and find the levels
that are likely to be asked for next.
"""

import contextlib
from collections import Counter
from functools import partial
from importlib.metadata import version

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from hanamachi.server.db.connection import Database
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.db.key_value import put, with_prefix
from hanamachi.server.db.schema import SEATS, TABLES
from hanamachi.server.engines.tasks import Kind, Preparation
from hanamachi.server.tables.model import SeatHolder

PREFIX = "warmup "
RELEASE = version("hanamachi")
RECENT = 200  # tables whose bots are counted


class MeasuredTimes(Struct, frozen=True):
    """Seconds of the last warm-up with compiling, and of the last without, by some release."""

    release: str
    compiling: float | None = None
    loading: float | None = None

    def after(self, new: Preparation) -> "MeasuredTimes":
        seconds = round(new.seconds, 1)
        if new.compiled:
            return MeasuredTimes(RELEASE, seconds, self.loading)
        return MeasuredTimes(RELEASE, self.compiling, seconds)

    @property
    def estimate(self) -> float | None:
        """Seconds of the next warm-up. A new release compiles anew."""
        if self.release == RELEASE and self.loading is not None:
            return self.loading
        return self.compiling


class WarmupTimes:
    """`database`: where measured times are kept, as settings of the server."""

    def __init__(self, database: Database | None = None) -> None:
        self.database = database
        self.known: dict[str, MeasuredTimes] = {}

    async def open(self) -> None:
        if self.database is None:
            return
        found = await self.database.read(partial(with_prefix, prefix=PREFIX))
        self.known = {name: msgspec.json.decode(value, type=MeasuredTimes) for name, value in found.items()}

    def estimate(self, kind: Kind) -> float | None:
        """Return the seconds of the next warm-up; None before the first one was measured."""
        measured = self.known.get(name_of(kind))
        return measured.estimate if measured else None

    async def add(self, kind: Kind, prepared: Preparation) -> None:
        name = name_of(kind)
        measured = self.known[name] = self.known.get(name, MeasuredTimes(RELEASE)).after(prepared)
        if self.database is not None:
            value = msgspec.json.encode(measured).decode()
            with contextlib.suppress(NotSaved):  # it is only an estimate
                await self.database.write(partial(put, name=name, value=value))


def recent_kinds(db: sa.Connection) -> list[Kind]:
    """Return the levels of bots at the newest tables, the most frequent first."""
    newest = sa.select(TABLES.c.id, TABLES.c.game).order_by(TABLES.c.number.desc()).limit(RECENT).subquery()
    bots = sa.select(newest.c.game, SEATS.c.held).join(SEATS, SEATS.c.table_id == newest.c.id)
    found = db.execute(bots.where(SEATS.c.guest.is_(None)))
    levels = [(row.game, msgspec.json.decode(row.held, type=SeatHolder).level) for row in found]
    return [kind for kind, _ in Counter(kind for kind in levels if kind[1]).most_common()]


def name_of(kind: Kind) -> str:
    game, level = kind
    return f"{PREFIX}{game} {level or 'judge'}"
