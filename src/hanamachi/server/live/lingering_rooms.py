"""Keep rooms with a long log open for a while after the last look: the next one need not load it again."""

import asyncio
from collections.abc import Callable

from msgspec import Struct

from hanamachi.server.live.room import Room
from hanamachi.server.runtime.long_logs import LONG

SECONDS = 60.0  # that a room stays after the last look
MOST, MOST_ROWS = 20, 100_000  # rooms that stay, and rows of all of them


class Stay(Struct, frozen=True):
    room: Room
    end: asyncio.TimerHandle


class LingeringRooms:
    """Rooms with a long log that nothing needs now, the one of the oldest look first."""

    def __init__(self, drop: Callable[[Room], None]) -> None:
        self.drop = drop
        self.stays: dict[str, Stay] = {}

    def leave(self, room: Room) -> None:
        """Drop a room that nothing needs: now, or if its log is long, later."""
        if room.snapshot.seq < LONG or room.closed:
            self.drop(room)
            return
        self._forget(room)
        self.stays[room.id] = Stay(room, asyncio.get_running_loop().call_later(SECONDS, self._end, room))
        while (
            len(self.stays) > MOST or sum(each.room.snapshot.seq for each in self.stays.values()) > MOST_ROWS
        ):
            self._end(next(iter(self.stays.values())).room)

    def _end(self, room: Room) -> None:
        self._forget(room)
        if not room.needed:
            self.drop(room)

    def _forget(self, room: Room) -> None:
        if stay := self.stays.pop(room.id, None):
            stay.end.cancel()

    def close(self) -> None:
        for stay in list(self.stays.values()):
            self._forget(stay.room)
