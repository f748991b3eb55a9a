"""A store that keeps its tables in memory, for tests that need no disk."""

from collections.abc import Collection, Sequence
from typing import Any

import msgspec

from hanamachi.core.log import Result
from hanamachi.server.analysis import jobs
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import Stored, aside_of
from hanamachi.server.tables.model import Playing, SeatHolder, Setup, Snapshot
from hanamachi.server.tables.time_control import Off


class InMemory(Store):
    def __init__(self) -> None:
        self.tables: dict[str, Stored] = {}

    async def add_table(
        self, table: str, setup: Setup, seats: Sequence[SeatHolder], rows: Sequence[str] = (), **_more: Any
    ) -> None:
        log = [(seq, row.encode()) for seq, row in enumerate(rows)]
        self.tables[table] = Stored(setup, tuple(seats), log, turn=0)

    async def load(self, table: str) -> Stored | None:
        return self.tables.get(table)

    async def keep(
        self, table: str, before: Snapshot, after: Snapshot, left: float = 0.0, also: Any = None
    ) -> None:
        rows = jobs.packed(after).rows if isinstance(after, Playing) else []
        window = after.window if isinstance(after, Playing) else None
        self.tables[table] = Stored(
            after.setup,
            after.seats,
            rows,
            asked=window.asked if window else None,
            asked_seat=window.seat if window else 0,
            left=left,
            sealed=msgspec.json.encode(window.sealed) if window and window.sealed else None,
            aside=(aside_of(after) or "").encode() or None,
            child=after.child,
            turn=0,
            clocks=after.clocks if isinstance(after, Playing) else None,
        )

    async def keep_left(self, windows: Sequence[tuple[str, int, float]]) -> None:
        pass

    async def keep_hours(self, reached: float) -> float:
        return reached

    async def days_off(self, _guests: Collection[str]) -> dict[str, tuple[Off, ...]]:
        return {}

    async def note(self, table: str, turn: int, result: Result | None, *, damaged: bool) -> None:
        pass
