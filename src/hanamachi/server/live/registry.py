"""The rooms of the house: tables that somebody looks at or waits for. All others are on disk."""

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping

from hanamachi.core.game import Game
from hanamachi.core.words import Refusal
from hanamachi.server.cluster.worker import Alone, Crew
from hanamachi.server.db.connection import NotKept
from hanamachi.server.engines.bot_pool import Thinkers
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.live.automation import Asking
from hanamachi.server.live.long_logs import LONG, Staying, in_thread
from hanamachi.server.live.ports import Also, DaysOff
from hanamachi.server.live.room import Room
from hanamachi.server.matchmaking.service import Meeting
from hanamachi.server.notifications.my_tables_feed import Streets, looks, seen_from_lobby
from hanamachi.server.notifications.notifier import Herald, called
from hanamachi.server.notifications.reminders import Signals
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.runtime.uptime import Hours
from hanamachi.server.storage.rehydrate import NotHere, fold
from hanamachi.server.storage.store import Store
from hanamachi.server.storage.table_rows import Raced, Stored, turn_of
from hanamachi.server.tables.changes import window_of
from hanamachi.server.tables.model import Kept, Playing, runs_live, seats_of
from hanamachi.server.tables.time_control import Days

LOG = logging.getLogger(__name__)
SETTLED = 1.0  # seconds after which whoever wanted a room is in it
BETWEEN = 0.02  # seconds between two tables of an older house
PULSE = 1.0  # seconds between two looks at the windows' clocks


class Rooms:
    def __init__(
        self, store: Store, games: Mapping[str, Game], thinkers: Thinkers, warmup: WarmUp | None = None
    ) -> None:
        self.store, self.games = store, games
        self.crew = Crew(store, self) if store.worker else Alone()
        self.hours, self.signals = Hours(store.keep_hours), Signals()
        self.asking = Asking(thinkers, self.crew.owns, self.signals, warmup)
        self.rooms: dict[str, Room] = {}
        self.opening: dict[str, asyncio.Task[Room]] = {}
        self.staying = Staying(self.drop)
        self.streets = Streets()
        self.herald = Herald(store, self.looks_on)
        self.meeting = Meeting(self)
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
            await self.crew.refresh(room)
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

    def add(self, table: str, kept: Kept, left: float = 0.0) -> Room:
        """A table that is kept gets a room."""
        room = self.rooms[table] = Room(table, kept, self, left)
        self.attend(room)
        return room

    async def load(self, table: str) -> tuple[Kept, float]:
        """A table as it is kept, and how many seconds are left to its window."""
        stored = await self.store.load(table)
        if stored is None:
            raise NotHere("no_table")
        kept = await in_thread(len(stored.rows), fold, stored, self.games)
        if kept.setup.version != stored.setup.version and not getattr(kept, "damaged", False):
            await self._renew(table, stored, kept)
        await self._note(table, stored, kept)
        return kept, stored.left

    def where(self, guest: str) -> list[Room]:
        """The rooms at whose tables a guest sits."""
        return [room for room in self.rooms.values() if seats_of(room.kept, guest)]

    async def call_anew(self, guest: str, tables: Collection[str]) -> None:
        """What a guest is called has changed: it is told wherever they sit, and in lists of these tables."""
        opening = [self.opening[table] for table in tables if table in self.opening]
        await asyncio.gather(*opening, return_exceptions=True)
        await asyncio.gather(*(room.look_again() for room in self.where(guest)), return_exceptions=True)
        self.streets.stir_lists(set(tables))

    async def _renew(self, table: str, stored: Stored, kept: Kept) -> None:
        """A table of an older version is written anew before anybody plays on at it."""
        try:
            await self.store.renew(table, stored, kept)
        except Raced as error:  # somebody else did: come back and read that
            raise NotKept from error

    async def _note(self, table: str, stored: Stored, kept: Kept) -> None:
        """Tables of an older house did not know whose turn it is; damage is found when one looks."""
        known = stored.turn is not None and stored.damaged == getattr(kept, "damaged", False)
        if not isinstance(kept, Playing) or (known and not stored.unsettled):
            return
        with contextlib.suppress(NotKept):
            await self.store.note(table, turn_of(kept), kept.table.result, damaged=kept.damaged)

    async def settle(self) -> None:
        """Games that ended in an older house are looked at once, and how they ended is written down."""
        for table in await self.store.unsettled():
            with contextlib.suppress(Refusal):
                async with self.visit(table):
                    await asyncio.sleep(BETWEEN)

    async def keep(self, table: str, before: Kept, after: Kept, left: float, also: Also | None) -> None:
        if runs_live(after):
            await self.hours.tighten()
        try:
            await self.store.keep(table, before, after, left, also)
        except NotKept:
            self.hours.halt()
            raise
        if looks(before) != looks(after):
            self.streets.stir(table, after.seats)
            self.call(table, before, after)
        if seen_from_lobby(before, after):
            self.meeting.stir()
        metrics.MOVES.add(n=max(0, after.seq - before.seq))

    async def days_off(self, kept: Kept) -> DaysOff:
        """Of each seat's player, where they count."""
        if not isinstance(kept.setup.clock, Days):
            return ()
        off = await self.store.days_off([held.guest for held in kept.seats if held.guest])
        return tuple(off.get(held.guest or "", ()) for held in kept.seats)

    def call(self, table: str, before: Kept, after: Kept) -> None:
        """Whoever is concerned and does not look on."""
        room = self.rooms.get(table)
        for guest, kind in called(before, after).items():
            if room is None or not room.looks_on(guest):
                self.herald.signal(guest, kind, table)

    async def looks_on(self, table: str, guest: str) -> bool:
        """Whether a guest looks at a table, at whatever worker."""
        async with self.visit(table) as room:
            return room.looks_on(guest)

    def noticed(self, table: str, kept: Kept) -> None:
        """A table has come to be."""
        self.streets.stir(table, kept.seats)
        if kept.setup.public or kept.setup.until:
            self.meeting.stir()

    def attend(self, room: Room) -> None:
        """A table has changed: bots that are to move begin to think, and windows are timed. Of several
        workers one does that."""
        if not self.asking.needed(room):
            return
        if not self.crew.owns(room):
            self.asking.foresee(room)
            self.crew.want(room)
            return
        self.asking.attend(room)
        if window_of(room.kept) and (self.pulse is None or self.pulse.done()):
            self.pulse = asyncio.get_running_loop().create_task(self._keep_time())

    def leave(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            self.staying.leave(room)

    def drop(self, room: Room) -> None:
        if self.rooms.get(room.id) is room:
            del self.rooms[room.id]
            self.crew.leave(room)

    def show(self, room: Room) -> None:
        self.crew.show(room)
        if room.kept.setup.public:
            self.meeting.changed.set()  # the lobby says how many look on

    async def _keep_time(self) -> None:
        """While windows are open, the time that is left to each is kept, whether it is answered or not."""
        while timed := list(self._timed()):
            with contextlib.suppress(Refusal):
                await self.store.keep_left(timed)
            await monotonic.sleep(PULSE)

    def _timed(self) -> Iterator[tuple[str, int, float]]:
        for room in self.rooms.values():
            if (window := window_of(room.kept)) and self.crew.owns(room):
                yield room.id, window.asked, room.left()

    async def close(self) -> None:
        """Nobody writes any more when the store closes."""
        await self.meeting.close()
        while tasks := {task for room in self.rooms.values() for task in room.tasks} | self._others():
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        self.staying.close()
        await self.herald.close()
        await self.crew.close()

    def _others(self) -> set[asyncio.Task[object]]:
        pulse = {self.pulse} if self.pulse and not self.pulse.done() else set()
        return {*pulse, *self.opening.values()}
