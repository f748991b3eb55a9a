"""One table while somebody looks at it or waits for it: what is kept of it, and who is told.

There is one way to change a table. `change` works out what it would become, on a value that nobody else sees,
has that kept, and only then makes it the table's truth, tells it and wakes whoever is next. So a watcher can
be told only what is kept, whoever asks and whenever.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.table import Refused
from hanamachi.core.words import Refusal
from hanamachi.server.db.connection import NotSaved
from hanamachi.server.live.broadcast.broadcaster import Broadcaster
from hanamachi.server.live.broadcast.presence import Elsewhere, Presences
from hanamachi.server.live.broadcast.watcher import Watcher
from hanamachi.server.live.events import AudienceChanged, Events, RoomTouched
from hanamachi.server.live.table_storage import DaysOff, TableStorage, Write
from hanamachi.server.live.transient import Transient
from hanamachi.server.runtime import monotonic
from hanamachi.server.storage.table_rows import ConcurrentUpdate
from hanamachi.server.tables.changes import (
    asked_at,
    clock_of,
    is_shared,
    same,
    sealed_alone,
    who_is_missed,
)
from hanamachi.server.tables.clock_rules import Moment, on_the_clock, timed
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.events import Origin, TableChanged
from hanamachi.server.tables.model import (
    Playing,
    Snapshot,
    Waiting,
    holds,
    may_watch,
    people_at,
    running_of,
    seats_of,
)
from hanamachi.server.tables.offers import go_on, notices, tidied
from hanamachi.server.tables.round_break import Pause, round_ended
from hanamachi.server.tables.spectators import check_eyes, lends
from hanamachi.server.tables.time_control import Live, Running
from hanamachi.server.tables.transitions import Transition, come_back, returning

TRIES = 3


class RoomServices(Struct, frozen=True):
    """What all rooms share."""

    tables: TableStorage
    events: Events
    unneeded: Callable[["Room"], None]  # called when nothing needs the room any more
    closed: Callable[["Room"], None]  # called when the room must not be used any more


class Room:
    def __init__(self, table: str, snapshot: Snapshot, services: RoomServices, left: float = 0.0) -> None:
        self.id, self.snapshot, self.services = table, snapshot, services
        self.uptime = services.tables.uptime
        self.transient = Transient()
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.unlooked: set[Watcher] = set()  # those who came before the game began and have not looked at it
        self.elsewhere = Elsewhere()  # who looks at this table at other workers
        self.presences = Presences(self)
        self.visits = 0  # requests that have to do with this table now
        self.tasks: set[asyncio.Task[Any]] = set()
        self.ends = monotonic.now() + left  # when the open window ends
        self.timed: int | None = None  # the question whose window somebody waits for
        running = running_of(snapshot)
        self.told_at = (running.since if running else 0.0) - self.uptime.taken  # from when time runs
        self.minding: Running | None = None  # the clock for whose end somebody waits
        self.thinking: int | None = None  # the question about which a bot thinks
        self.beginning = False  # everybody is here, and the bots are being woken
        self.changes = 0  # how often what is kept has changed
        self.broadcaster = Broadcaster(self)
        self.closed = False
        self._time_pause()

    # One way to change.

    async def change(
        self,
        transition: Transition,
        *,
        in_thread: bool = False,
        and_write: Write | None = None,
        lag: float = 0.0,
    ) -> None:
        """Apply a transition, and run on to the end even if the caller is cancelled.

        Raise Refused or IllegalMove if it is not possible, and NotSaved if it may be tried again: nothing
        happened then. `in_thread`: the transition takes long. `and_write`: what is written in the same
        transaction. `lag`: seconds that the message was under way."""
        received = self.uptime.here() - lag
        await asyncio.shield(
            self.start(self._change(transition, received, in_thread=in_thread, and_write=and_write))
        )

    async def _change(
        self,
        transition: Transition,
        received: float | None = None,
        *,
        in_thread: bool = False,
        and_write: Write | None = None,
    ) -> None:
        received = self.uptime.here() if received is None else received
        async with self.lock:
            off = await self.services.tables.days_off(self.snapshot)
            for _ in range(TRIES):
                if self.closed:
                    break
                before = self.snapshot
                after = await asyncio.to_thread(transition, before) if in_thread else transition(before)
                after = self.attended(after, before, received, off)
                if after is before or await self._save(before, after, and_write):
                    return
        raise NotSaved

    def attended(self, snapshot: Snapshot, before: Snapshot, received: float, off: DaysOff = ()) -> Snapshot:
        """The table with what follows by itself: questions end, readers are waited for, the window that is
        due opens, but none while somebody reads how a round ended; and who decided is charged for it."""
        if not isinstance(snapshot, Playing):
            return snapshot
        snapshot = tidied(before, snapshot)
        if round_ended(before, snapshot):
            snapshot = snapshot.with_side(readers=tuple(sorted(self.readers(snapshot))))
        return timed(before, self.windowed(snapshot), self.moment(snapshot, received, off))

    def moment(self, snapshot: Playing, received: float, off: DaysOff = ()) -> Moment:
        here = [seat for seat, held in enumerate(snapshot.seats) if self.has_looked(held.guest)]
        return Moment(self.uptime.now(), max(0.0, received - self.told_at), here, off)

    def windowed(self, snapshot: Playing) -> Playing:
        if snapshot.table.game.silence is None:
            return snapshot
        return snapshot.with_window(frozenset() if snapshot.side.readers else self.reached(snapshot))

    def readers(self, snapshot: Playing) -> set[str]:
        """The guests who play here, look on, and say when they have read how a round ended."""
        playing = {
            snapshot.seats[seat].guest for seat in people_at(snapshot) if seat not in snapshot.table.bots
        }
        here = {watcher.guest for watcher in self.watchers if watcher.reads}
        return {guest for guest in here | self.elsewhere.readers if guest in playing}

    def reached(self, snapshot: Playing) -> frozenset[Seat]:
        """The seats that can be asked now. On a shared screen a player must have taken the screen."""
        watched = {watcher.seat for watcher in self.watchers} if is_shared(snapshot) else set()
        watched |= self.elsewhere.seats
        seats = enumerate(snapshot.seats)
        there = (s for s, held in seats if held.kind != "shared" or s in watched or s in snapshot.table.bots)
        return frozenset(there)

    async def _save(self, before: Snapshot, after: Snapshot, and_write: Write | None) -> bool:
        """Commit a change, then publish it. Return False if the transition must be worked out again.

        If the commit failed or its answer was lost, the table is read before anything is told: it may be as
        before, as wanted, or as another worker left it."""
        left = self.left_after(before, after)
        try:
            await self.services.tables.save(self.id, before, after, left, and_write)
        except (NotSaved, ConcurrentUpdate):
            found, left = await self._read_anew()
            if same(found, before):
                raise NotSaved from None
            saved = same(found, after)
            self._become(found, left, "here" if saved else "elsewhere")
            return saved
        self._become(after, left, "here")
        return True

    async def _read_anew(self) -> tuple[Snapshot, float]:
        try:
            return await self.services.tables.load(self.id)
        except Refusal:
            self.close()
            raise

    def _become(self, snapshot: Snapshot, left: float, origin: Origin) -> None:
        before, self.snapshot = self.snapshot, snapshot
        self.changes += 1
        if isinstance(before, Waiting) and isinstance(snapshot, Playing):
            self.transient.begun = monotonic.now()
        if clock_of(before) != clock_of(snapshot):
            self.told_at = self.uptime.here()
        if before.seats != snapshot.seats:
            self._turn_away()
            self._tell_anew(before)
        if asked_at(before) != asked_at(snapshot):  # else not even a commit may move its end
            self.ends = monotonic.now() + left
        self._time_pause()
        self._look_away()
        self.services.events.publish(TableChanged(self.id, before, snapshot, origin))

    def broadcast(self, before: Snapshot, after: Snapshot) -> None:
        """Send a change to everybody who looks at this table."""
        for reason, seat in notices(before, after):
            self.broadcaster.announce(reason, seat)
        self.broadcaster.tell(only=sealed_alone(before, after))
        if who_is_missed(before) != who_is_missed(after):
            self.presences.stir()

    def _look_away(self) -> None:
        """Whoever looked through the eyes of somebody who allows it no longer is in the gallery again."""
        for watcher in list(self.watchers):
            if watcher.through is not None and not lends(self.snapshot, watcher.through):
                watcher.give_back()

    def _turn_away(self) -> None:
        """Who looks through the eyes of a seat that is not theirs any more. Before the game begins there is
        nothing to hide: they hear at once what became of the table."""
        seen = self.transient.seen.items()
        self.transient.seen = {guest: then for guest, then in seen if seats_of(self.snapshot, guest)}
        for watcher in list(self.watchers):
            try:
                self.check(watcher.guest, watcher.seat)
            except Refusal:
                if isinstance(self.snapshot, Waiting) and watcher.seat is not None:
                    watcher.unseat()
                    continue
                self.watchers.discard(watcher)
                watcher.turn_away()

    def _tell_anew(self, before: Snapshot) -> None:
        """Lines in which somebody had another name."""
        if [held.name for held in before.seats] != [held.name for held in self.snapshot.seats]:
            for watcher in self.watchers:
                watcher.forget()

    def _time_pause(self) -> None:
        """While somebody reads, a clock runs: another one before each round."""
        snapshot, pause = self.snapshot, self.transient.pause
        number = (
            snapshot.table.state.round if isinstance(snapshot, Playing) and snapshot.side.readers else None
        )
        if number == (pause.number if pause else None):
            return
        if pause:
            pause.over.set()
        self.transient.pause = None if number is None else Pause(number)

    def follow(self, snapshot: Snapshot, left: float) -> None:
        """Another worker has changed the table, and this is what it is now. Said under the lock."""
        if not same(snapshot, self.snapshot):
            self._become(snapshot, left, "elsewhere")

    async def look_again(self) -> None:
        """Somebody here is called otherwise now, or is gone."""
        async with self.lock:
            if not self.closed:
                self.follow(*await self._read_anew())

    def left_after(self, before: Snapshot, after: Snapshot) -> float:
        """Seconds of the window: those that were left, or all of a new one."""
        if not isinstance(after, Playing) or after.window is None:
            return 0.0
        return self.left() if asked_at(before) == after.window.asked else after.window_seconds

    def left(self) -> float:
        return max(0.0, self.ends - monotonic.now())

    def until(self, running: Running, when: float) -> float:
        """Seconds until a moment of a running clock, which was told here a little later than it was kept."""
        return when + self.told_at - running.since - self.uptime.here()

    def out_of_time(self, seat: Seat, lag: float) -> Running | None:
        """The clock of this seat, if its time was up so many seconds ago already."""
        running = running_of(self.snapshot)
        if running is None or running.seat != seat:
            return None
        return running if self.until(running, running.ends) + lag < 0 else None

    def hurries(self, seat: Seat | None) -> bool:
        """Whether a live clock runs for this seat."""
        running = running_of(self.snapshot)
        return running is not None and running.seat == seat and isinstance(self.snapshot.setup.clock, Live)

    def until_flag(self) -> float:
        running = running_of(self.snapshot)
        return max(0.0, self.until(running, running.ends)) if running else 0.0

    # Who is here.

    def check(self, guest: str, seat: Seat | None, through: Seat | None = None) -> None:
        """Whether a guest may look through these eyes: their own, or those of somebody who allows it."""
        if through is not None:
            check_eyes(self.snapshot, guest, through)
        if seat is not None and not holds(self.snapshot, guest, seat):
            raise Refused("not_your_seat")
        if seat is None and not may_watch(self.snapshot, guest):
            raise NotFound("no_spectators")

    def enter(self, watcher: Watcher) -> None:
        """Who owns a seat that a bot plays has it back."""
        self.watchers.add(watcher)
        if isinstance(self.snapshot, Waiting):
            self.unlooked.add(watcher)
        watcher.stir()
        self.presences.stir()
        watcher.see()
        self.services.events.publish(RoomTouched(self.id))
        if isinstance(self.snapshot, Playing) and self._waited_for(self.snapshot, watcher):
            self.start(self._change(come_back(watcher.guest)))

    def look(self, guest: str) -> None:
        """Note that a player looks at the game that began while they waited for it. Their clock may run."""
        self.unlooked = {watcher for watcher in self.unlooked if watcher.guest != guest}
        self.presences.stir()
        snapshot = self.snapshot
        if (
            isinstance(snapshot, Playing)
            and on_the_clock(snapshot) in seats_of(snapshot, guest)
            and not running_of(snapshot)
        ):
            self.start(self._change(lambda now: now))

    def _waited_for(self, snapshot: Playing, watcher: Watcher) -> bool:
        mine = seats_of(snapshot, watcher.guest)
        if returning(snapshot, watcher.guest) or any(absent in mine for absent, _ in snapshot.side.votes):
            return True
        if mine and snapshot.side.quits and not snapshot.table.result:
            return True
        if on_the_clock(snapshot) in mine and running_of(snapshot) is None:
            return True
        return not snapshot.damaged and self.windowed(snapshot) is not snapshot

    def leave(self, watcher: Watcher) -> None:
        if watcher in self.watchers:
            self.watchers.discard(watcher)
            self.unlooked.discard(watcher)
            if seats_of(self.snapshot, watcher.guest):
                self.transient.seen[watcher.guest] = monotonic.now()
            self.presences.stir()
            if not self.watchers:
                self.publish_audience()
            if not self.looks_on(watcher.guest) and watcher.guest in self.snapshot.side.readers:
                self.start(self._change(go_on(watcher.guest)))
            self.leave_memory()

    def looks_on(self, guest: str | None) -> bool:
        return any(guest == watcher.guest for watcher in self.watchers) or guest in self.elsewhere.guests

    def has_looked(self, guest: str | None) -> bool:
        """True if a guest is here and has seen the game since it began."""
        here = (watcher for watcher in self.watchers if watcher not in self.unlooked)
        return any(guest == watcher.guest for watcher in here) or guest in self.elsewhere.looked

    @property
    def watched(self) -> bool:
        return bool(self.watchers or self.elsewhere.guests or self.elsewhere.gallery)

    def here(self, seat: Seat) -> bool:
        held, snapshot = self.snapshot.seats[seat], self.snapshot
        gone = isinstance(snapshot, Playing) and seat in snapshot.table.log.gone
        return gone or held.kind == "bot" or self.looks_on(held.guest)

    def publish_audience(self) -> None:
        self.services.events.publish(AudienceChanged(self.id, self.snapshot.setup.public))

    # Tasks and the end.

    def start(self, work: Coroutine[Any, Any, Any]) -> "asyncio.Task[Any]":
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: "asyncio.Task[Any]") -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()  # whoever waits for it hears of it
        self.leave_memory()

    @property
    def needed(self) -> bool:
        return bool(self.watchers or self.tasks or self.visits)

    def leave_memory(self) -> None:
        """A table that nobody watches and nobody waits for is forgotten here; it is on disk."""
        if not self.needed:
            self.services.unneeded(self)

    def close(self) -> None:
        """The table cannot be read: everybody comes back later."""
        self.closed = True
        self.services.closed(self)
        for watcher in list(self.watchers):
            watcher.turn_away()
        self.watchers.clear()
