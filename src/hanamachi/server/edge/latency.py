"""Measure the latency of a connection by pings, so that clocks do not charge a player for the network."""

from collections import deque

from hanamachi.server.runtime import monotonic

MAX_COMPENSATION = 0.5  # seconds that a player is given back
PINGS = 3  # of which the quickest counts: a slow answer may be the player's own doing


class Latency:
    def __init__(self) -> None:
        self.sent: float | None = None
        self.measured: deque[float] = deque(maxlen=PINGS)

    def ping(self) -> None:
        self.sent = monotonic.now()

    def pong(self) -> None:
        """Measure the answer to the last ping. One without a ping is ignored."""
        if self.sent is not None:
            self.measured.append(monotonic.now() - self.sent)
            self.sent = None

    @property
    def seconds(self) -> float:
        return min(MAX_COMPENSATION, *self.measured) if self.measured else 0.0
