"""Make puzzles of Hanamikoji: in the last round, where one answer gains a tenth over every other."""

from collections.abc import Iterator
from typing import Any

from hanamachi.core.words import Name
from hanamachi.games.hanamikoji.moves import Discard, Secret
from hanamachi.games.hanamikoji.pieces import NAMES
from hanamachi.games.hanamikoji.view import HanamikojiView
from hanamachi.puzzles.hanamikoji.exact import belief, chances, is_last
from hanamachi.puzzles.hanamikoji.symmetry import canonical
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.path import Choice, Position, Setting
from hanamachi.puzzles.puzzle import Line, Worth
from hanamachi.puzzles.subject import Found, Subject

GAIN = 0.1  # in chance to win, of the best answer over the second
DEALS = 20_000
MOST_MOVES, MOST_LEFT = 30, 4  # legal moves; actions of the round that are left
THOUSAND = 1000


class HanamikojiSubject(Subject):
    game = "hanamikoji"
    settings = (Setting(2),)
    kinds = ("take_one", "take_pair", "act")
    themes = ("take", "offer", "hide", "count")
    levels = ("novice", "student", "adept")
    a_game, endings = 4, 3

    def is_end(self, position: Position) -> bool:
        return bool(position.view.round == position.view.rounds)

    def order(self, choices: Iterator[Choice]) -> Iterator[Choice]:
        """Return the last choices first: the nearer the end, the more is counted, and the less it costs."""
        return iter(sorted(choices, key=lambda choice: -len(choice.position.story)))

    def seek(self, position: Position) -> Found | None:
        view: HanamikojiView = position.view
        if view.round != view.rounds or len(position.moves) > MOST_MOVES:
            return None
        if is_last(view):
            return self.counted(position)
        if sum(map(len, view.actions)) <= MOST_LEFT:
            return self.sampled(position)
        return None

    def counted(self, position: Position) -> Found | None:
        """Return the puzzle of a last decision, whose chances can be counted."""
        found = [float(each) for each in chances(position.view, position.moves)]
        *_, second, best = sorted(found)
        return self.puzzle(position, found, 0.0) if best - second >= GAIN else None

    def sampled(self, position: Position) -> Found | None:
        """Return the puzzle of an earlier decision, if the sample leaves no doubt of the gain."""
        from hanamachi.puzzles.hanamikoji.sampled import sampled  # numba, only where puzzles are made

        found = sampled(position, GAIN, DEALS, seed=len(position.story))
        return self.puzzle(position, found.chances, max(found.margins)) if found else None

    def puzzle(self, position: Position, found: list[float], margin: float) -> Found:
        view, best = position.view, position.moves[found.index(max(found))]
        hides = isinstance(best, Secret | Discard)
        theme = "hide" if hides else "offer" if view.offer is None else "take" if margin else "count"
        worths = [round(each * THOUSAND) for each in found]
        return Found(view.prompt.ask, theme, worths, round(margin * THOUSAND, 1))

    def same(self, position: Position) -> Any:
        return canonical(position.view)

    def worth(self, position: Position, line: Line) -> list[Worth]:
        chances = [each / THOUSAND for each in line.worths]
        return [Worth(100 * each, chance=each, margin=line.proof / THOUSAND) for each in chances]

    def reason(self, opened: OpenedPuzzle, place: int | None) -> str:
        (right,) = opened.right
        phrases, margin = opened.phrases, opened.worths[right].margin
        said = [phrases("puzzle.best", move=Name(opened.labelled(right)), chance=percent(opened, right))]
        if place is not None and place != right:
            yours = phrases("puzzle.yours", move=Name(opened.labelled(place)), chance=percent(opened, place))
            said.append(yours)
        how = (
            phrases("puzzle.sampled", margin=phrases.decimal(100 * margin))
            if margin
            else phrases("puzzle.counted")
        )
        return " ".join([*said, how])

    def proof(self, position: Position, line: Line) -> Any:
        """Return what the rival may hold, and over how many deals the chances were counted (None: all)."""
        held = [
            {"item": f"item.{NAMES[item]}", "chance": float(chance), "secret": float(secret)}
            for item, chance, secret in belief(position.view)
        ]
        return {"beliefs": held, "deals": DEALS if line.proof else None}


def percent(opened: OpenedPuzzle, place: int) -> int:
    """Return a move's chance to win in percent."""
    return round(opened.worths[place].points)
