"""All that a table forgets when the house's process ends. Each of these may be lost without harm."""

from hanamachi.core.game import Seat
from hanamachi.house import clock


class Unkept:
    def __init__(self) -> None:
        self.since = clock.now()  # when the house began to look at this table
        self.seen: dict[str, float] = {}  # presence: when a guest who is away was last here
        self.takeback: Seat | None = None  # a pending question: who asks for a takeback
        self.votes: dict[Seat, set[Seat]] = {}  # a pending question: who wants a bot for an absent seat
        self.passing: set[Seat] = set()  # standing orders to pass

    def away_for(self, guest: str | None) -> float:
        """Seconds since a guest was last here; for one who never was, since the house looked."""
        return clock.now() - self.seen.get(guest or "", self.since)
