"""Make puzzles: play games of bots, seek in every position, grade what is found. It goes on where it stopped.

The journal is a file of JSON lines: the header, the puzzles, and the number of each game that is done. A
game follows from the seed and its number alone.
"""

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from random import Random
from time import monotonic

import msgspec

from hanamachi.core.game import Game, Move
from hanamachi.core.words import Refusal
from hanamachi.games import GAMES
from hanamachi.puzzles import grading, puzzle
from hanamachi.puzzles.path import Choice, Position, Setting, Walk
from hanamachi.puzzles.puzzle import FORMAT, Header, Line, Puzzle
from hanamachi.puzzles.subject import Subject, subjects


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
        """Yield the puzzles of one game, at most as many as the subject allows, and no two with the same
        answers."""
        answers, paths = list[Sequence[Move]](), list[str]()
        for choice in self.subject.order(self._choices(number)):
            if self.subject.apart and any(map(choice.path.startswith, paths)):
                continue
            line = self._line(choice, number, count)
            if line and (right := self._right(choice.position, line)) not in answers:
                answers.append(right)
                paths.append(choice.path)
                self.known.add(self._same(choice.position))
                yield line
            if len(answers) == self.subject.a_game:
                return

    def _choices(self, number: int) -> Iterator[Choice]:
        """Play a game, and its end some more times, and yield every choice in it."""
        dice = Random(f"{self.header.seed} {self.game.name} {number} bots")
        walk = Walk(self.game, self._setting(number), self.header.seed, number)
        ends = list[Walk]()
        for choice in self._played(walk, dice):
            if not ends and self.subject.is_end(choice.position):
                ends = [walk.copy() for _ in range(self.subject.endings)]
            yield choice
        for end in ends:
            yield from self._played(end, dice)

    def _played(self, walk: Walk, dice: Random) -> Iterator[Choice]:
        """Play on to the end, with bots that the dice choose."""
        bots = self.subject.players(walk.setting.seats, dice)
        while walk.state.actor is not None:
            moves = walk.state.moves()
            if len(moves) == 1:
                walk.take(0)
                continue
            now = walk.position()
            yield Choice(now, walk.path())
            walk.take(moves.index(bots[now.seat].choose(now.view, moves, now.story)))

    def _setting(self, number: int) -> Setting:
        return self.header.settings[number % len(self.header.settings)]

    def _line(self, choice: Choice, number: int, count: int) -> Line | None:
        """Return the puzzle of a choice if it makes one, is new, and its kind is wanted."""
        position = choice.position
        found = self.subject.seek(position)
        if found is None or self._same(position) in self.known or self._enough(found.kind, count):
            return None
        place = number % len(self.header.settings)
        line = Line(number, place, choice.path, found.kind, found.theme, found.worths, "", found.proof)
        right = self._right(position, line)
        line = msgspec.structs.replace(line, found=grading.found(position, right))
        others = [each.found for each in self.lines if each.kind == line.kind]
        return None if self.subject.too_easy(position, right, line.found, others) else line

    def _right(self, position: Position, line: Line) -> Sequence[Move]:
        return [position.moves[each] for each in self.subject.right(self.subject.worth(position, line))]

    def _enough(self, kind: str, count: int) -> bool:
        """Return whether a kind has its share: an even one, and half as much again."""
        return sum(line.kind == kind for line in self.lines) * len(self.subject.kinds) * 2 > count * 3

    def _same(self, position: Position) -> bytes:
        return msgspec.json.encode(self.subject.same(position))


def maker(game: str, seed: str, journal: Path) -> Maker:
    return Maker(GAMES[game], subjects()[game], seed, journal)
