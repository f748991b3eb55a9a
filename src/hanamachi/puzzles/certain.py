"""Make puzzles of wins that are proved, whatever is hidden, whatever is drawn and whatever the rivals do.

A position is no puzzle if it is decided long ago: each other answer must fail in a tenth of the cases.
"""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from hanamachi.bots.certain import TooMany
from hanamachi.core.game import Move
from hanamachi.core.words import Name
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.path import Position
from hanamachi.puzzles.proof import Foresight, Proof
from hanamachi.puzzles.puzzle import Line, Worth
from hanamachi.puzzles.subject import Found, Subject

SURE = 100  # the worth of a win that is proved
OPEN = 90  # the most that another answer may be worth
FIRST, MOST = 3_000, 100_000  # answers that a proof may look at until the first win, and in all
FEW = 8  # states that show whether a move may win in all
PAST = ("seat", "prompt", "rounds", "results")  # what a position is without


class CertainSubject(Subject):
    """Asks for the move that wins for certain, where others do not."""

    foresight: Foresight[Any]
    asked: Mapping[str, tuple[str, ...]]  # of each theme but the last: how its questions begin
    by_seat: tuple[str, ...]  # fields of the view with an entry for each seat
    seats_named: tuple[str, ...]  # fields of the view that name seats
    kinds = ("certain",)
    apart = True
    margin = 0.0  # of the share of cases in which another answer wins

    def seek(self, position: Position) -> Found | None:
        wins = self.wins(position)
        if wins is None or not any(wins) or 2 * sum(wins) > len(wins):
            return None
        others = [move for move, win in zip(position.moves, wins, strict=True) if not win]
        try:
            shares = self.shares(position, others)
        except TooMany:
            return None
        if shares is None or max(shares) > OPEN:
            return None
        left = iter(shares)
        worths = [SURE if win else next(left) for win in wins]
        return Found("certain", self.theme(position), worths)

    @abstractmethod
    def shares(self, position: Position, moves: Sequence[Move]) -> list[int] | None:
        """Return in how many of a hundred cases moves win that are not sure to. None if one of them nearly
        always does."""

    def reason(self, opened: OpenedPuzzle, place: int | None) -> str:
        moves = tuple(opened.labelled(each) for each in opened.right)
        said = [opened.phrases.count("puzzle.best", len(moves), moves=Name(", ".join(moves)))]
        if place is not None and place not in opened.right:
            share = round(opened.worths[place].points)
            said.append(opened.phrases("puzzle.yours", move=Name(opened.labelled(place)), chance=share))
        return " ".join(said)

    def theme(self, position: Position) -> str:
        """Return the theme of the question that is asked; most questions have the last theme."""
        *others, last = self.themes
        asked = position.view.prompt.ask
        return next((theme for theme in others if asked.startswith(self.asked[theme])), last)

    def same(self, position: Position) -> Any:
        """Describe the view from the deciding seat: the seats in order from there, without their numbers."""
        seat, view = position.seat, msgspec.to_builtins(position.view)
        seats = len(view[self.by_seat[0]])
        for name in self.by_seat:
            view[name] = view[name][seat:] + view[name][:seat]
        for name in self.seats_named:
            view[name] = renumbered(view[name], seat, seats)
        return {name: value for name, value in view.items() if name not in PAST}

    def wins(self, position: Position) -> list[bool] | None:
        """Return which moves are proved to win; None if it is too early to search, or too much to look at.

        A move that loses in some of the states is not searched in all.
        """
        states = self.foresight.states(position.view)
        if not states:
            return None
        proof, left = Proof(self.foresight, position.seat, FIRST), list(position.moves)
        try:
            if not any(proof.after([(states[0], move)]) for move in left):
                return [False] * len(left)
            proof.left = MOST
            for some in (1, FEW, len(states)):
                left = proof.winning(states[:: max(1, len(states) // some)], left)
        except TooMany:
            return None
        return [move in left for move in position.moves]

    def worth(self, position: Position, line: Line) -> list[Worth]:
        return [
            Worth(100.0, "win") if each == SURE else Worth(float(each), chance=each / 100, margin=self.margin)
            for each in line.worths
        ]


def renumbered(value: Any, seat: int, seats: int) -> Any:
    """Number seats from this one on, in a seat's number or a list of them; None stays."""
    if isinstance(value, list | tuple):
        return [renumbered(each, seat, seats) for each in value]
    return value if value is None else (value - seat) % seats
