"""Upgrade a log of an older version: fold its rows, as they lie in their file, by the current rules.

Each row passes the `Upgrade` of every version since, which returns the rows that replace it today. References
to moments of the log move along.
"""

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core.game import Game, Raw, Seat, State, Upgrade
from hanamachi.core.options import choose
from hanamachi.core.words import Refusal

MOVES = ("played", "placed")
UNREADABLE = (Refusal, msgspec.ValidationError, LookupError, TypeError)  # what a bad row leads to


class Renewed(Struct, frozen=True):
    """An upgraded log. `moments[n]` is its length where the older one had the length n."""

    options: Raw
    rows: list[Raw]
    moments: list[int]


def upgraded(game: Game, version: int, seats: int, options: Raw, rows: Sequence[Raw]) -> Renewed:
    """Return a log of the current version. From the first row that the current rules refuse it stays
    unchanged, and a fold refuses it there."""
    steps = [game.upgrades[n] for n in range(version, game.version) if n in game.upgrades]
    for step in steps:
        options = step.options(options)
    renewal = Renewal(game, seats, options)
    for row in (*rows, None):
        renewal.take(row, steps)
    return Renewed(options, renewal.rows, renewal.moments)


def moves_upgraded(
    game: Game, version: int, seats: int, options: Raw, moves: Sequence[tuple[Seat, Any]]
) -> list[tuple[Seat, Any]]:
    """Upgrade moves that are to be placed by hand."""
    rows = [{"type": "placed", "seat": seat, "move": move} for seat, move in moves]
    found = upgraded(game, version, seats, options, rows)
    return [(row["seat"], row["move"]) for row in found.rows]


class Renewal:
    """A log that is rewritten row by row."""

    def __init__(self, game: Game, seats: int, options: Raw) -> None:
        self.game = game
        self.rows: list[Raw] = []
        self.moments: list[int] = []
        self.states: list[State] = []  # the one before each row, and now; none if the law cannot follow
        if seats in game.seats:
            self.follow(lambda: game.start(seats, choose(game.options, options)))

    def take(self, row: Raw | None, steps: Sequence[Upgrade]) -> None:
        """Take a row of the older log, or its end. Of the rows that replace it the last one is its own."""
        before = len(self.rows)
        self.stand_for(row, steps)
        added = len(self.rows) - before
        self.moments.append(before + (added if row is None else max(0, added - 1)))

    def stand_for(self, row: Raw | None, steps: Sequence[Upgrade]) -> None:
        if steps and self.states:
            for found in self.found(steps[0], row):
                self.stand_for(found, steps[1:])
        elif row is not None:
            self.add(self.moved_along(row))

    def found(self, step: Upgrade, row: Raw | None) -> Sequence[Raw | None]:
        """Return the rows that replace a row one version later; the end of the log stays its end."""
        try:
            rows = step.row(self.states[-1], row)
        except UNREADABLE:
            self.states.clear()
            return (row,)
        return rows if row is not None else (*rows, None)

    def add(self, row: Raw) -> None:
        self.rows.append(row)
        if self.states:
            self.follow(lambda: self.after(row))

    def follow(self, find: Callable[[], State]) -> None:
        """Compute the next state; after a row that the rules refuse, no state is known."""
        try:
            self.states.append(find())
        except UNREADABLE:
            self.states.clear()

    def after(self, row: Raw) -> State:
        if row["type"] in MOVES:
            return self.states[-1].play(msgspec.convert(row["move"], self.game.move))
        return self.states[row["to"]] if row["type"] == "takeback" else self.states[-1]

    def moved_along(self, row: Raw) -> Raw:
        """Move the moment that a takeback names, at the latest the one just before itself."""
        if row["type"] != "takeback" or not 0 <= row["to"] <= len(self.moments):
            return row
        return {**row, "to": [*self.moments, len(self.rows)][row["to"]]}
