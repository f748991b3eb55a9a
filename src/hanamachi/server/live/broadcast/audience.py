"""Know who looks at a table, at this worker and at the others, and when absent players were last here."""

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.live.broadcast.remote_audience import RemoteAudience
from hanamachi.server.live.broadcast.watcher import Watcher
from hanamachi.server.runtime import monotonic
from hanamachi.server.tables.changes import is_shared
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import (
    Playing,
    Snapshot,
    Waiting,
    holds,
    may_watch,
    people_at,
    seats_of,
)
from hanamachi.server.tables.spectators import check_eyes, lends


def check_access(snapshot: Snapshot, user: str, seat: Seat | None, through: Seat | None = None) -> None:
    """Refuse a user who may not look through these eyes: their own, or those of a player who allows it."""
    if through is not None:
        check_eyes(snapshot, user, through)
    if seat is not None and not holds(snapshot, user, seat):
        raise Refused("not_your_seat")
    if seat is None and not may_watch(snapshot, user):
        raise NotFound("no_spectators")


class Audience:
    """The watchers of one table. In memory only: nothing here need survive the process."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.unlooked: set[Watcher] = set()  # came before the game began and have not looked at it
        self.elsewhere = RemoteAudience()  # who looks at this table at other workers
        self.since = monotonic.now()  # when this worker opened the table
        self.begun = 0.0  # when its game began, if that was since then
        self.seen: dict[str, float] = {}  # when a player who is away was last here

    def enter(self, watcher: Watcher, snapshot: Snapshot) -> None:
        self.watchers.add(watcher)
        if isinstance(snapshot, Waiting):
            self.unlooked.add(watcher)

    def leave(self, watcher: Watcher, snapshot: Snapshot) -> None:
        self.watchers.discard(watcher)
        self.unlooked.discard(watcher)
        if seats_of(snapshot, watcher.guest):
            self.seen[watcher.guest] = monotonic.now()

    def look(self, user: str) -> None:
        """Note that a player has looked at the game that began while they waited for it."""
        self.unlooked = {watcher for watcher in self.unlooked if watcher.guest != user}

    # Who is here.

    def looks_on(self, user: str | None) -> bool:
        """Return True if a user looks at the table, at any worker."""
        return any(user == watcher.guest for watcher in self.watchers) or user in self.elsewhere.guests

    def has_looked(self, user: str | None) -> bool:
        """Return True if a user is here and has seen the game since it began."""
        here = (watcher for watcher in self.watchers if watcher not in self.unlooked)
        return any(user == watcher.guest for watcher in here) or user in self.elsewhere.looked

    @property
    def is_empty(self) -> bool:
        return not (self.watchers or self.elsewhere.guests or self.elsewhere.gallery)

    def is_present(self, snapshot: Snapshot, seat: Seat) -> bool:
        """Return True if the player of a seat is connected or gave up, or the seat is a bot's."""
        held = snapshot.seats[seat]
        gone = isinstance(snapshot, Playing) and seat in snapshot.table.log.gone
        return gone or held.kind == "bot" or self.looks_on(held.guest)

    def informed(self, snapshot: Snapshot) -> list[Seat]:
        """Return the seats whose players have seen the game since it began."""
        return [seat for seat, held in enumerate(snapshot.seats) if self.has_looked(held.guest)]

    def readers(self, snapshot: Playing) -> set[str]:
        """Return the users who play here, look on, and say when they have read how a round ended."""
        playing = {
            snapshot.seats[seat].guest for seat in people_at(snapshot) if seat not in snapshot.table.bots
        }
        here = {watcher.guest for watcher in self.watchers if watcher.reads}
        return {user for user in here | self.elsewhere.readers if user in playing}

    def reached(self, snapshot: Playing) -> frozenset[Seat]:
        """Return the seats that can be asked now. On a shared screen a player must have taken the screen."""
        watched = {watcher.seat for watcher in self.watchers} if is_shared(snapshot) else set()
        watched |= self.elsewhere.seats
        seats = enumerate(snapshot.seats)
        there = (s for s, held in seats if held.kind != "shared" or s in watched or s in snapshot.table.bots)
        return frozenset(there)

    # What a change means for those who look on.

    def follow(self, before: Snapshot, after: Snapshot) -> None:
        """Take away what watchers may not see any more, before anything is sent to them."""
        if isinstance(before, Waiting) and isinstance(after, Playing):
            self.begun = monotonic.now()
        if before.seats != after.seats:
            self.seen = {user: then for user, then in self.seen.items() if seats_of(after, user)}
            self._check_seats(after)
            if [held.name for held in before.seats] != [held.name for held in after.seats]:
                for watcher in self.watchers:
                    watcher.send_from_start()  # lines in which a player had another name
        for watcher in list(self.watchers):
            if watcher.through is not None and not lends(after, watcher.through):
                watcher.return_to_gallery()

    def _check_seats(self, snapshot: Snapshot) -> None:
        """Turn away who looks through the eyes of a seat that is not theirs any more. Before the game begins
        nothing is hidden: they stay as spectators."""
        for watcher in list(self.watchers):
            try:
                check_access(snapshot, watcher.guest, watcher.seat)
            except Refusal:
                if isinstance(snapshot, Waiting) and watcher.seat is not None:
                    watcher.lose_seat()
                    continue
                self.watchers.discard(watcher)
                watcher.close()

    def turn_all_away(self) -> None:
        """Ask every watcher to come back later: the table cannot be read."""
        for watcher in list(self.watchers):
            watcher.close()
        self.watchers.clear()
