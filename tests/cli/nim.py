"""Nim, a game without layouts and with an exact judge: from a heap of seven take one, two or three; the last wins."""

from collections.abc import Sequence
from random import Random
from typing import Any

from msgspec import Struct

from hanamachi.bots.judge import Opinion
from hanamachi.bots.ladder import Ladder
from hanamachi.core.game import (
    Agenda,
    Game,
    IllegalMove,
    Move,
    Outcome,
    Prompt,
    Seat,
    Step,
    Text,
    Told,
    Universe,
    View,
)
from hanamachi.core.value import Value
from hanamachi.core.words import Words

WORDS = Words(
    "en", {"name": "Nim", "about": "Take the last.", "error.too_many": "There are only {left} left."}
)


class Take(Move, frozen=True):
    count: int


class Taking(Step, frozen=True):
    pass


class Options(Struct, frozen=True):
    pass


class NimView(View, frozen=True, kw_only=True):
    heap: int


class State(Agenda, frozen=True):
    heap: int
    round: int = 1

    def moves(self) -> Sequence[Move]:
        return [Take(count) for count in range(1, min(3, self.heap) + 1)] if self.todo else []

    def answer(self, move: Move) -> "State":
        if move not in self.moves():
            raise IllegalMove("too_many", "N1", left=self.heap)
        assert isinstance(move, Take)
        left = self.heap - move.count
        return State((Taking(1 - self.todo[0].seat),) if left else (), left)

    def outcome(self) -> Outcome | None:
        return None

    def view(self, seat: Seat | None) -> NimView:
        asked = Prompt(self.todo[0].seat, "take", "N1") if self.todo else None
        return NimView(seat=seat, prompt=asked, outcome=None, heap=self.heap)

    def veil(self, move: Move, _seat: Seat | None) -> Move:
        return move


def start(_seats: int, _options: Options) -> State:
    return State((Taking(0),), 7)


def imagine(view: NimView, _rng: Random) -> State:
    assert view.prompt is not None
    return State((Taking(view.prompt.seat),), view.heap)


def worth(heap: int) -> Value:
    """Of a heap to whoever is to take: a multiple of four is lost, and both take as long as they can."""
    if not heap:
        return Value("loss", 0)
    found = [worth(heap - count) for count in range(1, min(3, heap) + 1)]
    return min((Value(TURNED[each.result], each.plies + 1) for each in found), key=lambda value: value.order)


TURNED: dict[str, Any] = {"win": "loss", "loss": "win", "draw": "draw"}


def judge(view: NimView, moves: Sequence[Any], _story: Sequence[Told], _played: int | None = None) -> Opinion:
    after = [worth(view.heap - move.count) for move in moves]
    values = [Value(TURNED[value.result], value.plies + 1) for value in after]
    return Opinion([float(value.result == "win") for value in values], values=values)


def write(move: Any) -> str:
    return str(move.count)


NIM = Game(
    name="nim",
    version=1,
    seats=range(2, 3),
    options=Options,
    set_up=start,
    state=State,
    move=Take,
    view=NimView,
    imagine=imagine,
    universe=lambda _seats, _options: Universe(tuple(map(Take, (1, 2, 3))), ()),
    bound=lambda _seats, _options: 7,
    pieces=lambda _state: (),
    text=Text(
        words=lambda _lang: WORDS,
        table=lambda view, _words, names: f"{names[0]}, {names[1]}: {view.heap}",
        write=write,
        read=lambda text, _words: Take(int(text)),
        facts=lambda _move: {},
        topics=lambda _words: {},
    ),
    secrets=False,
)
LADDER = Ladder("nim", judge="tests.cli.nim:judge", exact=True)
