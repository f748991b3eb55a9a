"""An older log becomes today's: its rows, as they lie in their file, are folded by the law of now.

On the way each row is shown to the `Upgrade` of every version since: it may stand as it is, another row may
have to come before it, or it may be asked no more. Whatever names a moment of the log moves along.
"""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from hanamachi.core.game import Game, Raw, Seat, State
from hanamachi.core.options import choose
from hanamachi.core.words import Refusal

MOVES = ("played", "placed")


class Renewed(Struct, frozen=True):
    """A log of today. `moments[n]` is the length it has where the older one had the length n."""

    options: dict[str, Any]
    rows: list[Raw]
    moments: list[int]


def upgraded(game: Game, version: int, seats: int, options: Raw, rows: Sequence[Raw]) -> Renewed:
    """A log of this version of the game. What the law of now cannot follow stays as it is, and is refused
    by whoever folds it."""
    steps = [game.upgrades[n] for n in range(version, game.version) if n in game.upgrades]
    for step in steps:
        options = step.options(options)
    renewal = Renewal(game, seats, options, [step.row for step in steps])
    for row in rows:
        renewal.take(row)
    renewal.end()
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

    def __init__(self, game: Game, seats: int, options: Raw, steps: Sequence[Any]) -> None:
        self.game, self.steps = game, steps
        self.rows: list[Raw] = []
        self.moments: list[int] = []
        self.states: list[State] = []  # states[n] is the one before row n; none if they cannot be known
        if seats in game.seats:
            self.follow(lambda: game.start(seats, choose(game.options, options)))

    def take(self, row: Raw) -> None:
        while self.states and (first := self.first(row)) is not row:
            if first is None:
                self.moments.append(len(self.rows))
                return
            self.add(first)
        self.moments.append(len(self.rows))
        self.add(self.moved_along(row))

    def end(self) -> None:
        while self.states and (row := self.first(None)) is not None:
            self.add(row)
        self.moments.append(len(self.rows))

    def first(self, row: Raw | None) -> Raw | None:
        """What comes next by the law of now: a row that the older log has not, this one, or nothing."""
        for step in self.steps:
            if (found := step(self.states[-1], row)) is not row:
                return found  # type: ignore[no-any-return]
        return row

    def add(self, row: Raw) -> None:
        self.rows.append(row)
        if self.states:
            self.follow(lambda: self.after(row))

    def follow(self, find: Any) -> None:
        """One state more; after a row that the law refuses, none is known any more."""
        try:
            self.states.append(find())
        except (Refusal, msgspec.ValidationError, LookupError, TypeError, AttributeError):
            self.states.clear()
            self.steps = ()

    def after(self, row: Raw) -> State:
        if row["type"] in MOVES:
            return self.states[-1].play(msgspec.convert(row["move"], self.game.move))
        return self.states[row["to"]] if row["type"] == "takeback" else self.states[-1]

    def moved_along(self, row: Raw) -> Raw:
        to = row.get("to")
        known = row.get("type") == "takeback" and isinstance(to, int) and 0 <= to < len(self.moments)
        return {**row, "to": self.moments[to]} if known else row
