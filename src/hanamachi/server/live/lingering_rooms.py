"""Keep rooms open for a while after the last look: the next request need not load the table again."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from hanamachi.server.live.room import Room
from hanamachi.server.runtime.long_logs import LONG

SECONDS, LONG_SECONDS = 5.0, 60.0  # that a room stays after the last look; one with a long log stays longer
MOST, MOST_ROWS = 200, 100_000  # rooms that stay, and rows of all of them


class Stay(Struct, frozen=True):
    room: Room
    rows: int
    end: asyncio.TimerHandle


class LingeringRooms:
    """Rooms that nothing needs now, the one of the oldest look first."""

    def __init__(self, drop: Callable[[Room], None]) -> None:
        self.drop = drop
        self.stays: dict[str, Stay] = {}
        self.rows = 0  # of all rooms that stay

    def leave(self, room: Room) -> None:
        """Drop a room that nothing needs: soon, or now if it must not be used any more."""
        self._forget(room)
        rows = room.snapshot.seq
        seconds = SECONDS if rows < LONG else LONG_SECONDS
        if room.closed or not seconds:
            self.drop(room)
            return
        end = asyncio.get_running_loop().call_later(seconds, self._end, room)
        self.stays[room.id] = Stay(room, rows, end)
        self.rows += rows
        while len(self.stays) > MOST or self.rows > MOST_ROWS:
            self._end(next(iter(self.stays.values())).room)

    def _end(self, room: Room) -> None:
        self._forget(room)
        if not room.needed:
            self.drop(room)

    def _forget(self, room: Room) -> None:
        if stay := self.stays.pop(room.id, None):
            stay.end.cancel()
            self.rows -= stay.rows

    def close(self) -> None:
        for stay in list(self.stays.values()):
            self._forget(stay.room)
