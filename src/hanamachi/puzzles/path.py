"""Walk to a puzzle's position: a numbered game, whose chances follow from its seed, and its decisions.

The decisions are written as one number. Each is the place of a move among the legal ones, and a question
with a single answer takes no room.
"""

import base64
import binascii
from collections.abc import Sequence
from copy import copy
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from hanamachi.core.game import NATURE, Game, Move, Seat, State, Told
from hanamachi.core.options import choose


class BadPath(ValueError):
    """A path that leads to no position."""


class Setting(Struct, frozen=True):
    """A table on which puzzles are made: its number of seats, and its options where they are not usual."""

    seats: int
    options: dict[str, bool | int | str] = {}


class Position(Struct, frozen=True):
    """A decision, and what the deciding seat has heard. The state and all that was done (`line`) are known
    to the maker alone."""

    game: Game
    state: Any
    story: tuple[Told, ...]
    line: tuple[Told, ...] = ()

    @property
    def seat(self) -> Seat:
        assert self.state.actor is not None
        seat: Seat = self.state.actor
        return seat

    @property
    def view(self) -> Any:
        return self.state.view(self.seat)

    @property
    def moves(self) -> Sequence[Move]:
        moves: Sequence[Move] = self.state.moves()
        return moves


class Choice(NamedTuple):
    """A position of a game, and the way to it."""

    position: Position
    path: str


class Walk:
    """A game that is played on from its start. Nature's moves follow from the seed and the game's number."""

    def __init__(self, game: Game, setting: Setting, seed: str, number: int) -> None:
        self.game, self.setting, self.dice = game, setting, Random(f"{seed} {game.name} {number}")
        self.state: State = game.start(setting.seats, choose(game.options, dict(setting.options)))
        self.heard: list[list[Told]] = [[] for _ in range(setting.seats)]
        self.line: list[Told] = []
        self.taken: list[tuple[int, int]] = []  # of each decision: the place of its move, and among how many
        self._follow_nature()

    def copy(self) -> "Walk":
        """Return a walk that goes on from here by itself, with the same chances."""
        other = copy(self)
        other.dice, other.heard, other.taken = copy(self.dice), list(map(list, self.heard)), list(self.taken)
        return other

    def take(self, place: int) -> None:
        """Make the decision that is open, and what nature does after it."""
        moves = self.state.moves()
        if len(moves) > 1:
            self.taken.append((place, len(moves)))
        self._play(moves[place])
        self._follow_nature()

    def position(self) -> Position:
        assert self.state.actor is not None
        return Position(self.game, self.state, tuple(self.heard[self.state.actor]), tuple(self.line))

    def path(self) -> str:
        """Return the decisions so far, as text: the first is the lowest digit, a one stands above the
        last."""
        number = 1
        for place, among in reversed(self.taken):
            number = number * among + place
        return base64.urlsafe_b64encode(number.to_bytes((number.bit_length() + 7) // 8)).decode().rstrip("=")

    def _play(self, move: Move) -> None:
        actor = self.state.actor
        assert actor is not None
        for seat, told in enumerate(self.heard):
            told.append(Told(actor, self.state.veil(move, seat)))
        self.line.append(Told(actor, move))
        self.state = self.state.answer(move)

    def _follow_nature(self) -> None:
        while self.state.actor == NATURE:
            self._play(self.state.draw(self.dice))


def walked(game: Game, setting: Setting, seed: str, number: int, path: str) -> Position:
    """Return the position at the end of a path. Raise `BadPath` if it leads to no decision."""
    left, walk = _number(path), Walk(game, setting, seed, number)
    while walk.state.actor is not None:
        among = len(walk.state.moves())
        if left == 1 and among > 1:
            return walk.position()
        left, place = divmod(left, among)
        walk.take(place)
    raise BadPath(path)


def _number(path: str) -> int:
    try:
        number = int.from_bytes(base64.b64decode(path + "=" * (-len(path) % 4), "-_", validate=True))
    except (binascii.Error, ValueError) as error:
        raise BadPath(path) from error
    if number < 1:
        raise BadPath(path)
    return number
