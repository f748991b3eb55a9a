"""Count beginnings step by step: how often each was played, and how the games went for who played it."""

from collections.abc import Iterable
from math import sqrt

from msgspec import Struct

from hanamachi.explorer.file import Line
from hanamachi.explorer.openings import SEPARATOR, Path

SURE = 1.96  # standard deviations: 95 %
FEW = 10  # games: a normal interval over fewer would claim too much


class Interval(Struct, frozen=True):
    """A mean, and its interval of 95 % confidence."""

    mean: float
    low: float
    high: float


class Tally(Struct, frozen=True):
    """Games, as one of their players counts them."""

    wins: int = 0
    draws: int = 0
    losses: int = 0
    lead: int = 0
    squares: int = 0

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    def plus(self, line: Line, *, turned: bool) -> "Tally":
        """Return the sum with the games of a line; `turned`: as the other player counts them."""
        wins, losses = (line.losses, line.wins) if turned else (line.wins, line.losses)
        return Tally(
            self.wins + wins,
            self.draws + line.draws,
            self.losses + losses,
            self.lead + (-line.lead if turned else line.lead),
            self.squares + line.squares,
        )

    @property
    def won(self) -> Interval:
        """Return the share of games won, a draw being half of one: Wilson's interval."""
        return wilson(self.wins + self.draws / 2, self.games)

    @property
    def leads(self) -> Interval | None:
        """Return the mean lead in points; None if the games are few."""
        if self.games < FEW:
            return None
        mean = self.lead / self.games
        variance = max(0.0, self.squares - self.games * mean * mean) / (self.games - 1)
        reach = SURE * sqrt(variance / self.games)
        return Interval(mean, mean - reach, mean + reach)


def wilson(wins: float, games: int) -> Interval:
    if not games:
        return Interval(0.5, 0.0, 1.0)
    mean, square = wins / games, SURE * SURE / games
    centre, reach = mean + square / 2, SURE * sqrt(mean * (1 - mean) / games + square / 4 / games)
    return Interval(
        mean, max(0.0, (centre - reach) / (1 + square)), min(1.0, (centre + reach) / (1 + square))
    )


def next_steps(lines: Iterable[Line], setting: int, path: Path, *, starter: bool) -> dict[str, Tally]:
    """Return what was played after these steps, the commonest first, as who played it counts the games.
    `starter`: it is the first player."""
    found: dict[str, Tally] = {}
    for line in lines:
        steps = tuple(line.path.split(SEPARATOR))
        if line.setting == setting and len(steps) > len(path) and steps[: len(path)] == path:
            step = steps[len(path)]
            found[step] = found.get(step, Tally()).plus(line, turned=not starter)
    return dict(sorted(found.items(), key=lambda each: (-each[1].games, each[0])))
