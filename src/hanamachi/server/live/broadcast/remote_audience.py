"""Tell the other workers who looks at a table here, and know who looks at it there."""

from collections.abc import Sequence

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.server.runtime import monotonic


class WorkerAudience(Struct, frozen=True, omit_defaults=True):
    """The watchers of a table at one worker, as the other workers read them. Times are seconds ago."""

    guests: tuple[str, ...] = ()  # who have seats
    readers: tuple[str, ...] = ()  # those of them who say when they have read how a round ended
    seats: tuple[Seat, ...] = ()  # through whose eyes they look
    gallery: int = 0
    seen: dict[str, float] = {}  # when guests who have seats and are away were last there
    since: float = 0.0  # when that worker began to look at the table
    unlooked: tuple[str, ...] = ()  # those of `guests` who have not looked at the game since it began

    @property
    def public(self) -> object:
        return self.guests, self.readers, self.seats, self.gallery, self.unlooked


class RemoteAudience:
    """The watchers of a table at all other workers together."""

    def __init__(self, told: Sequence[WorkerAudience] = ()) -> None:
        now = monotonic.now()
        self.guests = {guest for here in told for guest in here.guests}
        self.readers = {guest for here in told for guest in here.readers}
        self.looked = {guest for here in told for guest in here.guests if guest not in here.unlooked}
        self.seats = {seat for here in told for seat in here.seats}
        self.gallery = sum(here.gallery for here in told)
        self.since = min((now - here.since for here in told), default=now)
        self.seen: dict[str, float] = {}
        self.told = [(here.public, sorted(here.seen)) for here in told]
        for here in told:
            for guest, ago in here.seen.items():
                self.seen[guest] = max(now - ago, self.seen.get(guest, 0.0))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, RemoteAudience) and self.told == other.told
