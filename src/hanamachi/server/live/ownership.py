"""Decide which process runs a table: its bots, its windows and its clocks.

A server of one process runs every table itself. `cluster.worker` decides it among several.
"""

from hanamachi.server.live.room import Room
from hanamachi.server.storage.table_rows import StoredTable


class Ownership:
    """One process owns every table."""

    @property
    def others(self) -> frozenset[str]:
        """The other workers whose lease runs."""
        return frozenset()

    def workers(self) -> list[str]:
        """Return this worker, then all others."""
        return [""]

    def owns(self, _room: Room) -> bool:
        """Return True if this process runs the table."""
        return True

    def want(self, _room: Room) -> None:
        """Try to own a table at which automatic actions are due."""

    def leave(self, _room: Room) -> None:
        """Give a table back that this process has closed."""

    def opened(self, _room: Room, _stored: StoredTable) -> None:
        """Note what was read of a room that is open now."""

    async def refresh(self, _room: Room) -> None:
        """Bring a room up to date with what other workers committed."""

    async def open(self) -> None: ...
    async def retire(self) -> None: ...
    async def close(self) -> None: ...
