"""Open a puzzle in a language: its task, its position as its player sees it, and the verdict on an answer."""

from functools import cached_property
from typing import Any, Literal

from msgspec import Struct

from hanamachi.core.game import Malformed, Move
from hanamachi.core.options import choose
from hanamachi.core.telling import ask, called, label
from hanamachi.core.words import in_force
from hanamachi.games import GAMES
from hanamachi.locales import catalogue
from hanamachi.puzzles.puzzle import Puzzle, Worth
from hanamachi.puzzles.subject import CLOSE, NEAR, subjects

Verdict = Literal["right", "near", "wrong", "shown"]


class Judged(Struct, frozen=True):
    """The verdict on an answer, in the language of the reader. `place`: of the answer among the legal moves;
    None if it was only shown."""

    verdict: Verdict
    place: int | None
    right: list[int]
    reason: str
    worths: list[Worth]
    proof: Any


class OpenedPuzzle:
    """A puzzle at its position."""

    def __init__(self, puzzle: Puzzle, lang: str) -> None:
        self.puzzle, self.game = puzzle, GAMES[puzzle.header.game]
        self.subject, self.position = subjects()[self.game.name], puzzle.position(self.game)
        self.seat, self.view, self.moves = self.position.seat, self.position.view, self.position.moves
        options = choose(self.game.options, dict(puzzle.setting.options))
        self.words = catalogue("house")(lang)
        self.phrases = in_force(self.game.text.words(lang), options, puzzle.setting.seats)
        seats = [self._seat_name(seat) for seat in range(puzzle.setting.seats)]
        self.names = called(seats, self.seat)

    def _seat_name(self, seat: int) -> str:
        """Return the game's name for a seat, or "player N" if it has none."""
        return self.phrases.phrases.get(f"seat.{seat + 1}") or self.words("player", number=seat + 1)

    @property
    def task(self) -> str:
        """Return what is asked, in a sentence."""
        facts = self.subject.facts(self.position, self.puzzle.line)
        return self.phrases(f"puzzle.task.{self.puzzle.line.kind}", who=self.names[self.seat], **facts)

    @property
    def table(self) -> str:
        return self.game.text.table(self.view, self.phrases, self.names)

    @property
    def question(self) -> str:
        return ask(self.view.prompt, self.phrases, self.names)

    @cached_property
    def worths(self) -> list[Worth]:
        return self.subject.worth(self.position, self.puzzle.line)

    @cached_property
    def right(self) -> list[int]:
        return self.subject.right(self.worths)

    def labelled(self, place: int) -> str:
        return label(self.game, self.view, self.moves[place], self.phrases)

    def place_of(self, move: Move) -> int:
        """Return the place of a move. Raise `IllegalMove` if it is not legal."""
        if move in self.moves:
            return self.moves.index(move)
        self.position.state.play(move)
        raise Malformed(move)

    def hint(self) -> list[int]:
        """Return some choices that are not right; at least two are left."""
        return self.subject.hint(self.position, self.puzzle.line)

    def judge(self, place: int | None) -> Judged:
        """Judge an answer; None shows the right one."""
        return Judged(
            self._verdict(place),
            place,
            self.right,
            self.subject.reason(self, place),
            self.worths,
            self.subject.proof(self.position, self.puzzle.line),
        )

    def _verdict(self, place: int | None) -> Verdict:
        if place is None:
            return "shown"
        if place in self.right:
            return "right"
        best, given = self.worths[self.right[0]], self.worths[place]
        near = best.points - given.points <= NEAR + CLOSE and best.result == given.result
        return "near" if near and self.puzzle.line.kind not in self.subject.exact else "wrong"
