"""Tells whoever looks at a table what is new, the players first; what many hear alike is encoded once."""

import asyncio
from typing import TYPE_CHECKING, Any
from weakref import ref

from hanamachi.core.game import Seat
from hanamachi.server.live.broadcast.presence import in_portions
from hanamachi.server.live.broadcast.rendering import Card, Eyes, updates
from hanamachi.server.live.long_logs import in_thread
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.model import Playing, Waking, running_of

if TYPE_CHECKING:
    from hanamachi.server.live.broadcast.watcher import Watcher
    from hanamachi.server.live.room import Room

ASIDE = 40  # rows that are told aside, so that nobody waits for their words
FRESH = 0.05  # seconds for which the time that is left to a window need not be told anew


class Broadcaster:
    """Holds its room weakly, as `Presences` does."""

    def __init__(self, room: "Room") -> None:
        self._room, self.card = ref(room), Card(room.id)
        self.version = 0  # of all that can be told
        self.told: dict[tuple[Eyes, int], tuple[bytes, float]] = {}
        self.telling: asyncio.Task[None] | None = None

    @property
    def room(self) -> "Room":
        room = self._room()
        assert room is not None, "the room was dropped"
        return room

    def tell(self, only: Seat | None = None) -> None:
        """Everybody (or who looks through one seat's eyes) hears what is new, the players first."""
        self.version += 1
        self.told.clear()
        players = [watcher for watcher in self.room.watchers if watcher.seat is not None]
        for watcher in players:
            if only in (None, watcher.seat):
                watcher.stir()
        if only is None and len(players) < len(self.room.watchers):
            self._tell_gallery()

    def announce(self, reason: str, seat: Seat) -> None:
        """What a seat asked of the others is answered, or asked no more."""
        for watcher in list(self.room.watchers):
            watcher.notice(reason, seat)
        self.tell()

    def _tell_gallery(self) -> None:
        if self.telling is None or self.telling.done():
            self.telling = self.room.start(self._tell_in_portions(self.room))

    async def _tell_in_portions(self, room: "Room") -> None:
        """All who look on, and again if there was a change meanwhile: then perhaps to others, too."""
        version = -1
        while version != self.version:
            version = self.version
            gallery = [watcher for watcher in room.watchers if watcher.seat is None]
            await in_portions(gallery, lambda watcher: watcher.stir())

    async def news(self, watcher: "Watcher") -> tuple[bytes, int]:
        """What a watcher has not heard, encoded, and how many rows it knows then. What is the same for many
        is encoded once."""
        room, snapshot, version = self.room, self.room.snapshot, self.version
        now = room.uptime.now()
        seq = min(watcher.seq, snapshot.seq)
        key = watcher.eyes, seq
        data, made = self.told.get(key, (b"", 0.0))
        timed = snapshot.window or room.transient.pause or running_of(snapshot) or waking_at(room)
        if not data or (timed and monotonic.now() - made > FRESH):
            facts = (
                self.card,
                snapshot,
                room.transient,
                watcher.eyes,
                seq,
                room.left(),
                room.until_flag(),
                now,
            )
            new = snapshot.seq - seq
            data = await in_thread(new, told_as, *facts) if new > ASIDE else told_as(*facts)
            if version == self.version:
                self.told[key] = data, monotonic.now()
        return data, snapshot.seq


def waking_at(room: "Room") -> Waking | None:
    return room.snapshot.side.waking if isinstance(room.snapshot, Playing) else room.transient.waking


def told_as(*facts: Any) -> bytes:
    return encode(updates(*facts))
