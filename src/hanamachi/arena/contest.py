"""A contest: who plays what, how often, and from which seats. All chance follows from its seed."""

import hashlib
from collections.abc import Iterator
from itertools import combinations

from msgspec import Struct

from hanamachi.core.words import Refusal

TOLERANCE = 1.5, 0.1  # a move is late beyond so many times the budget, and so many seconds
GRACE = 15.0  # seconds more for the first answer: programs start, kernels are compiled
HANGING = 300.0  # seconds that no move may take, if there is no budget


class BadContest(Refusal):
    pass


class Contender(Struct, frozen=True):
    """A bot by the name it has in this contest: a level of the game, or a bot from outside."""

    name: str
    level: str = ""
    command: str = ""


class Fixture(Struct, frozen=True, order=True):
    """One game to be played: which deal, between whom, and by how many seats everybody moves on."""

    deal: int
    lineup: int
    rotation: int


class Fault(Struct, frozen=True):
    """Who lost a game by not playing it."""

    seat: int
    kind: str  # late or crash
    detail: str


class Score(Struct, frozen=True):
    """A game that was played. All but the last two follow from the contest's seed."""

    fixture: Fixture
    shares: tuple[float, ...]  # of the victory, by seat
    fault: Fault | None = None
    decisions: tuple[int, ...] = ()  # by seat: questions with more than one answer
    seconds: tuple[float, ...] = ()  # by seat: spent on them


class Contest(Struct, frozen=True):
    game: str
    version: int
    options: dict[str, bool | int | str]
    seats: int
    contenders: tuple[Contender, ...]
    seed: str
    budget_ms: int | None = None

    def lineups(self) -> list[tuple[int, ...]]:
        """Who sits together. Two to a table: everybody meets everybody. More: one seat each, or one bot
        against copies of another."""
        count = len(self.contenders)
        if self.seats == 2 and count >= 2:
            return list(combinations(range(count), 2))
        if count == self.seats:
            return [tuple(range(count))]
        if count == 2:
            return [(0, *[1] * (self.seats - 1))]
        raise BadContest("bad_lineup", bots=count, seats=self.seats)

    def fixtures(self, deals: int) -> Iterator[Fixture]:
        """Deal by deal, each from every side."""
        for deal in range(deals):
            for lineup in range(len(self.lineups())):
                for rotation in range(self.seats):
                    yield Fixture(deal, lineup, rotation)

    def seating(self, fixture: Fixture) -> tuple[int, ...]:
        """The contender in each seat."""
        who = self.lineups()[fixture.lineup]
        return tuple(who[(seat + fixture.rotation) % self.seats] for seat in range(self.seats))

    def deal_seed(self, fixture: Fixture) -> bytes:
        """Nature's: the same for all who play this deal, from every side."""
        return hashlib.sha256(f"deal {fixture.deal} of {self.seed}".encode()).digest()

    def bot_seed(self, fixture: Fixture, seat: int) -> int:
        """A bot's own chance: another one in every game."""
        told = f"seat {seat}, {fixture.rotation}, {fixture.lineup}, {fixture.deal} of {self.seed}"
        return int.from_bytes(hashlib.sha256(told.encode()).digest()[:6])

    def limit(self, *, first: bool) -> float:
        """Seconds that a move may take."""
        if self.budget_ms is None:
            return HANGING
        factor, more = TOLERANCE
        return self.budget_ms / 1000 * factor + more + (GRACE if first else 0.0)
