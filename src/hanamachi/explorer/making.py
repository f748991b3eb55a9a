"""Play games of bots against themselves, and note how each began and ended. It goes on where it stopped.

The journal is a file of JSON lines: the header, then each game. A game follows from the seed and its number
alone.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from time import monotonic

import msgspec
from msgspec import Struct

from hanamachi.bots import dismiss, make_bot
from hanamachi.core.game import Game, Outcome, Seat
from hanamachi.core.words import Refusal
from hanamachi.explorer.file import FORMAT, Header, Line, write
from hanamachi.explorer.openings import SEPARATOR, Decision, Openings, openings
from hanamachi.games import GAMES
from hanamachi.puzzles.path import Walk


class OtherJournal(Refusal):
    """A journal of another game, seed, level or version."""


class Begun(Struct, frozen=True, array_like=True):
    """How a game began, and how it ended for its first player: 1 won, 0 drawn, -1 lost, and the lead."""

    setting: int
    path: str
    result: int
    lead: int


class Maker:
    """Plays games, and writes each to the journal at once."""

    def __init__(self, game: Game, subject: Openings, header: Header, journal: Path) -> None:
        self.game, self.subject, self.header, self.journal = game, subject, header, journal
        self.games: list[Begun] = []
        if journal.exists():
            self._resume()
        else:
            journal.write_bytes(msgspec.json.encode(header) + b"\n")

    def _resume(self) -> None:
        """Read the journal. A last line that was cut short is dropped, and its game is played again."""
        first, *rest = self.journal.read_bytes().split(b"\n")
        if msgspec.json.decode(first, type=Header) != self.header:
            raise OtherJournal("other_journal", path=str(self.journal))
        self.games = [msgspec.json.decode(line, type=Begun) for line in rest[:-1]]
        self.journal.write_bytes(b"\n".join([first, *rest[:-1], b""]))

    def make(self, count: int, seconds: float, tell: Callable[[int], None]) -> None:
        """Play until there are `count` games, or the time is over. `tell` gets their number after each."""
        end = monotonic() + seconds
        while len(self.games) < count and monotonic() < end:
            game = self.played(len(self.games))
            with self.journal.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
            self.games.append(game)
            tell(len(self.games))

    def played(self, number: int) -> Begun:
        """Play a numbered game."""
        place = self.subject.setting_for(number)
        walk = Walk(self.game, self.header.settings[place], self.header.seed, number)
        dice = Random(f"{self.header.seed} {self.game.name} {number} bots")
        levels = (self.header.opens, self.header.plays_on)
        pairs = [[make_bot(self.game.name, level, dice.getrandbits(40)) for _ in (0, 1)] for level in levels]
        decisions: list[Decision] = []
        path = None
        starter = walk.position().seat
        while walk.state.actor is not None:
            now = walk.position()
            bot = pairs[path is not None][now.seat]
            moves = now.moves
            move = moves[0] if len(moves) == 1 else bot.choose(now.view, moves, now.story)
            decisions.append((now.state, move))
            path = path or self.subject.path(decisions)
            walk.take(moves.index(move))
        for bot in (*pairs[0], *pairs[1]):
            dismiss(bot)
        outcome = walk.state.outcome()
        assert outcome is not None
        assert path is not None
        return Begun(place, SEPARATOR.join(path), *ended(outcome, starter))

    def file(self) -> bytes:
        return write(self.header, counted(self.games))


def ended(outcome: Outcome, starter: Seat) -> tuple[int, int]:
    """Return how a game of two ended for its first player, and by how many points they led."""
    winners, points = outcome.winners, outcome.points
    result = 0 if len(winners) != 1 else 1 if starter in winners else -1
    return result, points[starter] - points[1 - starter]


def counted(games: Iterable[Begun]) -> list[Line]:
    """Count games by their beginnings."""
    found: dict[tuple[int, str], list[Begun]] = {}
    for game in games:
        found.setdefault((game.setting, game.path), []).append(game)
    return [line(setting, path, found[setting, path]) for setting, path in sorted(found)]


def line(setting: int, path: str, games: list[Begun]) -> Line:
    results = [game.result for game in games]
    leads = [game.lead for game in games]
    each = (results.count(1), results.count(0), results.count(-1))
    return Line(setting, path, *each, sum(leads), sum(lead * lead for lead in leads))


def maker(game: str, seed: str, opens: str, plays_on: str, journal: Path) -> Maker:
    subject = openings()[game]
    for level in (opens, plays_on):
        dismiss(make_bot(game, level, 0))  # refuses an unknown one
    header = Header(
        format=FORMAT,
        game=game,
        version=GAMES[game].version,
        seed=seed,
        settings=subject.settings,
        opens=opens,
        plays_on=plays_on,
    )
    return Maker(GAMES[game], subject, header, journal)
