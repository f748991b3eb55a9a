"""Count uptime: the seconds for which the server has been running, by the monotonic clock, saved to the
database.

Deadlines are expressed in uptime, so players are not charged for a night in which the server was off, nor for
a jump of the machine's clock. Uptime stands still while it cannot be saved and while the process hangs. While
a live clock runs, uptime is at most half a second ahead of what is saved, so a crash gives players little
time back. Several workers each save what they have counted and adopt the largest value: none runs faster than
real time, and if one dies the others go on.
"""

from collections.abc import Awaitable, Callable
from math import inf

from hanamachi.core.words import Refusal
from hanamachi.server.runtime import monotonic

STALL = 0.5  # seconds after a beat: what follows until the next is not counted
AHEAD = 0.5  # seconds that it may be ahead of what is kept while a live clock runs


class Uptime:
    """Count uptime. `save` stores how far this worker has come and returns how far any worker has."""

    def __init__(self, save: Callable[[float], Awaitable[float]]) -> None:
        self.save_reached = save
        self.reached, self.since = 0.0, monotonic.now()
        self.taken = 0.0  # seconds taken over from other workers
        self.halted = False  # nothing can be kept: nobody is charged for that
        self.tight, self.limit = (
            False,
            inf,
        )  # whether a live clock runs, and how far time may go until it is kept

    def now(self) -> float:
        """Return the uptime. It stands still while halted, and within a stall."""
        if self.halted:
            return self.reached
        return min(self.reached + min(monotonic.now() - self.since, STALL), self.limit)

    def here(self) -> float:
        """Return the uptime that this worker alone has counted; it never leaps. Decisions are measured with
        it, so that players here are not charged for what other workers counted while this one hung."""
        return self.now() - self.taken

    def beat(self) -> None:
        """Count on. Call this several times a second; a longer silence is a stall and is not counted."""
        self.reached, self.since = self.now(), monotonic.now()

    def halt(self) -> None:
        """Stop counting because a write failed. Counting resumes once uptime itself can be saved."""
        self.beat()
        self.halted = True

    async def tighten(self) -> None:
        """Save before counting on, from now on: a live clock runs."""
        if not self.tight:
            self.tight = True
            await self.save()

    def loosen(self) -> None:
        """Save only now and then, from now on: no live clock runs."""
        self.beat()
        self.tight, self.limit = False, inf

    async def save(self) -> None:
        """Save the uptime, and adopt the largest value of all workers."""
        self.beat()
        try:
            furthest = await self.save_reached(self.reached)
        except Refusal:
            self.halt()
            return
        if self.halted:
            self.halted, self.since = False, monotonic.now()
        self.beat()
        leap = max(0.0, furthest - self.reached)
        self.reached, self.taken = self.reached + leap, self.taken + leap
        if self.tight:
            self.limit = max(furthest + AHEAD, self.reached)
