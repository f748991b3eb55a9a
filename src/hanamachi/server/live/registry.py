"""The rooms of the house: tables that somebody looks at or waits for. All others are on disk."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping

from hanamachi.core.game import Game
from hanamachi.core.words import Refusal
from hanamachi.server.cluster.worker import ClusterWorker, SingleProcess
from hanamachi.server.db.connection import NotSaved
from hanamachi.server.engines.bot_pool import BotPool
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.live.automation import Automation
from hanamachi.server.live.long_logs import LONG, Staying, in_thread
from hanamachi.server.live.ports import Also, DaysOff
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking.service import Matchmaking
from hanamachi.server.notifications.my_tables_feed import MyTablesFeeds
from hanamachi.server.notifications.notifier import Notifier, called
from hanamachi.server.notifications.reminders import Signals
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.storage.rehydrate import rehydrate
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import ConcurrentUpdate, StoredTable, turn_of
from hanamachi.server.tables.changes import changes_lists, changes_lobby
from hanamachi.server.tables.errors import NotFound
from hanamachi.server.tables.model import Playing, Snapshot, runs_live, seats_of
from hanamachi.server.tables.time_control import Days

LOG = logging.getLogger(__name__)
SETTLED = 1.0  # seconds after which whoever wanted a room is in it
BETWEEN = 0.02  # seconds between two tables of an older house
PULSE = 1.0  # seconds between two looks at the windows' clocks


class RoomRegistry:
    def __init__(
        self, store: Store, games: Mapping[str, Game], thinkers: BotPool, warmup: WarmUp | None = None
    ) -> None:
        self.store, self.games = store, games
        self.cluster = ClusterWorker(store, self) if store.worker else SingleProcess()
        self.uptime, self.signals = Uptime(store.deadlines.save_uptime), Signals()
        self.automation = Automation(thinkers, self.cluster.owns, self.signals, warmup)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.staying = Staying(self.drop)
        self.my_tables = MyTablesFeeds()
        self.notifier = Notifier(store, self.looks_on)
        self.matchmaking = Matchmaking(
            store,
            self.visit,
            opened=lambda table: self.my_tables.stir(table.id, table.seats),
            spectators=self.spectators,
        )
        self.pulse: asyncio.Task[None] | None = None

    @contextlib.asynccontextmanager
    async def visit(self, table: str, toll: Callable[[], None] | None = None) -> AsyncIterator[Room]:
        """The room of a table, which stays open at least for so long. `toll` may refuse that a long log is
        read for it."""
        if toll and table not in self.rooms and table not in self.opening:
            await self._pay(table, toll)
        room = await self._find(table)
        room.visits += 1
        try:
            await self.cluster.refresh(room)
            yield room
        finally:
            room.visits -= 1
            room.leave_memory()

    async def _pay(self, table: str, toll: Callable[[], None]) -> None:
        if await self.store.length(table) >= LONG:
            toll()

    async def _find(self, table: str) -> Room:
        while table not in self.rooms:
            if table not in self.opening:
                self.opening[table] = asyncio.create_task(self._open(table))
            room = await asyncio.shield(self.opening[table])
            if self.rooms.get(table) is room:
                return room
        return self.rooms[table]

    async def _open(self, table: str) -> Room:
        try:
            room = self.add(table, *await self.load(table))
        finally:  # not when the task has ended: others may look before that is told
            self.opening.pop(table, None)
        asyncio.get_running_loop().call_later(SETTLED, room.leave_memory)  # if whoever wanted it is gone
        return room

    def add(self, table: str, snapshot: Snapshot, left: float = 0.0) -> Room:
        """A table that is kept gets a room."""
        room = self.rooms[table] = Room(table, snapshot, self, left)
        self.attend(room)
        return room

    async def load(self, table: str) -> tuple[Snapshot, float]:
        """A table as it is kept, and how many seconds are left to its window."""
        stored = await self.store.load(table)
        if stored is None:
            raise NotFound("no_table")
        snapshot = await in_thread(len(stored.rows), rehydrate, stored, self.games)
        if snapshot.setup.version != stored.setup.version and not snapshot.damaged:
            await self._renew(table, stored, snapshot)
        await self._note(table, stored, snapshot)
        return snapshot, stored.left

    def where(self, guest: str) -> list[Room]:
        """The rooms at whose tables a guest sits."""
        return [room for room in self.rooms.values() if seats_of(room.snapshot, guest)]

    async def call_anew(self, guest: str, tables: Collection[str]) -> None:
        """What a guest is called has changed: it is told wherever they sit, and in lists of these tables."""
        opening = [self.opening[table] for table in tables if table in self.opening]
        await asyncio.gather(*opening, return_exceptions=True)
        await asyncio.gather(*(room.look_again() for room in self.where(guest)), return_exceptions=True)
        self.my_tables.stir_lists(set(tables))

    async def _renew(self, table: str, stored: StoredTable, snapshot: Snapshot) -> None:
        """A table of an older version is written anew before anybody plays on at it."""
        try:
            await self.store.upgrade(table, stored, snapshot)
        except ConcurrentUpdate as error:  # somebody else did: come back and read that
            raise NotSaved from error

    async def _note(self, table: str, stored: StoredTable, snapshot: Snapshot) -> None:
        """Tables of an older house did not know whose turn it is; damage is found when one looks."""
        known = stored.turn is not None and stored.damaged == snapshot.damaged
        if not isinstance(snapshot, Playing) or (known and not stored.unsettled):
            return
        with contextlib.suppress(NotSaved):
            await self.store.save_findings(
                table, turn_of(snapshot), snapshot.table.result, damaged=snapshot.damaged
            )

    async def settle(self) -> None:
        """Games that ended in an older house are looked at once, and how they ended is written down."""
        for table in await self.store.without_result():
            with contextlib.suppress(Refusal):
                async with self.visit(table):
                    await asyncio.sleep(BETWEEN)

    async def keep(
        self, table: str, before: Snapshot, after: Snapshot, left: float, also: Also | None
    ) -> None:
        if runs_live(after):
            await self.uptime.tighten()
        try:
            await self.store.save(table, before, after, left, also)
        except NotSaved:
            self.uptime.halt()
            raise
        if changes_lists(before, after):
            self.my_tables.stir(table, after.seats)
            self.call(table, before, after)
        if changes_lobby(before, after):
            self.matchmaking.wake()
        metrics.MOVES.add(n=max(0, after.seq - before.seq))

    async def days_off(self, snapshot: Snapshot) -> DaysOff:
        """Of each seat's player, where they count."""
        if not isinstance(snapshot.setup.clock, Days):
            return ()
        off = await self.store.deadlines.days_off([held.guest for held in snapshot.seats if held.guest])
        return tuple(off.get(held.guest or "", ()) for held in snapshot.seats)

    def call(self, table: str, before: Snapshot, after: Snapshot) -> None:
        """Whoever is concerned and does not look on."""
        room = self.rooms.get(table)
        for guest, kind in called(before, after).items():
            if room is None or not room.looks_on(guest):
                self.notifier.signal(guest, kind, table)

    async def looks_on(self, table: str, guest: str) -> bool:
        """Whether a guest looks at a table, at whatever worker."""
        async with self.visit(table) as room:
            return room.looks_on(guest)

    def noticed(self, table: str, snapshot: Snapshot) -> None:
        """A table has come to be."""
        self.my_tables.stir(table, snapshot.seats)
        if snapshot.setup.public or snapshot.setup.until:
            self.matchmaking.wake()

    def attend(self, room: Room) -> None:
        """A table has changed: bots that are to move begin to think, and windows are timed. Of several
        workers one does that."""
        if not self.automation.needed(room):
            return
        if not self.cluster.owns(room):
            self.automation.foresee(room)
            self.cluster.want(room)
            return
        self.automation.attend(room)
        if room.snapshot.window and (self.pulse is None or self.pulse.done()):
            self.pulse = asyncio.get_running_loop().create_task(self._keep_time())

    def spectators(self) -> dict[str, int]:
        """Return the number of spectators at this worker, by table."""
        rooms = list(self.rooms.values())
        return {room.id: sum(watcher.seat is None for watcher in room.watchers) for room in rooms}

    def leave(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            self.staying.leave(room)

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.cluster.leave(room)

    def show(self, room: Room) -> None:
        self.cluster.show(room)
        if room.snapshot.setup.public:
            self.matchmaking.lobby.wake()  # the lobby says how many look on

    async def _keep_time(self) -> None:
        """While windows are open, the time that is left to each is kept, whether it is answered or not."""
        while timed := list(self._timed()):
            with contextlib.suppress(Refusal):
                await self.store.save_window_times(timed)
            await monotonic.sleep(PULSE)

    def _timed(self) -> Iterator[tuple[str, int, float]]:
        for room in self.rooms.values():
            if (window := room.snapshot.window) and self.cluster.owns(room):
                yield room.id, window.asked, room.left()

    async def close(self) -> None:
        """Nobody writes any more when the store closes."""
        await self.matchmaking.close()
        while tasks := {task for room in self.rooms.values() for task in room.tasks} | self._others():
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.staying.close()
        await self.notifier.close()
        await self.cluster.close()

    def _others(self) -> set[asyncio.Task[object]]:
        pulse = {self.pulse} if self.pulse and not self.pulse.done() else set()
        return {*pulse, *self.opening.values()}
