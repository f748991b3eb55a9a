"""Name the contests of the long run: who meets whom, at which table, and the bar to pass."""

from importlib import import_module
from typing import Any

from msgspec import Struct

from hanamachi.arena.contest import Contender, Contest
from hanamachi.arena.statistics import Sprt, elo
from hanamachi.games import GAMES, modules

BEYOND = 5.0  # points: sequential tests ask whether a score is the bar, or so much more or less


def off_ladder(game: str) -> dict[str, str]:
    """Return the commands of bots that stand on no ladder: the frozen student, and who is no more."""
    found = modules("tools.games.{}.bars").get(game)
    commands: dict[str, str] = import_module(found).COMMANDS if found else {}
    return commands


class Meeting(Struct, frozen=True):
    """A contest of the long run: the first bot against the second, or against copies of it."""

    game: str
    first: str
    second: str
    bar: float | None = None  # per cent; a step of the stair has none
    options: dict[str, Any] = {}
    seats: int = 2
    deals: int = 400
    edition: int = 1  # of its bots: a number more when one of them plays otherwise, and all is played anew

    @property
    def table(self) -> str:
        said = [f"{self.seats} seats"] if self.seats > 2 else []
        return ", ".join([*said, *(str(v) if v is not True else k for k, v in self.options.items())])

    @property
    def name(self) -> str:
        named = "-".join(filter(None, [self.game, self.first, self.second, self.table]))
        return named.replace(", ", "-").replace(" ", "-")

    @property
    def tests(self) -> tuple[Sprt, Sprt] | None:
        """Return two tests: is the score below the bar or at it, and is it at the bar or above?"""
        if self.bar is None:
            return None
        beyond = min(BEYOND, (100 - self.bar) / 2)
        less, bar, more = (elo((self.bar + each) / 100) for each in (-beyond, 0, beyond))
        return Sprt(less, bar), Sprt(bar, more)

    def contender(self, name: str) -> Contender:
        """Return a bot. Bars are measured with the frozen students, steps with the levels that people can
        choose."""
        command = off_ladder(self.game).get(name, "") if self.bar is not None else ""
        return Contender(name, level="" if command else name, command=command)

    def contest(self, seed: str) -> Contest:
        return Contest(
            game=self.game,
            version=GAMES[self.game].version,
            options=self.options,
            seats=self.seats,
            contenders=(self.contender(self.first), self.contender(self.second)),
            seed=seed,
        )
