"""The house's own time: the seconds for which it has been open, by the monotonic clock, and kept.

Deadlines are told in it, so neither a night in which the house was closed nor a jump of the machine's clock
is charged to anybody. It stands still while nothing can be kept and while the process stands still. While a
live clock runs it is never far ahead of what is kept, so a crash gives nobody much time back. Of several
workers each says what it has come to and takes over the furthest: none runs faster than true time, and if one
dies the others go on.
"""

from collections.abc import Awaitable, Callable
from math import inf

from hanamachi.core.words import Refusal
from hanamachi.server.runtime import monotonic

STALL = 0.5  # seconds after a beat: what follows until the next is not counted
AHEAD = 0.5  # seconds that it may be ahead of what is kept while a live clock runs


class Uptime:
    """`keep` writes down how far it has come, and says how far anybody has."""

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
        if self.halted:
            return self.reached
        return min(self.reached + min(monotonic.now() - self.since, STALL), self.limit)

    def here(self) -> float:
        """Return the time as it was counted at this worker alone: it never leaps. Decisions are measured in
        it, because what other workers counted while this one stood still is charged to nobody here."""
        return self.now() - self.taken

    def beat(self) -> None:
        """Said several times a second while the house is open. Longer silence is a stall."""
        self.reached, self.since = self.now(), monotonic.now()

    def halt(self) -> None:
        """Something could not be kept. Time goes on when the house's time itself can be."""
        self.beat()
        self.halted = True

    async def tighten(self) -> None:
        """A live clock runs from now on: time is kept before it goes on, and often."""
        if not self.tight:
            self.tight = True
            await self.save()

    def loosen(self) -> None:
        """No live clock runs: it is enough to keep the time now and then."""
        self.beat()
        self.tight, self.limit = False, inf

    async def save(self) -> None:
        """It goes on from here after a restart, and at the other workers."""
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
