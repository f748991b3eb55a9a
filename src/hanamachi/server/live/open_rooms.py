"""Hold the rooms that are open at this process, by table."""

import asyncio

from hanamachi.server.live.room import Room
from hanamachi.server.tables.model import seats_of


class OpenRooms(dict[str, Room]):
    """The rooms that are open, and the tables that are being opened."""

    def __init__(self) -> None:
        super().__init__()
        self.opening: dict[str, asyncio.Task[Room]] = {}

    def of(self, user: str) -> list[Room]:
        """Return the rooms at whose tables a user sits."""
        return [room for room in self.values() if seats_of(room.snapshot, user)]

    def is_watching(self, table: str, user: str) -> bool:
        """Return True if a user looks at a table now, as far as this process knows."""
        room = self.get(table)
        return room is not None and room.audience.looks_on(user)

    def count_watchers(self) -> int:
        return sum(len(room.audience.watchers) for room in list(self.values()))

    def spectators(self) -> dict[str, int]:
        """Return how many watchers without a seat each table has at this process."""
        rooms = list(self.values())
        return {room.id: sum(each.seat is None for each in room.audience.watchers) for room in rooms}
