"""An older log becomes today's: its rows, as they lie in their file, are folded by the law of now.

On the way each row is shown to the `Upgrade` of every version since, which says what stands for it today.
Whatever names a moment of the log moves along.
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
    """A log of today. `moments[n]` is the length it has where the older one had the length n."""

    options: Raw
    rows: list[Raw]
    moments: list[int]


def upgraded(game: Game, version: int, seats: int, options: Raw, rows: Sequence[Raw]) -> Renewed:
    """A log of this version of the game. From where the law of now cannot follow it stays as it is, and is
    refused by whoever folds it."""
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
    """The same for moves that are to be placed by hand."""
    rows = [{"type": "placed", "seat": seat, "move": move} for seat, move in moves]
    found = upgraded(game, version, seats, options, rows)
    return [(row["seat"], row["move"]) for row in found.rows]


class Renewal:
    """A log that is written anew, row by row."""

    def __init__(self, game: Game, seats: int, options: Raw) -> None:
        self.game = game
        self.rows: list[Raw] = []
        self.moments: list[int] = []
        self.states: list[State] = []  # the one before each row, and now; none if the law cannot follow
        if seats in game.seats:
            self.follow(lambda: game.start(seats, choose(game.options, options)))

    def take(self, row: Raw | None, steps: Sequence[Upgrade]) -> None:
        """A row of the older log, or its end. Of the rows that stand for it the last one is its own."""
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
        """What stands for a row one version later; the end of the log stays its end."""
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
        """One state more; after a row that the law refuses, none is known any more."""
        try:
            self.states.append(find())
        except UNREADABLE:
            self.states.clear()

    def after(self, row: Raw) -> State:
        if row["type"] in MOVES:
            return self.states[-1].play(msgspec.convert(row["move"], self.game.move))
        return self.states[row["to"]] if row["type"] == "takeback" else self.states[-1]

    def moved_along(self, row: Raw) -> Raw:
        """A takeback names a moment, at the latest the one just before itself."""
        if row["type"] != "takeback" or not 0 <= row["to"] <= len(self.moments):
            return row
        return {**row, "to": [*self.moments, len(self.rows)][row["to"]]}
