"""What happens at a table by itself: bots are woken and asked, windows end, flags fall."""

import asyncio
import contextlib
import logging
from functools import partial

from msgspec.structs import replace

from hanamachi.bots import ladder_of
from hanamachi.core import fair
from hanamachi.core.game import Move, Seat
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.server.db.connection import NotSaved
from hanamachi.server.engines.bot_pool import BotPool, Question, TaskFailed, question
from hanamachi.server.engines.tasks import Kind
from hanamachi.server.engines.warmup import WarmUp
from hanamachi.server.live.deadlines import Deadline
from hanamachi.server.live.events import RoomTouched
from hanamachi.server.live.open_rooms import OpenRooms
from hanamachi.server.live.ownership import Ownership
from hanamachi.server.live.room import Room
from hanamachi.server.live.window_pulse import WindowPulse
from hanamachi.server.runtime import metrics, monotonic
from hanamachi.server.tables import offers, transitions
from hanamachi.server.tables.events import TableChanged
from hanamachi.server.tables.model import Playing, Snapshot, Waiting, Waking
from hanamachi.server.tables.transitions import Transition

LOG = logging.getLogger(__name__)
MOMENT = 0.9  # seconds that an unhurried bot takes at least
NOTICED = 1.0  # seconds of waking a bot that nobody need be told of
TRIES = 3  # a bot that is lost is asked again, so often in all
LONGEST_PAUSE = 10.0  # seconds between two tries to have something kept


class Automation:
    """Of several workers, only the owner of a table acts."""

    def __init__(
        self,
        bot_pool: BotPool,
        warmup: WarmUp | None,
        rooms: OpenRooms,
        ownership: Ownership,
        pulse: WindowPulse,
    ) -> None:
        self.bot_pool, self.warmup = bot_pool, warmup
        self.rooms, self.ownership, self.pulse = rooms, ownership, pulse

    def table_changed(self, event: TableChanged) -> None:
        self._look_at(event.table)

    def room_touched(self, event: RoomTouched) -> None:
        self._look_at(event.table)

    def _look_at(self, table: str) -> None:
        if room := self.rooms.get(table):
            self.attend(room)

    def due(self, host: str) -> int:
        """How many moves of bots are waited for at the tables of one host."""
        return len(self.bot_pool.turns.waiting.get(host, ()))

    def needed(self, room: Room) -> bool:
        """Whether something is to happen at this table by itself."""
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
        """If a bot is to move it begins to think; if a window is open, somebody waits for its end."""
        snapshot = room.snapshot
        if isinstance(snapshot, Waiting):
            self._begin_when_awake(room, snapshot)
            return
        if snapshot.damaged:
            return
        deadlines = room.deadlines
        for deadline in deadlines.keep_only(deadlines.of(snapshot)):
            asleep = self._asked_in_sleep(snapshot) if deadline.key[0] == "window" else None
            deadlines.wait(deadline, partial(self._meet, room, asleep), room.start)
        if deadlines.pause:
            return
        if self._bot_is_due(room, snapshot):
            room.bot_work.asked = snapshot.table.log.asked
            room.start(self._think(room, snapshot))

    # A game does not begin before its bots are awake.

    def awake(self, table: Waiting) -> bool:
        """True if the game may begin. One with strangers, who have confirmed in time, is not held up."""
        return table.setup.until is not None or not self._asleep(table)

    def _asleep(self, table: Waiting) -> list[Kind]:
        if self.warmup is None:
            return []
        kinds = [(table.setup.game, level) for level in table.levels]
        return [kind for kind in dict.fromkeys(kinds) if not self.warmup.is_ready(kind)]

    def foresee(self, room: Room) -> None:
        """Estimate when a game will begin whose bots another worker wakes."""
        if isinstance(room.snapshot, Waiting) and room.bot_work.waking is None:
            for kind in self._asleep(room.snapshot)[-1:]:
                room.bot_work.waking = self._waking(room, kind)

    def _begin_when_awake(self, room: Room, snapshot: Waiting) -> None:
        if snapshot.complete and not room.bot_work.starting:
            room.bot_work.starting = True
            room.start(self._begin(room, snapshot))

    async def _begin(self, room: Room, snapshot: Waiting) -> None:
        """Wake the bots, then start the game. One that cannot be woken is replaced when it is asked."""
        try:
            for game, level in self._asleep(snapshot):
                assert self.warmup is not None
                room.bot_work.waking = self._waking(room, (game, level))
                room.broadcaster.tell()
                with contextlib.suppress(TaskFailed):
                    await self.warmup.ready((game, level))
            if self.ownership.owns(room):
                await until_saved(room, transitions.begin, in_thread=True)
        finally:
            room.bot_work.starting, room.bot_work.waking = False, None

    def _waking(self, room: Room, kind: Kind, at: int = 0) -> Waking:
        assert self.warmup is not None
        left = self.warmup.left([kind])
        return Waking(kind[1] or "", None if left is None else room.deadlines.uptime.now() + left, at)

    # Deadlines.

    async def _meet(self, room: Room, asleep: Kind | None, deadline: Deadline) -> None:
        """Apply what a deadline brings. A bot that had to be started first gets a whole window from then on:
        its silence would be no choice, and how long starting takes tells nothing of what it holds."""
        if asleep and self.warmup:
            with contextlib.suppress(TaskFailed):
                await self.warmup.ready(asleep)
            await monotonic.sleep(room.snapshot.setup.window)
        if self.ownership.owns(room):
            await until_saved(room, deadline.transition)

    def _asked_in_sleep(self, snapshot: Playing) -> Kind | None:
        """Return the level of the bot that is asked, if it has to be started first."""
        if self.warmup is None or snapshot.table.actor not in snapshot.table.bots:
            return None
        kind = snapshot.setup.game, snapshot.table.bots[snapshot.table.actor]
        return None if self.warmup.is_ready(kind) else kind

    # Bots.

    def _bot_is_due(self, room: Room, snapshot: Playing) -> bool:
        """Bots alone play while somebody looks on."""
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
            done = await until_saved(room, await self._decide(room, snapshot, seat))
        finally:
            if room.bot_work.asked == asked:
                room.bot_work.asked = None
        if done:
            self.attend(room)

    async def _decide(self, room: Room, snapshot: Playing, seat: Seat) -> Transition:
        level, asked, game = snapshot.table.bots[seat], snapshot.table.log.asked, snapshot.setup.game
        try:
            return bot_moves(seat, asked, await self._ask(room, snapshot, seat))
        except TaskFailed as lost:
            reason = str(lost)
        for lower in lower_levels(game, level):
            with contextlib.suppress(TaskFailed):
                await self._index(room, snapshot, seat, lower)
                LOG.error("the bot %s %s gives no answer (%s); %s plays on", game, level, reason, lower)
                metrics.REPLACED.add(f"{game} {level}")
                return replaced(seat, asked, lower)
        LOG.error("the bot %s %s gives no answer (%s), nor does any other", game, level, reason)
        await monotonic.sleep(LONGEST_PAUSE)
        return lambda now: now

    async def _ask(self, room: Room, snapshot: Playing, seat: Seat) -> Move:
        """A bot's answer. An unhurried one takes a moment at least."""
        began = monotonic.now()
        index = await self._index(room, snapshot, seat, snapshot.table.bots[seat])
        if snapshot.setup.unhurried:
            await monotonic.sleep(max(0.0, began + MOMENT - monotonic.now()))
        return snapshot.table.state.moves()[index]

    async def _index(self, room: Room, snapshot: Playing, seat: Seat, level: str) -> int:
        """Return what a level answers; Lost if three times nothing."""
        await self._woken(room, snapshot, (snapshot.setup.game, level))
        asked = await asyncio.to_thread(asked_of, snapshot.table, seat)  # a long story takes its time
        question, _, seed = asked
        for _ in range(TRIES - 1):
            try:
                return await self.bot_pool.ask(snapshot.setup.host, question, level, seed)
            except TaskFailed as lost:
                LOG.warning("the bot %s %s is asked again: %s", snapshot.setup.game, level, lost)
        return await self.bot_pool.ask(snapshot.setup.host, question, level, seed)

    async def _woken(self, room: Room, snapshot: Playing, kind: Kind) -> None:
        """Wait until a level is awake, and tell everybody if that takes long. Lost if it cannot be woken."""
        if self.warmup is None or self.warmup.is_ready(kind):
            if snapshot.side.waking:
                await until_saved(room, offers.awake)
            return
        telling = room.start(self._tell_waking(room, snapshot, kind))
        try:
            await self.warmup.ready(kind)
        finally:
            telling.cancel()
        if isinstance(room.snapshot, Playing) and room.snapshot.side.waking:
            await until_saved(room, offers.awake)

    async def _tell_waking(self, room: Room, snapshot: Playing, kind: Kind) -> None:
        await monotonic.sleep(NOTICED)
        await until_saved(room, offers.waking(self._waking(room, kind, snapshot.table.log.asked)))


async def until_saved(room: Room, transition: Transition, *, in_thread: bool = False) -> bool:
    """Apply an automatic transition, and try again until it is saved. The watchers hear once that it is not.
    Return False if it was refused."""
    pause = 0.0
    while True:
        try:
            await room.change(transition, in_thread=in_thread)
        except NotSaved as refusal:
            if room.closed:
                return False
            if not pause:
                for watcher in list(room.audience.watchers):
                    watcher.decline(refusal)
            pause = min(LONGEST_PAUSE, 2 * pause or 1.0)
            await monotonic.sleep(pause)
        except Refusal as refusal:
            LOG.error("automatic action rejected: %s", refusal.reason)
            return False
        else:
            return True


def bot_moves(seat: Seat, asked: int, move: Move) -> Transition:
    """A bot's move, if it is still asked."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = still_asked(snapshot, seat, asked)
        return transitions.submit(seat, here.seq, move)(here) if here else snapshot

    return transition


def replaced(seat: Seat, asked: int, level: str) -> Transition:
    """A bot that gives no answer gives way to a lower level, and the log says so."""

    def transition(snapshot: Snapshot) -> Snapshot:
        here = still_asked(snapshot, seat, asked)
        return replace(here, table=here.table.bot_takes(seat, level)) if here else snapshot

    return transition


def lower_levels(game: str, level: str) -> list[str]:
    """All levels below this one, the strongest first. Below a bot that was brought along are all."""
    names = ladder_of(game).names
    return names[: names.index(level) if level in names else None][::-1]


def still_asked(snapshot: Snapshot, seat: Seat, asked: int) -> Playing | None:
    if not isinstance(snapshot, Playing) or snapshot.table.log.asked != asked:
        return None
    return snapshot if seat in snapshot.table.bots and snapshot.table.actor == seat else None


def asked_of(table: Table, seat: Seat) -> tuple[Question, str, int]:
    """All that a bot is told: the question to its seat, its level, and dice of its own."""
    return question(table, table.seq), table.bots[seat], fair.bot_seed(table.seed, seat, table.seq)
