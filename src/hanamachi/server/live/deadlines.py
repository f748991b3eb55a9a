"""Keep the deadlines of a table: the end of an answer window, of a clock, of the break between two rounds.

A deadline has a key, the seconds that are left, and the transition that is applied when they are over. At
most one task waits for each; it is cancelled when the deadline goes.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from typing import Any, Literal

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.server.runtime import monotonic
from hanamachi.server.runtime.uptime import Uptime
from hanamachi.server.tables import clock_rules, offers, transitions
from hanamachi.server.tables.changes import asked_at, clock_of
from hanamachi.server.tables.clock_rules import LAG
from hanamachi.server.tables.model import Playing, Snapshot, running_of
from hanamachi.server.tables.round_break import Pause
from hanamachi.server.tables.time_control import SIGNALS, Live, Running
from hanamachi.server.tables.transitions import Transition

NEAR = 30.0  # seconds before the end of a clock in which its room waits for it; the sweep finds it then
Key = tuple[Literal["window", "clock", "break"], object]


class Deadline(Struct, frozen=True):
    key: Key
    left: Callable[[], float]  # seconds
    transition: Transition


class Deadlines:
    """The deadlines of one table: answer window, clock, break between rounds."""

    def __init__(self, uptime: Uptime, snapshot: Snapshot, left: float) -> None:
        self.uptime = uptime
        self.window_ends = monotonic.now() + left
        running = running_of(snapshot)
        self.told_at = (running.since if running else 0.0) - uptime.taken  # from when a clock counts here
        self.pause: Pause | None = None  # between two rounds
        self._follow_pause(snapshot)
        self._waits: dict[Key, asyncio.Task[Any]] = {}
        self._due: set[Key] = set()  # their time is up, and their transition is being applied

    def follow(self, before: Snapshot, after: Snapshot, left: float) -> None:
        """Note when the deadlines of a changed table are. `left`: seconds of its answer window."""
        if clock_of(before) != clock_of(after):
            self.told_at = self.uptime.here()
        if asked_at(before) != asked_at(after):  # else not even a commit may move its end
            self.window_ends = monotonic.now() + left
        self._follow_pause(after)

    def _follow_pause(self, snapshot: Snapshot) -> None:
        reading = isinstance(snapshot, Playing) and bool(snapshot.side.readers)
        number = snapshot.table.state.round if reading and isinstance(snapshot, Playing) else None
        if number != (self.pause.number if self.pause else None):
            self.pause = None if number is None else Pause(number)

    # Seconds that are left.

    def window_left(self) -> float:
        return max(0.0, self.window_ends - monotonic.now())

    def window_left_after(self, before: Snapshot, after: Snapshot) -> float:
        """Return the seconds of a window: those that were left, or all of a new one."""
        if not isinstance(after, Playing) or after.window is None:
            return 0.0
        return self.window_left() if asked_at(before) == after.window.asked else after.window_seconds

    def until(self, running: Running, when: float) -> float:
        """Return the seconds until a moment of a running clock, which counts here from when it was told."""
        return when + self.told_at - running.since - self.uptime.here()

    def until_flag(self, snapshot: Snapshot) -> float:
        running = running_of(snapshot)
        return max(0.0, self.until(running, running.ends)) if running else 0.0

    def out_of_time(self, snapshot: Snapshot, seat: Seat, lag: float) -> Running | None:
        """Return the clock of this seat, if its time was up so many seconds ago already."""
        running = running_of(snapshot)
        if running is None or running.seat != seat:
            return None
        return running if self.until(running, running.ends) + lag < 0 else None

    def is_near(self, running: Running) -> bool:
        return self.until(running, running.due) < NEAR

    # Waiting for them.

    def of(self, snapshot: Playing) -> list[Deadline]:
        """Return the deadlines for which the room waits now. During a break nothing else is due."""
        if pause := self.pause:
            return [Deadline(("break", pause.number), pause.left, offers.end_pause(pause.number))]
        found = []
        if (running := running_of(snapshot)) and self.is_near(running):
            found.append(self._of_clock(running))
        if window := snapshot.window:
            end = transitions.release(window.asked)
            found.append(Deadline(("window", window.asked), self.window_left, end))
        return found

    def _of_clock(self, running: Running) -> Deadline:
        """Return the next reminder or the end of a clock. A move under way at its end is waited for."""
        last = running.signals == len(SIGNALS)
        grace = LAG if last else 0.0
        asked, signals = running.asked, running.signals
        happens = clock_rules.flag(asked) if last else clock_rules.remind(asked, signals)
        return Deadline(("clock", running), lambda: self.until(running, running.due) + grace, happens)

    def keep_only(self, deadlines: Sequence[Deadline]) -> list[Deadline]:
        """Cancel the waits for all other deadlines; return those of these for which no task waits yet."""
        keys = {deadline.key for deadline in deadlines}
        for key in [key for key in self._waits if key not in keys and key not in self._due]:
            self._waits.pop(key).cancel()
        return [deadline for deadline in deadlines if deadline.key not in self._waits]

    def wait(
        self,
        deadline: Deadline,
        then: Callable[[Deadline], Awaitable[None]],
        start: Callable[[Coroutine[Any, Any, None]], "asyncio.Task[Any]"],
    ) -> None:
        """Call `then` when the time is up."""
        self._waits[deadline.key] = start(self._wait(deadline, then))

    async def _wait(self, deadline: Deadline, then: Callable[[Deadline], Awaitable[None]]) -> None:
        while (left := deadline.left()) > 0:
            await monotonic.sleep(left)
        self._due.add(deadline.key)
        try:
            await then(deadline)
        finally:
            self._due.discard(deadline.key)
            self._waits.pop(deadline.key, None)


def is_hurried(snapshot: Snapshot, seat: Seat | None) -> bool:
    """Return True if a live clock runs for this seat."""
    running = running_of(snapshot)
    return running is not None and running.seat == seat and isinstance(snapshot.setup.clock, Live)
