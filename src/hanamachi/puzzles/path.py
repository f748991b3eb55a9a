"""Walk to a puzzle's position: a numbered game, whose chances follow from its seed, and its decisions.

Each decision is the place of a move among the legal ones; a question with a single answer takes no room.
A path is a point and a sign for each decision, or more for a place above 31: ways that begin alike are
written alike, and compressed together. Older paths are one number in base 64 that holds all decisions.
"""

import base64
import binascii
from collections.abc import Iterator, Sequence
from copy import copy
from random import Random
from typing import Any, NamedTuple

from msgspec import Struct

from hanamachi.core.game import NATURE, Game, Move, Seat, State, Told
from hanamachi.core.options import choose

NEW = "."  # how a path begins that has a sign for each decision
SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
HALF = len(SIGNS) // 2  # the signs from here on stand for more to come


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
        self.taken: list[int] = []  # of each decision: the place of its move
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
            self.taken.append(place)
        self._play(moves[place])
        self._follow_nature()

    def position(self) -> Position:
        assert self.state.actor is not None
        return Position(self.game, self.state, tuple(self.heard[self.state.actor]), tuple(self.line))

    def path(self) -> str:
        """Return the decisions so far, as text."""
        return NEW + "".join(map(_signs, self.taken))

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
    way = Signs(path[1:]) if path.startswith(NEW) else Number(path)
    walk = Walk(game, setting, seed, number)
    while walk.state.actor is not None:
        among = len(walk.state.moves())
        if among > 1 and way.ends():
            return walk.position()
        walk.take(way.place(among) if among > 1 else 0)
    raise BadPath(path)


class Signs:
    """Reads the decisions of a path, a sign or more for each."""

    def __init__(self, path: str) -> None:
        self.path, self.left = path, list(_places(path))[::-1]

    def ends(self) -> bool:
        return not self.left

    def place(self, among: int) -> int:
        place = self.left.pop()
        if place >= among:
            raise BadPath(self.path)
        return place


class Number:
    """Reads the decisions of an older path: the first is the lowest digit, a one stands above the last."""

    def __init__(self, path: str) -> None:
        self.path, self.left = path, 0
        try:
            self.left = int.from_bytes(base64.b64decode(path + "=" * (-len(path) % 4), "-_", validate=True))
        except (binascii.Error, ValueError) as error:
            raise BadPath(path) from error
        if self.left < 1:
            raise BadPath(path)

    def ends(self) -> bool:
        return self.left == 1

    def place(self, among: int) -> int:
        self.left, place = divmod(self.left, among)
        return place


def _signs(place: int) -> str:
    """Return the signs of a place, the lowest digit first."""
    signs = ""
    while place >= HALF:
        signs, place = signs + SIGNS[HALF + place % HALF], place // HALF
    return signs + SIGNS[place]


def _places(signs: str) -> Iterator[int]:
    place, worth = 0, 1
    for sign in signs:
        value = SIGNS.find(sign)
        place, worth = place + value % HALF * worth, worth * HALF
        if value < 0:
            raise BadPath(signs)
        if value < HALF:
            yield place
            place, worth = 0, 1
    if worth > 1:
        raise BadPath(signs)
