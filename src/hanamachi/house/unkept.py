"""All that a table forgets when the house's process ends. Each of these may be lost without harm."""

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.house import clock
from hanamachi.house.pausing import Pause


class Asked(Struct, frozen=True):
    """Something that one player asks the others at a moment of the game."""

    seat: Seat
    at: int  # of a takeback: the question of the game that was open; of a draw: the length of the log


class Unkept:
    def __init__(self) -> None:
        self.since = clock.now()  # when the house began to look at this table
        self.seen: dict[str, float] = {}  # presence: when a guest who is away was last here
        self.takeback: Asked | None = None  # a pending question: may a move be taken back?
        self.draw: Asked | None = None  # a pending question: is it a draw?
        self.votes: dict[Seat, set[Seat]] = {}  # a pending question: who wants a bot for an absent seat
        self.pause: Pause | None = None  # between two rounds: who still reads
        self.passing: set[Seat] = set()  # standing orders to pass

    def away_for(self, guest: str | None) -> float:
        """Seconds since a guest was last here; for one who never was, since the house looked."""
        return clock.now() - self.seen.get(guest or "", self.since)
