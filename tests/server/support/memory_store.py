"""A store that keeps its tables in memory, for tests that need no disk."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from hanamachi.core.log import Result
from hanamachi.server.analysis import jobs
from hanamachi.server.storage.deadlines import DeadlineStore
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import StoredTable, side_text
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot
from hanamachi.server.tables.time_control import Off


class InMemoryDeadlines(DeadlineStore):
    """Saves uptime in memory and counts how often; knows no days off."""

    def __init__(self) -> None:
        self.reached, self.written = 0.0, 0

    async def save_uptime(self, reached: float) -> float:
        self.reached, self.written = max(self.reached, reached), self.written + 1
        return self.reached

    async def days_off(self, _users: Collection[str]) -> dict[str, tuple[Off, ...]]:
        return {}


class InMemory(Store):
    deadlines: InMemoryDeadlines

    def __init__(self) -> None:
        self.tables: dict[str, StoredTable] = {}
        self.deadlines = InMemoryDeadlines()

    async def add_table(
        self, table: str, setup: Setup, seats: Sequence[SeatHolder], rows: Sequence[str] = (), **_more: Any
    ) -> None:
        log = [(seq, row.encode()) for seq, row in enumerate(rows)]
        self.tables[table] = StoredTable(setup, tuple(seats), log, turn=0)

    async def load(self, table: str, long: int | None = None) -> StoredTable | None:
        return self.tables.get(table)

    async def save(
        self, table: str, before: Snapshot, after: Snapshot, left: float = 0.0, also: Any = None
    ) -> None:
        rows = jobs.pack(after).rows if isinstance(after, Playing) else []
        window = after.window if isinstance(after, Playing) else None
        self.tables[table] = StoredTable(
            after.setup,
            after.seats,
            rows,
            asked=window.asked if window else None,
            asked_seat=window.seat if window else 0,
            left=left,
            sealed=msgspec.json.encode(window.sealed) if window and window.sealed else None,
            side=(side_text(after) or "").encode() or None,
            child=after.child,
            turn=0,
            clocks=after.clocks if isinstance(after, Playing) else None,
        )

    async def save_window_times(self, windows: Sequence[tuple[str, int, float]]) -> None:
        pass

    async def save_findings(self, table: str, turn: int, result: Result | None, *, damaged: bool) -> None:
        pass
