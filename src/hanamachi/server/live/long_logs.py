"""Long logs: work on them has one thread of its own, and their rooms stay for a while after the last look.

A game of some thousand rows takes seconds to fold. Whoever looks at it again soon finds it folded, and
however many look at such games, all other work finds a free thread.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from msgspec import Struct

if TYPE_CHECKING:
    from hanamachi.server.live.room import Room

LONG = 1_000  # rows
SECONDS = 60.0  # that a room stays after the last look
MOST, MOST_ROWS = 20, 100_000  # rooms that stay, and rows of all of them
THREAD = ThreadPoolExecutor(1, thread_name_prefix="long")

Found = TypeVar("Found")


async def in_thread(rows: int, work: Callable[..., Found], *given: object) -> Found:
    """Run work on a log of so many rows in a thread. Long ones come one after the other."""
    if rows < LONG:
        return await asyncio.to_thread(work, *given)
    return await asyncio.get_running_loop().run_in_executor(THREAD, partial(work, *given))


class Stay(Struct, frozen=True):
    room: "Room"
    end: asyncio.TimerHandle


class Staying:
    """Rooms with a long log that nobody needs now, the one of the oldest look first."""

    def __init__(self, drop: Callable[["Room"], None]) -> None:
        self.drop = drop
        self.stays: dict[str, Stay] = {}

    def leave(self, room: "Room") -> None:
        """Nobody needs this room any more: it is dropped now, or if its log is long, later."""
        if room.snapshot.seq < LONG or room.closed:
            self.drop(room)
            return
        self._forget(room)
        self.stays[room.id] = Stay(room, asyncio.get_running_loop().call_later(SECONDS, self._end, room))
        while (
            len(self.stays) > MOST or sum(each.room.snapshot.seq for each in self.stays.values()) > MOST_ROWS
        ):
            self._end(next(iter(self.stays.values())).room)

    def _end(self, room: "Room") -> None:
        self._forget(room)
        if not room.needed:
            self.drop(room)

    def _forget(self, room: "Room") -> None:
        if stay := self.stays.pop(room.id, None):
            stay.end.cancel()

    def close(self) -> None:
        for stay in list(self.stays.values()):
            self._forget(stay.room)
