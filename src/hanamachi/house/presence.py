"""Who is here: a small message of its own, told at most once a second."""

import asyncio
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.house import clock
from hanamachi.house.kept import Playing, seats_of
from hanamachi.house.wire import Absent, Presence, encode

if TYPE_CHECKING:
    from hanamachi.house.room import Room
    from hanamachi.house.watchers import Watcher

PAUSE = 1.0  # seconds between two tellings
PORTION = 25  # watchers who are told before others have their turn


class Here(Struct, frozen=True, omit_defaults=True):
    """Who looks at a table at one worker, as the others are told. Times are seconds ago."""

    guests: tuple[str, ...] = ()  # who have seats
    readers: tuple[str, ...] = ()  # those of them who say when they have read how a round ended
    seats: tuple[Seat, ...] = ()  # through whose eyes they look
    gallery: int = 0
    seen: dict[str, float] = {}  # when guests who have seats and are away were last there
    since: float = 0.0  # when that worker began to look at the table

    @property
    def public(self) -> object:
        return self.guests, self.readers, self.seats, self.gallery


class Elsewhere:
    """What is known of all other workers' watchers of a table."""

    def __init__(self, told: Sequence[Here] = ()) -> None:
        now = clock.now()
        self.guests = {guest for here in told for guest in here.guests}
        self.readers = {guest for here in told for guest in here.readers}
        self.seats = {seat for here in told for seat in here.seats}
        self.gallery = sum(here.gallery for here in told)
        self.since = min((now - here.since for here in told), default=now)
        self.seen: dict[str, float] = {}
        self.told = [(here.public, sorted(here.seen)) for here in told]
        for here in told:
            for guest, ago in here.seen.items():
                self.seen[guest] = max(now - ago, self.seen.get(guest, 0.0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Elsewhere) and self.told == other.told


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
        self.room.keeper.show(self.room)
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
        gallery = sum(watcher.seat is None for watcher in room.watchers) + room.elsewhere.gallery
        return Presence([room.here(seat) for seat in range(len(room.kept.seats))], gallery, self.absent())

    def absent(self) -> list[Absent]:
        """The players who are away from a game that goes on."""
        kept, here = self.room.kept, self.room.here
        if not isinstance(kept, Playing) or kept.table.result or kept.setup.lesson:
            return []
        away = [s for s in range(len(kept.seats)) if not here(s) and s not in kept.table.bots]
        votes = kept.aside.votes
        return [Absent(s, self.left(s), [by for about, by in votes if about == s]) for s in away]

    def left(self, seat: Seat) -> int:
        """Milliseconds for which an absent player's seat is still kept."""
        away = self.away_for(self.room.kept.seats[seat].guest or "")
        return max(0, round(1000 * (self.room.kept.setup.patience - away)))

    def away_for(self, guest: str) -> float:
        """Seconds since a guest was last here; for one who never was, since the house looked."""
        unkept, elsewhere = self.room.unkept, self.room.elsewhere
        seen = [each[guest] for each in (unkept.seen, elsewhere.seen) if guest in each]
        return clock.now() - max(seen, default=min(unkept.since, elsewhere.since))

    def here(self) -> Here:
        """What the other workers are told."""
        room, now = self.room, clock.now()
        with_seats = [watcher for watcher in room.watchers if seats_of(room.kept, watcher.guest)]
        return Here(
            tuple(sorted({watcher.guest for watcher in with_seats})),
            tuple(sorted({watcher.guest for watcher in with_seats if watcher.reads})),
            tuple(sorted({watcher.seat for watcher in with_seats if watcher.seat is not None})),
            sum(watcher.seat is None for watcher in room.watchers),
            {guest: now - then for guest, then in room.unkept.seen.items()},
            now - room.unkept.since,
        )


async def in_portions(watchers: Sequence["Watcher"], do: Callable[["Watcher"], None]) -> None:
    """Some at a time, so that a move need not wait until a thousand have heard the last one."""
    for at in range(0, len(watchers), PORTION):
        for watcher in watchers[at : at + PORTION]:
            do(watcher)
        await asyncio.sleep(0)
