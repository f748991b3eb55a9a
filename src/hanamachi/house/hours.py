"""The house's own time: the seconds for which it has been open, by the monotonic clock, and kept.

Deadlines are told in it, so neither a night in which the house was closed nor a jump of the machine's clock
is charged to anybody. It stands still while nothing can be kept, and does not leap over a stall. Of several
workers each says what it has come to and takes over the furthest: none runs faster than true time, and if one
dies the others go on.
"""

from collections.abc import Awaitable, Callable

from hanamachi.core.words import Refusal
from hanamachi.house import clock

STALL = 5.0  # seconds after a beat: what follows until the next is not counted


class Hours:
    """`keep` writes down how far it has come, and says how far anybody has."""

    def __init__(self, keep: Callable[[float], Awaitable[float]]) -> None:
        self.kept = keep
        self.reached, self.since = 0.0, clock.now()
        self.halted = False  # nothing can be kept: nobody is charged for that

    def now(self) -> float:
        return self.reached if self.halted else self.reached + min(clock.now() - self.since, STALL)

    def beat(self) -> None:
        """Said every second while the house is open."""
        self.reached, self.since = self.now(), clock.now()

    def halt(self) -> None:
        """Something could not be kept. Time goes on when the house's time itself can be."""
        self.beat()
        self.halted = True

    async def keep(self) -> None:
        """It goes on from here after a restart, and at the other workers."""
        self.beat()
        try:
            furthest = await self.kept(self.reached)
        except Refusal:
            self.halt()
            return
        if self.halted:
            self.halted, self.since = False, clock.now()
        self.reached, self.since = max(furthest, self.now()), clock.now()
