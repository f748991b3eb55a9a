"""Load a table for its room, and save what it becomes."""

import contextlib
from collections.abc import Callable, Mapping
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from hanamachi.core.game import Game
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.runtime.long_logs import LONG, in_thread
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import LongLog, Store
from hanamachi.server.storage.table_rows import ConcurrentUpdate, StoredTable, turn_of
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, runs_live
from hanamachi.server.tables.time_control import Days, Off

DaysOff = tuple[tuple[Off, ...], ...]  # by seat
Write = Callable[[sa.Connection], Any]
Toll = Callable[[], None]  # refuses whoever has too many long logs read


class Opened(Struct, frozen=True):
    """A table, and what was read of it."""

    snapshot: Snapshot
    stored: StoredTable


class TableStorage:
    """Load and save tables for rooms."""

    def __init__(self, store: Store, games: Mapping[str, Game], uptime: Uptime) -> None:
        self.store, self.games, self.uptime = store, games, uptime

    async def load(self, table: str) -> tuple[Snapshot, float]:
        """Return a table and the seconds that are left to its answer window."""
        found = await self.read(table)
        return found.snapshot, found.stored.left

    async def read(self, table: str, toll: Toll | None = None) -> Opened:
        """Read a table. `toll` is called before a long log is read, which takes seconds."""
        try:
            stored = await (self.store.load(table, LONG) if toll else self.store.load(table))
        except LongLog:
            assert toll is not None
            toll()
            stored = await self.store.load(table)
        if stored is None:
            raise NotFound("no_table")
        return await self.opened(table, stored)

    async def opened(self, table: str, stored: StoredTable) -> Opened:
        """Rehydrate a table that was read."""
        snapshot = await in_thread(len(stored.rows), rehydrate, stored, self.games)
        if snapshot.setup.version != stored.setup.version and not snapshot.damaged:
            await self._upgrade(table, stored, snapshot)
        await self._note(table, stored, snapshot)
        return Opened(snapshot, stored)

    async def _upgrade(self, table: str, stored: StoredTable, snapshot: Snapshot) -> None:
        """Write a table of an older version under the rules of now, before anything else happens at it."""
        try:
            await self.store.upgrade(table, stored, snapshot)
        except ConcurrentUpdate as error:  # another worker did: the caller reads again
            raise NotSaved from error

    async def _note(self, table: str, stored: StoredTable, snapshot: Snapshot) -> None:
        """Write whose turn it is where an older server did not, and damage that was found just now."""
        known = stored.turn is not None and stored.damaged == snapshot.damaged
        if not isinstance(snapshot, Playing) or (known and not stored.unsettled):
            return
        with contextlib.suppress(NotSaved):
            await self.store.save_findings(
                table, turn_of(snapshot), snapshot.table.result, damaged=snapshot.damaged
            )

    async def save(
        self, table: str, before: Snapshot, after: Snapshot, left: float, and_write: Write | None
    ) -> None:
        """Commit what a table became. Raise NotSaved if that failed or if the answer was lost, and
        ConcurrentUpdate if the table is not `before` any more."""
        if runs_live(after):
            await self.uptime.tighten()
        try:
            await self.store.save(table, before, after, left, and_write)
        except NotSaved:
            self.uptime.halt()
            raise

    async def days_off(self, snapshot: Snapshot) -> DaysOff:
        """Return the days off of each seat's player, at a table where they count."""
        if not isinstance(snapshot.setup.clock, Days):
            return ()
        off = await self.store.deadlines.days_off([held.guest for held in snapshot.seats if held.guest])
        return tuple(off.get(held.guest or "", ()) for held in snapshot.seats)
