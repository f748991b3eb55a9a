"""Describe a contest: its bots, its deals and the seats they are played from. All chance follows from its
seed."""

import hashlib
from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from hanamachi.core.words import Refusal

TOLERANCE = 1.5, 0.1  # a move is late after this many times the budget, plus this many seconds
GRACE = 15.0  # extra seconds for the first answer, while programs start and kernels are compiled
HANGING = 300.0  # seconds: the limit of a move in a contest without a budget


class BadContest(Refusal):
    pass


class Contender(Struct, frozen=True):
    """A bot under its name in this contest: a level of the game, or a program from outside."""

    name: str
    level: str = ""
    command: str = ""


class Fixture(Struct, frozen=True, order=True):
    """One game to play: the number of its deal, its lineup, and by how many seats the lineup is rotated."""

    deal: int
    lineup: int
    rotation: int


class Fault(Struct, frozen=True):
    """The seat that lost a game because its bot was late or crashed."""

    seat: int
    kind: str  # late or crash
    detail: str


class Score(Struct, frozen=True):
    """The result of one game. All fields but the last two follow from the contest's seed."""

    fixture: Fixture
    shares: tuple[float, ...]  # of the victory, by seat
    fault: Fault | None = None
    decisions: tuple[int, ...] = ()  # by seat: questions with more than one legal answer
    seconds: tuple[float, ...] = ()  # by seat: time spent on those questions


class Contest(Struct, frozen=True):
    game: str
    version: int
    options: dict[str, bool | int | str]
    seats: int
    contenders: tuple[Contender, ...]
    seed: str
    budget_ms: int | None = None

    def lineups(self) -> list[tuple[int, ...]]:
        """Return the groups of contenders that share a table. With two seats every pair of contenders meets.
        With more seats there must be one contender per seat, or two contenders, of which the second takes all
        other seats."""
        count = len(self.contenders)
        if self.seats == 2 and count >= 2:
            return list(combinations(range(count), 2))
        if count == self.seats:
            return [tuple(range(count))]
        if count == 2:
            return [(0, *[1] * (self.seats - 1))]
        raise BadContest("bad_lineup", bots=count, seats=self.seats)

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        """Yield the games of every deal in order, each lineup from every side."""
        for deal in range(deals):
            for lineup in range(len(self.lineups())):
                for rotation in range(self.seats):
                    yield Fixture(deal, lineup, rotation)

    def seating(self, fixture: Fixture) -> tuple[int, ...]:
        """Return the contender in each seat."""
        who = self.lineups()[fixture.lineup]
        return tuple(who[(seat + fixture.rotation) % self.seats] for seat in range(self.seats))

    def deal_seed(self, fixture: Fixture) -> bytes:
        """Return the seed of nature, which is the same for every game of this deal."""
        return hashlib.sha256(f"deal {fixture.deal} of {self.seed}".encode()).digest()

    def bot_seed(self, fixture: Fixture, seat: int) -> int:
        """Return the seed of a bot's own choices, which differs in every game and seat."""
        told = f"seat {seat}, {fixture.rotation}, {fixture.lineup}, {fixture.deal} of {self.seed}"
        return int.from_bytes(hashlib.sha256(told.encode()).digest()[:6])

    def limit(self, *, first: bool) -> float:
        """Return how many seconds a move may take. The first move of a bot may take longer."""
        if self.budget_ms is None:
            return HANGING
        factor, more = TOLERANCE
        return self.budget_ms / 1000 * factor + more + (GRACE if first else 0.0)
