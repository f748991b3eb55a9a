"""How long it takes to reach a client and to hear from it, by the house's own pings."""

from collections import deque

from hanamachi.server.runtime import monotonic

MOST = 0.5  # seconds that are given back
LAST = 3  # pings of which the quickest counts: a slow answer may be the player's own doing


class Latency:
    def __init__(self) -> None:
        self.sent: float | None = None
        self.measured: deque[float] = deque(maxlen=LAST)

    def ping(self) -> None:
        self.sent = monotonic.now()

    def pong(self) -> None:
        """The answer; one to which there was no question says nothing."""
        if self.sent is not None:
            self.measured.append(monotonic.now() - self.sent)
            self.sent = None

    @property
    def seconds(self) -> float:
        return min(MOST, *self.measured) if self.measured else 0.0
