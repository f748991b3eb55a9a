"""Send who watches a table and who is absent: a small message of its own, at most once a second."""

import asyncio
from collections.abc import Callable, Sequence
from weakref import ref

from hanamachi.core.game import Seat
from hanamachi.server.live.broadcast.remote_audience import WorkerAudience
from hanamachi.server.live.broadcast.watched_room import WatchedRoom
from hanamachi.server.live.broadcast.watcher import Watcher
from hanamachi.server.protocol.messages import Absent, Presence, encode
from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.absence import Allowed, allowed_at, has_moved
from hanamachi.server.tables.model import Playing, seats_of

UPDATE_INTERVAL = 1.0  # seconds between two messages
PORTION = 25  # watchers that are marked before other tasks get their turn


class Presences:
    """The connected users of one table. A dropped room is freed at once, because it is held weakly."""

    def __init__(self, room: WatchedRoom) -> None:
        self._room = ref(room)
        self.due: asyncio.TimerHandle | None = None
        self.last = monotonic.now() - UPDATE_INTERVAL
        self.encoded = self.told = b""  # as it is now, and as all have heard it

    @property
    def room(self) -> WatchedRoom:
        room = self._room()
        assert room is not None, "the room was dropped"
        return room

    def schedule_update(self) -> None:
        """Send who is here again, soon: a user came or went, or was absent for long enough."""
        if self._room() is None:
            return
        self.encoded = b""
        if self.due is None and self.room.audience.watchers:
            wait = max(0.0, self.last + UPDATE_INTERVAL - monotonic.now())
            self.due = asyncio.get_running_loop().call_later(wait, self._update)

    def _update(self) -> None:
        if self._room() is None:
            return
        self.due, self.last = None, monotonic.now()
        self.room.publish_audience()
        if self.encoded_message() != self.told:
            self.told = self.encoded
            self.room.start(
                in_portions(
                    list(self.room.audience.watchers), lambda watcher: watcher.mark_audience_changed()
                )
            )
        waits = [
            wait for absent in self.absent() for wait in (absent.left, absent.claim, absent.call_off) if wait
        ]
        if waits:
            asyncio.get_running_loop().call_later(min(waits) / 1000, self.schedule_update)

    def encoded_message(self) -> bytes:
        """Return the message, encoded once for all. The time left to absent players is as of now."""
        if not self.encoded or b'"left"' in self.encoded:
            self.encoded = encode(self.now())
        return self.encoded

    def now(self) -> Presence:
        room = self.room
        gallery = (
            sum(watcher.seat is None for watcher in room.audience.watchers) + room.audience.elsewhere.gallery
        )
        return Presence(
            [room.audience.is_present(room.snapshot, seat) for seat in range(len(room.snapshot.seats))],
            gallery,
            self.absent(),
        )

    def absent(self) -> list[Absent]:
        """Return the absent players on whom the others may act, now or later."""
        snapshot = self.room.snapshot
        if not isinstance(snapshot, Playing) or snapshot.table.result:
            return []
        may = {seat: allowed_at(snapshot, seat) for seat in self.away(snapshot)}
        return [self._told(snapshot, seat, allowed) for seat, allowed in may.items() if allowed != Allowed()]

    def away(self, snapshot: Playing) -> list[Seat]:
        """Return the seats whose players are not connected, unless a bot plays there."""
        return [
            s
            for s in range(len(snapshot.seats))
            if not self.room.audience.is_present(snapshot, s) and s not in snapshot.table.bots
        ]

    def _told(self, snapshot: Playing, seat: Seat, allowed: Allowed) -> Absent:
        agreed = [by for about, by in snapshot.side.votes if about == seat]
        return Absent(
            seat,
            self.left(seat, allowed.bot) or 0,
            agreed,
            claim=self.left(seat, allowed.claim),
            call_off=self.left(seat, allowed.call_off),
            quits=list(snapshot.side.quits),
            came=self.has_come(snapshot, seat),
            away=round(1000 * self.away_for(snapshot.seats[seat].guest or "")),
        )

    def left(self, seat: Seat, wait: float | None) -> int | None:
        """Return the milliseconds until a player has been absent for so many seconds; None: never."""
        if wait is None:
            return None
        away = self.away_for(self.room.snapshot.seats[seat].guest or "")
        return max(0, round(1000 * (wait - away)))

    def has_come(self, snapshot: Playing, seat: Seat) -> bool:
        """True if an absent player was at this table before, as far as this server knows."""
        last = self.last_seen(snapshot.seats[seat].guest or "")
        return has_moved(snapshot.table, seat) or (last is not None and last > self.room.audience.begun)

    def away_for(self, guest: str) -> float:
        """Return the seconds since a guest was last here or the game began, whichever is later; for a guest
        whom nobody has seen, since the server loaded the table."""
        audience, last = self.room.audience, self.last_seen(guest)
        since = min(audience.since, audience.elsewhere.since) if last is None else last
        return monotonic.now() - max(since, audience.begun)

    def last_seen(self, guest: str) -> float | None:
        seen = (self.room.audience.seen, self.room.audience.elsewhere.seen)
        return max((each[guest] for each in seen if guest in each), default=None)

    def here(self) -> WorkerAudience:
        """Return what the other workers are told."""
        room, now = self.room, monotonic.now()
        with_seats = [watcher for watcher in room.audience.watchers if seats_of(room.snapshot, watcher.guest)]
        unlooked = {each.guest for each in with_seats if not room.audience.has_looked(each.guest)}
        return WorkerAudience(
            guests=tuple(sorted({watcher.guest for watcher in with_seats})),
            readers=tuple(sorted({watcher.guest for watcher in with_seats if watcher.reads})),
            seats=tuple(sorted({watcher.seat for watcher in with_seats if watcher.seat is not None})),
            gallery=sum(watcher.seat is None for watcher in room.audience.watchers),
            seen={guest: now - then for guest, then in room.audience.seen.items()},
            since=now - room.audience.since,
            unlooked=tuple(sorted(unlooked)),
        )


async def in_portions(watchers: Sequence[Watcher], do: Callable[[Watcher], None]) -> None:
    """Mark some watchers at a time, so that a move need not wait for a thousand of them."""
    for at in range(0, len(watchers), PORTION):
        for watcher in watchers[at : at + PORTION]:
            do(watcher)
        await asyncio.sleep(0)
