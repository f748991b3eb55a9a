"""Broadcast a change to the watchers of a table, players first; what many share is encoded once."""

import asyncio
from weakref import ref

from hanamachi.core.game import Seat
from hanamachi.server.live.broadcast.presence import in_portions
from hanamachi.server.live.broadcast.rendering import Card, Eyes, LiveFacts, updates
from hanamachi.server.live.broadcast.watched_room import WatchedRoom
from hanamachi.server.live.broadcast.watcher import Watcher
from hanamachi.server.protocol.messages import encode
from hanamachi.server.runtime import monotonic
from hanamachi.server.runtime.long_logs import in_thread
from hanamachi.server.tables.changes import sealed_alone
from hanamachi.server.tables.model import Playing, Snapshot, Waking, running_of
from hanamachi.server.tables.offers import notices

IN_THREAD = 40  # more rows than this are rendered in a thread
FRESH = 0.05  # seconds for which an encoded message with running times may be reused


class Broadcaster:
    """Mark the watchers of one table, and encode what each has not been sent yet. The room is held weakly."""

    def __init__(self, room: WatchedRoom) -> None:
        self._room, self.card = ref(room), Card(room.id)
        self.version = 0  # counts the changes
        self.told: dict[tuple[Eyes, int], tuple[str, float]] = {}
        self.telling: asyncio.Task[None] | None = None

    @property
    def room(self) -> WatchedRoom:
        room = self._room()
        assert room is not None, "the room was dropped"
        return room

    def mark_changed(self, only: Seat | None = None) -> None:
        """Mark all watchers (or those of one seat) as out of date, the players first."""
        self.version += 1
        self.told.clear()
        players = [watcher for watcher in self.room.audience.watchers if watcher.seat is not None]
        for watcher in players:
            if only in (None, watcher.seat):
                watcher.mark_changed()
        if only is None and len(players) < len(self.room.audience.watchers):
            self._mark_gallery()

    def table_changed(self, before: Snapshot, after: Snapshot) -> None:
        """Send a change to everybody who looks at this table."""
        for reason, seat in notices(before, after):
            self.announce(reason, seat)
        self.mark_changed(only=sealed_alone(before, after))

    def announce(self, reason: str, seat: Seat) -> None:
        """Tell all watchers how an offer of this seat ended."""
        for watcher in list(self.room.audience.watchers):
            watcher.notice(reason, seat)
        self.mark_changed()

    def _mark_gallery(self) -> None:
        if self.telling is None or self.telling.done():
            self.telling = self.room.start(self._mark_in_portions(self.room))

    async def _mark_in_portions(self, room: WatchedRoom) -> None:
        """Mark all spectators, and again if the table changed meanwhile."""
        version = -1
        while version != self.version:
            version = self.version
            gallery = [watcher for watcher in room.audience.watchers if watcher.seat is None]
            await in_portions(gallery, lambda watcher: watcher.mark_changed())

    async def encoded_updates(self, watcher: Watcher) -> tuple[str, int]:
        """Return what a watcher was not sent yet, encoded, and how many rows it knows then."""
        room, snapshot, version = self.room, self.room.snapshot, self.version
        seq = min(watcher.seq, snapshot.seq)
        key = watcher.eyes, seq
        data, made = self.told.get(key, ("", 0.0))
        timed = snapshot.window or room.deadlines.pause or running_of(snapshot) or waking_at(room)
        if not data or (timed and monotonic.now() - made > FRESH):
            new, facts = snapshot.seq - seq, (self.card, snapshot, live_facts(room), watcher.eyes, seq)
            data = await in_thread(new, encoded, *facts) if new > IN_THREAD else encoded(*facts)
            if version == self.version:
                self.told[key] = data, monotonic.now()
        return data, snapshot.seq


def waking_at(room: WatchedRoom) -> Waking | None:
    return room.snapshot.side.waking if isinstance(room.snapshot, Playing) else room.bot_work.waking


def live_facts(room: WatchedRoom) -> LiveFacts:
    deadlines = room.deadlines
    return LiveFacts(
        now=deadlines.uptime.now(),
        window_left=deadlines.window_left(),
        until_flag=deadlines.until_flag(room.snapshot),
        pause=deadlines.pause,
        passing=frozenset(room.passing),
        waking=room.bot_work.waking,
    )


def encoded(card: Card, snapshot: Snapshot, live: LiveFacts, eyes: Eyes, seq: int) -> str:
    return encode(updates(card, snapshot, live, eyes, seq)).decode()
