"""Run what happens at a table by itself: bots are started and asked, answer windows end, flags fall."""

import contextlib
from functools import partial

from hanamachi.server.engines.bot_pool import TaskFailed
from hanamachi.server.engines.tasks import Kind
from hanamachi.server.live.bot_players import BotPlayers, until_saved
from hanamachi.server.live.deadlines import Deadline
from hanamachi.server.live.events import RoomTouched
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room
from hanamachi.server.live.window_pulse import WindowPulse
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.tables import transitions
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Playing, Waiting


class Automation:
    """Act on the tables that this worker owns."""

    def __init__(
        self,
        bots: BotPlayers,
        rooms: OpenRooms,
        ownership: Ownership,
        pulse: WindowPulse,
    ) -> None:
        self.bots = bots
        self.rooms, self.ownership, self.pulse = rooms, ownership, pulse

    def table_changed(self, event: TableChanged) -> None:
        self._look_at(event.table)

    def room_touched(self, event: RoomTouched) -> None:
        self._look_at(event.table)

    def _look_at(self, table: str) -> None:
        if room := self.rooms.get(table):
            self.attend(room)

    def due(self, host: str) -> int:
        """Return how many moves of bots the tables of one host wait for."""
        return len(self.bots.pool.turns.waiting.get(host, ()))

    def needed(self, room: Room) -> bool:
        """Return whether a deadline or a bot's move is due at this table."""
        snapshot = room.snapshot
        if isinstance(snapshot, Waiting):
            return snapshot.complete
        if snapshot.damaged:
            return False
        return bool(room.deadlines.of(snapshot)) or self._bot_is_due(room, snapshot)

    def attend(self, room: Room) -> None:
        """Start what is due at a table, if this worker owns it."""
        if not self.needed(room):
            room.deadlines.keep_only(())
            return
        if not self.ownership.owns(room):
            self.foresee(room)
            self.ownership.want(room)
            return
        self._start(room)
        if room.snapshot.window:
            self.pulse.start()

    def _start(self, room: Room) -> None:
        """Wait for the table's deadlines, and ask a bot that is to move."""
        snapshot = room.snapshot
        if isinstance(snapshot, Waiting):
            self._begin_when_awake(room, snapshot)
            return
        if snapshot.damaged:
            return
        deadlines = room.deadlines
        for deadline in deadlines.keep_only(deadlines.of(snapshot)):
            asleep = self.bots.asked_in_sleep(snapshot) if deadline.key[0] == "window" else None
            deadlines.wait(deadline, partial(self._apply_deadline, room, asleep), room.start)
        if deadlines.pause:
            return
        if self._bot_is_due(room, snapshot):
            room.bot_work.asked = snapshot.table.log.asked
            room.start(self._think(room, snapshot))

    # A game does not begin before its bots are ready.

    def awake(self, table: Waiting) -> bool:
        """True if the game may begin. One with strangers, who have confirmed in time, is not held up."""
        return table.setup.until is not None or not self.bots.asleep(table)

    def foresee(self, room: Room) -> None:
        """Estimate when a game will begin whose bots another worker wakes."""
        if isinstance(room.snapshot, Waiting) and room.bot_work.waking is None:
            for kind in self.bots.asleep(room.snapshot)[-1:]:
                room.bot_work.waking = self.bots.waking(room, kind)

    def _begin_when_awake(self, room: Room, snapshot: Waiting) -> None:
        if snapshot.complete and not room.bot_work.starting:
            room.bot_work.starting = True
            room.start(self._begin(room, snapshot))

    async def _begin(self, room: Room, snapshot: Waiting) -> None:
        """Wake the bots, then start the game. One that cannot be woken is replaced when it is asked."""
        try:
            for game, level in self.bots.asleep(snapshot):
                assert self.bots.warmup is not None
                room.bot_work.waking = self.bots.waking(room, (game, level))
                room.broadcaster.mark_changed()
                with contextlib.suppress(TaskFailed):
                    await self.bots.warmup.ready((game, level))
            if self.ownership.owns(room):
                await until_saved(room, transitions.begin, in_thread=True)
        finally:
            room.bot_work.starting, room.bot_work.waking = False, None

    # Deadlines.

    async def _apply_deadline(self, room: Room, asleep: Kind | None, deadline: Deadline) -> None:
        """Apply the transition of a deadline. A bot that had to be started first gets a whole window from
        then on: its silence would be no choice. How long starting takes tells nothing of what it holds."""
        if asleep and self.bots.warmup:
            with contextlib.suppress(TaskFailed):
                await self.bots.warmup.ready(asleep)
            await monotonic.sleep(room.snapshot.setup.window)
        if self.ownership.owns(room):
            await until_saved(room, deadline.transition)

    # Bots.

    def _bot_is_due(self, room: Room, snapshot: Playing) -> bool:
        """Return whether a bot is to move. Bots alone play only while they are watched."""
        table = snapshot.table
        if table.actor not in table.bots or room.bot_work.asked == table.log.asked:
            return False
        people = any(seat not in table.bots for seat in range(len(snapshot.seats)))
        return (people or not room.audience.is_empty) and not (snapshot.window and snapshot.window.sealed)

    async def _think(self, room: Room, snapshot: Playing) -> None:
        """Have a bot decide once. If it gives no answer, the next lower level that does takes its seat."""
        seat, asked = snapshot.table.actor, snapshot.table.log.asked
        assert seat is not None
        try:
            with metrics.BOT_WAITS.timed():
                answer = await self.bots.decide(room, snapshot, seat)
            done = await until_saved(room, answer)
        finally:
            if room.bot_work.asked == asked:
                room.bot_work.asked = None
        if done:
            self.attend(room)
