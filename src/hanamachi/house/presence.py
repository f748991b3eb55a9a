"""Who is here: a small message of its own, told at most once a second."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from hanamachi.core.game import Seat
from hanamachi.house import clock
from hanamachi.house.kept import Playing
from hanamachi.house.wire import Absent, Presence, encode

if TYPE_CHECKING:
    from hanamachi.house.room import Room, Watcher

PAUSE = 1.0  # seconds between two tellings
PORTION = 25  # watchers who are told before others have their turn


class Presences:
    def __init__(self, room: "Room") -> None:
        self.room = room
        self.due: asyncio.TimerHandle | None = None
        self.last = clock.now() - PAUSE
        self.encoded = self.told = b""  # as it is now, and as all have heard it

    def stir(self) -> None:
        """Somebody came or went, or has been away for long enough."""
        self.encoded = b""
        if self.due is None and self.room.watchers:
            wait = max(0.0, self.last + PAUSE - clock.now())
            self.due = asyncio.get_running_loop().call_later(wait, self._tell)

    def _tell(self) -> None:
        self.due, self.last = None, clock.now()
        if self.news() != self.told:
            self.told = self.encoded
            self.room.start(self._tell_all())
        waits = [absent.left for absent in self.absent() if absent.left]
        if waits:
            asyncio.get_running_loop().call_later(min(waits) / 1000, self.stir)

    async def _tell_all(self) -> None:
        await in_portions(list(self.room.watchers), lambda watcher: watcher.see())

    def news(self) -> bytes:
        """Encoded once for all; the time that is left to somebody who is away goes on."""
        if not self.encoded or b'"left"' in self.encoded:
            self.encoded = encode(self.now())
        return self.encoded

    def now(self) -> Presence:
        room = self.room
        gallery = sum(watcher.seat is None for watcher in room.watchers)
        return Presence([room.here(seat) for seat in range(len(room.kept.seats))], gallery, self.absent())

    def absent(self) -> list[Absent]:
        """The players who are away from a game that goes on."""
        kept, here = self.room.kept, self.room.here
        if not isinstance(kept, Playing) or kept.table.result or kept.setup.lesson:
            return []
        away = [s for s in range(len(kept.seats)) if not here(s) and s not in kept.table.bots]
        return [Absent(s, self.left(s), sorted(self.room.unkept.votes.get(s, ()))) for s in away]

    def left(self, seat: Seat) -> int:
        """Milliseconds for which an absent player's seat is still kept."""
        away = self.room.unkept.away_for(self.room.kept.seats[seat].guest)
        return max(0, round(1000 * (self.room.kept.setup.patience - away)))


async def in_portions(watchers: Sequence["Watcher"], do: Callable[["Watcher"], None]) -> None:
    """Some at a time, so that a move need not wait until a thousand have heard the last one."""
    for at in range(0, len(watchers), PORTION):
        for watcher in watchers[at : at + PORTION]:
            do(watcher)
        await asyncio.sleep(0)
