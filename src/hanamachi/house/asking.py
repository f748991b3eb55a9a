"""What happens at a table by itself: bots are asked, windows end, flags fall."""

import asyncio
import logging
from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from hanamachi.core import fair
from hanamachi.core.game import Move, Seat
from hanamachi.core.table import Table
from hanamachi.core.words import Refusal
from hanamachi.house import clock, deeds, settling, timing
from hanamachi.house.clocks import SIGNALS, Live, Running
from hanamachi.house.database import NotKept
from hanamachi.house.deeds import Deed
from hanamachi.house.kept import Kept, Playing, running_of
from hanamachi.house.pausing import Pause
from hanamachi.house.room import Room
from hanamachi.house.signals import Signal, Signals
from hanamachi.house.thinkers import Lost, Question, Thinkers, question
from hanamachi.house.timing import LAG

LOG = logging.getLogger(__name__)
MOMENT = 0.9  # seconds that an unhurried bot takes at least
SIMPLEST = "random"
NEAR = 30.0  # seconds before the end of a clock in which its table minds it
REMINDERS: tuple[Literal["half", "tenth", "flag"], ...] = ("half", "tenth", "flag")
TRIES = 3  # a bot that is lost is asked again, so often in all
LONGEST_PAUSE = 10.0  # seconds between two tries to have something kept


class Asking:
    """`owns`: whether this worker attends to a table. If it does so no longer, another one does."""

    def __init__(
        self, thinkers: Thinkers, owns: Callable[[Room], bool], signals: Signals | None = None
    ) -> None:
        self.thinkers, self.owns = thinkers, owns
        self.signals = signals or Signals()

    def due(self, host: str) -> int:
        """How many moves of bots are waited for at the tables of one host."""
        return len(self.thinkers.turns.waiting.get(host, ()))

    def needed(self, room: Room) -> bool:
        """Whether something is to happen at this table by itself."""
        kept = room.kept
        if not isinstance(kept, Playing) or kept.damaged:
            return False
        return bool(room.unkept.pause or kept.window) or self._bot_is_due(room, kept) or is_near(room)

    def attend(self, room: Room) -> None:
        """If a bot is to move it begins to think; if a window is open, somebody waits for its end."""
        kept = room.kept
        if not isinstance(kept, Playing) or kept.damaged:
            return
        if pause := room.unkept.pause:
            self._wait_for_readers(room, pause)
            return
        if (running := running_of(kept)) and is_near(room) and room.minding != running:
            room.minding = running
            room.start(self._mind(room, running))
        if kept.window and room.timed != kept.window.asked:
            room.timed = kept.window.asked
            room.start(self._close_window(room, kept.window.asked))
        if self._bot_is_due(room, kept):
            room.thinking = kept.table.log.asked
            room.start(self._think(room, kept))

    def _wait_for_readers(self, room: Room, pause: Pause) -> None:
        if not pause.timed:
            pause.timed = True
            room.start(self._end_pause(room, pause))

    async def _end_pause(self, room: Room, pause: Pause) -> None:
        """Then everything goes on: a window that is due opens, bots think."""
        if await pause.end() and self.owns(room):
            await until_kept(room, settling.end_pause(pause.number))
        pause.timed = False

    def _bot_is_due(self, room: Room, kept: Playing) -> bool:
        """Bots alone play while somebody looks on."""
        table = kept.table
        if table.actor not in table.bots or room.thinking == table.log.asked:
            return False
        people = any(seat not in table.bots for seat in range(len(kept.seats)))
        return (people or room.watched) and not (kept.window and kept.window.sealed)

    async def _close_window(self, room: Room, asked: int) -> None:
        while left := room.left():
            await clock.sleep(left)
        if self.owns(room):
            await until_kept(room, deeds.release(asked))
        elif room.timed == asked:
            room.timed = None

    async def _mind(self, room: Room, running: Running) -> None:
        """A clock comes to a reminder or to its end. A move that is under way then is still waited for."""
        last = running.signals == len(SIGNALS)
        while room.minding == running and (left := room.until(running, running.due) + LAG * last) > 0:
            await clock.sleep(left)
        if room.minding != running or running_of(room.kept) != running:
            return
        room.minding = None
        if not self.owns(room):
            return
        happens = timing.flag(running.asked) if last else timing.remind(running.asked, running.signals)
        signal = signal_of(room, running)
        if await until_kept(room, happens) and not isinstance(room.kept.setup.clock, Live):
            self.signals.send(signal)

    async def _think(self, room: Room, kept: Playing) -> None:
        """One decision of a bot, at the level it has; three times lost, it gives way to a simpler one."""
        seat, asked = kept.table.actor, kept.table.log.asked
        assert seat is not None
        try:
            done = await until_kept(room, await self._decide(kept, seat, asked))
        finally:
            if room.thinking == asked:
                room.thinking = None
        if done:
            self.attend(room)

    async def _decide(self, kept: Playing, seat: Seat, asked: int) -> Deed:
        try:
            return bot_moves(seat, asked, await self._ask(kept, seat))
        except Lost:
            if kept.table.bots[seat] != SIMPLEST:
                return simpler(seat, asked)
            await clock.sleep(LONGEST_PAUSE)  # not even that can be had now
            return lambda now: now

    async def _ask(self, kept: Playing, seat: Seat) -> Move:
        """A bot's answer. An unhurried one takes a moment at least."""
        began = clock.now()
        index = await self._index(kept, seat)
        if kept.setup.unhurried:
            await clock.sleep(max(0.0, began + MOMENT - clock.now()))
        return kept.table.state.moves()[index]

    async def _index(self, kept: Playing, seat: Seat) -> int:
        asked = await asyncio.to_thread(asked_of, kept.table, seat)  # a long story takes its time
        for _ in range(TRIES - 1):
            try:
                return await self.thinkers.ask(kept.setup.host, *asked)
            except Lost as lost:
                LOG.warning("%s; it is asked again", lost)
        return await self.thinkers.ask(kept.setup.host, *asked)


def is_near(room: Room) -> bool:
    """Whether a clock of this table is to be minded from now on; until then nobody need hold it."""
    running = running_of(room.kept)
    return running is not None and room.until(running, running.due) < NEAR


def signal_of(room: Room, running: Running) -> Signal:
    guest = room.kept.seats[running.seat].guest or ""
    return Signal(
        room.id, guest, running.seat, REMINDERS[running.signals], max(0.0, room.until(running, running.ends))
    )


async def until_kept(room: Room, deed: Deed) -> bool:
    """What the house does by itself is tried until it is kept; everybody hears once that it is not. False: it
    was refused."""
    pause = 0.0
    while True:
        try:
            await room.change(deed)
        except NotKept as refusal:
            if room.closed:
                return False
            if not pause:
                for watcher in list(room.watchers):
                    watcher.decline(refusal)
            pause = min(LONGEST_PAUSE, 2 * pause or 1.0)
            await clock.sleep(pause)
        except Refusal as refusal:
            LOG.error("the house's own deed was refused: %s", refusal.reason)
            return False
        else:
            return True


def bot_moves(seat: Seat, asked: int, move: Move) -> Deed:
    """A bot's move, if it is still asked."""

    def deed(kept: Kept) -> Kept:
        here = still_asked(kept, seat, asked)
        return deeds.submit(seat, here.seq, move)(here) if here else kept

    return deed


def simpler(seat: Seat, asked: int) -> Deed:
    """A bot that cannot be had gives way to one that always can, and the log says so."""

    def deed(kept: Kept) -> Kept:
        here = still_asked(kept, seat, asked)
        return replace(here, table=here.table.bot_takes(seat, SIMPLEST)) if here else kept

    return deed


def still_asked(kept: Kept, seat: Seat, asked: int) -> Playing | None:
    if not isinstance(kept, Playing) or kept.table.log.asked != asked:
        return None
    return kept if seat in kept.table.bots and kept.table.actor == seat else None


def asked_of(table: Table, seat: Seat) -> tuple[Question, str, int]:
    """All that a bot is told: the question to its seat, its level, and dice of its own."""
    return question(table, table.seq), table.bots[seat], fair.bot_seed(table.seed, seat, table.seq)
