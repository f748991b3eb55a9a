"""Remember how long the last answers took, for the host's page."""

from collections import deque

KEPT = 1_000  # answers


class AnswerTimes:
    """How long the newest answers to requests took, in seconds."""

    def __init__(self) -> None:
        self.newest: deque[float] = deque(maxlen=KEPT)

    def add(self, seconds: float) -> None:
        self.newest.append(seconds)

    def slowest_of_100(self) -> float | None:
        """Return the time below which 99 of 100 answers stay; None if there were none yet."""
        if not self.newest:
            return None
        return sorted(self.newest)[max(0, len(self.newest) * 99 // 100 - 1)]
