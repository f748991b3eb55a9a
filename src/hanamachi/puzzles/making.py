"""Make puzzles: play games of bots, seek in every position, grade what is found. It goes on where it stopped.

The journal is a file of JSON lines: the header, the puzzles, and the number of each game that is done. A
game follows from the seed and its number alone.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic

import msgspec

from hanamachi.core.game import Game
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.puzzles import grading, puzzle
from hanamachi.puzzles.path import Position, Walk
from hanamachi.puzzles.puzzle import FORMAT, Header, Line, Puzzle
from hanamachi.puzzles.subject import Subject, subjects

EASY = 3  # of so many puzzles of a kind, at most one is found by all levels


class OtherJournal(Refusal):
    """A journal of another game, seed or version."""


class Maker:
    """Makes the puzzles of one game, and writes each to the journal at once."""

    def __init__(self, game: Game, subject: Subject, seed: str, journal: Path) -> None:
        self.game, self.subject, self.journal = game, subject, journal
        self.header = Header(
            format=FORMAT,
            game=game.name,
            version=game.version,
            seed=seed,
            settings=subject.settings,
            levels=grading.levels_of(game.name),
        )
        self.lines: list[Line] = []
        self.next = 0  # the game to play
        self.known = set[bytes]()
        if journal.exists():
            self._resume()
        else:
            journal.write_bytes(msgspec.json.encode(self.header) + b"\n")

    def _resume(self) -> None:
        """Read the journal. A last line that was cut short is dropped, and its game is played again."""
        first, *rest = self.journal.read_bytes().split(b"\n")
        if msgspec.json.decode(first, type=Header) != self.header:
            raise OtherJournal("other_journal", path=str(self.journal))
        begun: list[bytes] = []
        kept = [first]
        for raw in rest[:-1]:
            begun.append(raw)
            if isinstance(number := msgspec.json.decode(raw), int):
                self.lines += [msgspec.json.decode(each, type=Line) for each in begun[:-1]]
                self.next, begun, kept = number + 1, [], [*kept, *begun]
        self.journal.write_bytes(b"\n".join(kept) + b"\n")
        for line in self.lines:
            self.known.add(self._same(Puzzle(self.header, line).position(self.game)))

    def make(self, count: int, seconds: float, tell: Callable[[int, int], None]) -> None:
        """Make puzzles until there are `count`, or the time is over. `tell` gets the games and the
        puzzles."""
        end = monotonic() + seconds
        while len(self.lines) < count and monotonic() < end:
            new = list(self._of_game(self.next, count))
            self.lines += new
            with self.journal.open("ab") as file:
                file.write(b"".join(msgspec.json.encode(each) + b"\n" for each in (*new, self.next)))
            self.next += 1
            tell(self.next, len(self.lines))

    def file(self) -> bytes:
        return puzzle.write(self.header, self.lines)

    def _of_game(self, number: int, count: int) -> Iterator[Line]:
        """Yield the puzzles of one game, at most as many as the subject allows."""
        left = self.subject.a_game
        for walk, place in self._decisions(number):
            position = walk.position()
            line = self._line(walk, position, number, place, count)
            if line:
                self.known.add(self._same(position))
                yield line
                left -= 1
            if not left:
                return

    def _decisions(self, number: int) -> Iterator[tuple[Walk, int]]:
        """Play a game, and yield it at every choice, with the place of its setting."""
        dice = Random(f"{self.header.seed} {self.game.name} {number} bots")
        place = number % len(self.header.settings)
        walk = Walk(self.game, self.header.settings[place], self.header.seed, number)
        bots = self.subject.players(self.header.settings[place].seats, dice)
        while walk.state.actor is not None:
            moves = walk.state.moves()
            if len(moves) == 1:
                walk.take(0)
                continue
            yield walk, place
            now = walk.position()
            walk.take(moves.index(bots[now.seat].choose(now.view, moves, now.story)))

    def _line(self, walk: Walk, position: Position, number: int, place: int, count: int) -> Line | None:
        """Return the puzzle of a position if it makes one, is new, and its kind is wanted."""
        found = self.subject.seek(position)
        if found is None or self._same(position) in self.known or self._enough(found.kind, count):
            return None
        line = Line(number, place, walk.path(), found.kind, found.theme, found.worths, "", found.proof)
        right = self.subject.right(self.subject.worth(position, line))
        graded = grading.found(position, [position.moves[each] for each in right])
        if self._too_easy(found.kind, graded):
            return None
        return msgspec.structs.replace(line, found=graded)

    def _enough(self, kind: str, count: int) -> bool:
        """Return whether a kind has its share: an even one, and half as much again."""
        return sum(line.kind == kind for line in self.lines) * len(self.subject.kinds) * 2 > count * 3

    def _too_easy(self, kind: str, graded: str) -> bool:
        of_kind = [line.found for line in self.lines if line.kind == kind]
        easy = Counter(set(each) == {"3"} for each in of_kind)[True]
        return set(graded) == {"3"} and (easy + 1) * EASY > len(of_kind) + EASY

    def _same(self, position: Position) -> bytes:
        return msgspec.json.encode(self.subject.same(position))


def maker(game: str, seed: str, journal: Path) -> Maker:
    return Maker(GAMES[game], subjects()[game], seed, journal)
