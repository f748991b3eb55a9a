"""Make puzzles of wins that the certainty search proves, whatever is hidden and whatever the rivals do."""

from typing import Any

from hanamachi.bots.certain import Certainty, Lookout, TooMany, Way
from hanamachi.puzzles.path import Position
from hanamachi.puzzles.puzzle import Line, Worth
from hanamachi.puzzles.subject import Found, Subject


class CertainSubject(Subject):
    """Asks for the move that wins for certain, where others do not."""

    lookout: Lookout[Any]
    kinds = ("certain",)

    def seek(self, position: Position) -> Found | None:
        wins = self.wins(position)
        if wins is None or not any(wins) or 2 * sum(wins) > len(wins):
            return None
        return Found("certain", self.theme(position), [int(each) for each in wins])

    def theme(self, position: Position) -> str:
        theme: str = position.view.prompt.ask
        return theme

    def wins(self, position: Position) -> list[bool] | None:
        """Return which moves are proved to win; None if it is too early to search."""
        states = self.lookout.states(position.view)
        if not states:
            return None
        look = Certainty(self.lookout, position.seat)
        try:
            found = [
                look.bounds([look.after(Way(state), move) for state in states]) for move in position.moves
            ]
        except TooMany:
            return None
        return [min(each).low == 1.0 for each in found]

    def worth(self, position: Position, line: Line) -> list[Worth]:
        return [Worth(100.0 * each, "win" if each else None) for each in line.worths]
