"""Hold one table in memory, and apply every change to it.

`Room.apply` is the only way to change a table, and the life of a move reads there: the transition is worked
out on a value that nobody else sees, its consequences are settled, the result is committed, and only then it
becomes the room's snapshot and is published. So a watcher can only be sent what is committed.
"""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.core.words import Refusal
from hanamachi.server.db.group_commit import NotSaved
from hanamachi.server.live.broadcast.audience import Audience
from hanamachi.server.live.broadcast.broadcaster import Broadcaster
from hanamachi.server.live.broadcast.presence import Presences
from hanamachi.server.live.broadcast.watcher import Watcher
from hanamachi.server.live.deadlines import Deadlines
from hanamachi.server.live.events import AudienceChanged, Events, RoomTouched
from hanamachi.server.live.table_storage import DaysOff, TableStorage, Write
from hanamachi.server.storage.table_rows import ConcurrentUpdate
from hanamachi.server.tables.changes import same
from hanamachi.server.tables.clock_rules import Moment, on_the_clock
from hanamachi.server.tables.events import Origin, TableChanged
from hanamachi.server.tables.model import Playing, Snapshot, Waking, running_of, seats_of
from hanamachi.server.tables.offers import go_on
from hanamachi.server.tables.settle import settle, with_due_window
from hanamachi.server.tables.transitions import Transition, come_back, returning

ATTEMPTS = 3  # to apply a transition while other workers change the same table


class RoomServices(Struct, frozen=True):
    """The services that all rooms share."""

    tables: TableStorage
    events: Events
    unneeded: Callable[["Room"], None]  # called when nothing needs the room any more
    closed: Callable[["Room"], None]  # called when the room must not be used any more


class BotWork(Struct):
    """What the bots of a table do now at this worker."""

    asked: int | None = None  # the question about which a bot thinks
    starting: bool = False  # all players are here, and the bots are being started
    waking: Waking | None = None  # before the game: the bot for which everybody waits


class Room:
    """One table in memory: its newest snapshot, its watchers, deadlines and tasks."""

    def __init__(self, table: str, snapshot: Snapshot, services: RoomServices, left: float = 0.0) -> None:
        self.id, self.snapshot, self.services = table, snapshot, services
        self.lock = asyncio.Lock()
        self.changes = 0  # how often the snapshot was replaced
        self.deadlines = Deadlines(services.tables.uptime, snapshot, left)
        self.audience = Audience()
        self.broadcaster, self.presences = Broadcaster(self), Presences(self)
        self.passing: set[Seat] = set()  # standing orders to pass
        self.bot_work = BotWork()
        self.visits = 0  # requests that use this room now
        self.tasks: set[asyncio.Task[Any]] = set()
        self.closed = False

    # The life of a change.

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
        received = self.deadlines.uptime.here() - lag
        work = self.apply(transition, received, in_thread=in_thread, and_write=and_write)
        await asyncio.shield(self.start(work))

    async def apply(
        self,
        transition: Transition,
        received: float | None = None,
        *,
        in_thread: bool = False,
        and_write: Write | None = None,
    ) -> None:
        """Work out the transition, settle what follows of it, commit and publish that."""
        received = self.deadlines.uptime.here() if received is None else received
        async with self.lock:
            days_off = await self.services.tables.days_off(self.snapshot)
            for _ in range(ATTEMPTS):
                if self.closed:
                    break
                before = self.snapshot
                after = await asyncio.to_thread(transition, before) if in_thread else transition(before)
                after = self._settle(before, after, received, days_off)
                if after is before or await self._save(before, after, and_write):
                    return
        raise NotSaved

    def _settle(self, before: Snapshot, after: Snapshot, received: float, days_off: DaysOff) -> Snapshot:
        uptime, audience = self.deadlines.uptime, self.audience
        spent = max(0.0, received - self.deadlines.told_at)
        told = audience.informed(after) if after.setup.clock else ()  # a crowd takes time to look through
        at = Moment(uptime.now(), spent, told, days_off)
        return settle(before, after, at, readers=audience.readers, reached=audience.reached)

    async def _save(self, before: Snapshot, after: Snapshot, and_write: Write | None) -> bool:
        """Commit a change, then publish it. Return False if the transition must be worked out again.

        If the commit failed or its answer was lost, the table is read before anything is sent: it may be as
        before, as wanted, or as another worker left it."""
        left = self.deadlines.window_left_after(before, after)
        try:
            await self.services.tables.save(self.id, before, after, left, and_write)
        except (NotSaved, ConcurrentUpdate):
            found, left = await self._read_again()
            if same(found, before):
                raise NotSaved from None
            saved = same(found, after)
            self._become(found, left, "here" if saved else "elsewhere")
            return saved
        self._become(after, left, "here")
        return True

    async def _read_again(self) -> tuple[Snapshot, float]:
        try:
            return await self.services.tables.load(self.id)
        except Refusal:
            self.close()
            raise

    def _become(self, snapshot: Snapshot, left: float, origin: Origin) -> None:
        """Replace the snapshot by one that is committed, and publish that."""
        before, self.snapshot = self.snapshot, snapshot
        self.changes += 1
        self.deadlines.follow(before, snapshot, left)
        self.audience.follow(before, snapshot)
        self.services.events.publish(TableChanged(self.id, before, snapshot, origin))

    def follow(self, snapshot: Snapshot, left: float) -> None:
        """Take over what another worker committed. Call it under the lock."""
        if not same(snapshot, self.snapshot):
            self._become(snapshot, left, "elsewhere")

    async def look_again(self) -> None:
        """Load the table again: a player was renamed or erased."""
        async with self.lock:
            if not self.closed:
                self.follow(*await self._read_again())

    # Watchers.

    def enter(self, watcher: Watcher) -> None:
        """Add a watcher. A player whose seat a bot plays gets it back."""
        self.audience.enter(watcher, self.snapshot)
        watcher.mark_changed()
        self.presences.schedule_update()
        watcher.mark_audience_changed()
        self.services.events.publish(RoomTouched(self.id))
        if isinstance(self.snapshot, Playing) and self._waits_for(self.snapshot, watcher.guest):
            self.start(self.apply(come_back(watcher.guest)))

    def _waits_for(self, snapshot: Playing, user: str) -> bool:
        """Return whether the arrival of this user changes the table."""
        mine = seats_of(snapshot, user)
        if returning(snapshot, user) or any(absent in mine for absent, _ in snapshot.side.votes):
            return True
        if mine and snapshot.side.quits and not snapshot.table.result:
            return True
        if on_the_clock(snapshot) in mine and running_of(snapshot) is None:
            return True
        return not snapshot.damaged and with_due_window(snapshot, self.audience.reached) is not snapshot

    def look(self, user: str) -> None:
        """Note that a player looks at the game that began while they waited for it. Their clock may run."""
        self.audience.look(user)
        self.presences.schedule_update()
        snapshot = self.snapshot
        if (
            isinstance(snapshot, Playing)
            and on_the_clock(snapshot) in seats_of(snapshot, user)
            and not running_of(snapshot)
        ):
            self.start(self.apply(lambda now: now))

    def leave(self, watcher: Watcher) -> None:
        if watcher not in self.audience.watchers:
            return
        self.audience.leave(watcher, self.snapshot)
        self.presences.schedule_update()
        if not self.audience.watchers:
            self.publish_audience()
        if not self.audience.looks_on(watcher.guest) and watcher.guest in self.snapshot.side.readers:
            self.start(self.apply(go_on(watcher.guest)))
        self.leave_memory()

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
            task.exception()  # the caller who awaits it gets it
        self.leave_memory()

    @property
    def needed(self) -> bool:
        return bool(self.audience.watchers or self.tasks or self.visits)

    def leave_memory(self) -> None:
        """Drop the room if nothing needs it. Its table is on disk."""
        if not self.needed:
            self.services.unneeded(self)

    def close(self) -> None:
        """Drop the room of a table that cannot be read."""
        self.closed = True
        self.services.closed(self)
        self.audience.turn_all_away()
