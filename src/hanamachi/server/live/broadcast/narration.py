"""Put the moves of a log into sentences of one language, as one seat hears them."""

from collections.abc import Callable, Sequence
from typing import Any

from hanamachi.core.game import NATURE, Game, Seat, Told
from hanamachi.core.log import MOVES, Log
from hanamachi.core.telling import folded, narrate_together
from hanamachi.core.words import Name, Words


class Narration:
    """The sentences of a log. Each is worked out once. `look(n)` returns what the seat saw after n rows;
    `openly`: nothing is hidden from the reader."""

    def __init__(
        self,
        game: Game,
        log: Log,
        seat: Seat | None,
        look: Callable[[int], Any],
        phrases: Words,
        names: Sequence[Name],
        *,
        openly: bool = False,
    ) -> None:
        self.game, self.log, self.seat, self.look = game, log, seat, look
        self.phrases, self.names, self.openly = phrases, names, openly
        self.stands = frozenset(log.stands)
        self._heard: dict[int, Told] = {}
        self._groups: dict[int, list[int]] = {}  # by row: the rows that are told in one sentence with it
        self._sentences: dict[int, str] = {}

    def heard(self, seq: int) -> Told:
        """Return the move of a row as this seat hears it."""
        if seq not in self._heard:
            row = self.log.rows[seq]
            assert isinstance(row, MOVES)
            move = row.move if self.openly else self.log.states[seq].veil(row.move, self.seat)
            self._heard[seq] = Told(row.seat, move)
        return self._heard[seq]

    def sentence(self, seq: int) -> str:
        """Narrate a move. Moves that fold into one sentence are told with the last of them."""
        if seq not in self._sentences:
            self._sentences[seq] = self._narrate(seq)
        return self._sentences[seq]

    def decided(self, seq: int) -> str:
        """Tell the whole decision that a move completes. Return "" before that, and where the
        game does not tell decisions or the log does not hold the whole decision."""
        tell, seat = self.game.text.decided, self.heard(seq).seat
        if tell is None or seat == NATURE or seq not in self.stands or self._asked_further(seq + 1, seat):
            return ""
        rows = [seq]
        for before in range(seq - 1, -1, -1):
            if not self._asked_further(rows[-1], seat):
                break
            if before in self.stands:
                rows.append(before)
        if self._asked_further(rows[-1], seat):  # it began before this log, as in a preview
            return ""
        steps = [(self.look(row), self.heard(row)) for row in reversed(rows)]
        return tell(steps, self.look(seq + 1), self.phrases, self.names)

    def _asked_further(self, seq: int, seat: Seat) -> bool:
        """Return True if this seat is asked, after so many rows, what completes its decision."""
        if self.log.states[seq].actor != seat:
            return False
        prompt = self.look(seq).prompt
        return prompt is not None and prompt.ask in self.game.text.further

    def _narrate(self, seq: int) -> str:
        if self.heard(seq).seat != NATURE:
            return self._tell([seq])
        if seq not in self._groups:
            self._group(self._run(seq))
        return self._tell(self._groups[seq]) if self._groups[seq][-1] == seq else ""

    def _tell(self, group: list[int]) -> str:
        lines = [self.heard(each) for each in group]
        return narrate_together(self.game, lines, group[-1], self.look, self.phrases, self.names)

    def _group(self, run: range) -> None:
        """Note which rows of a run are told together."""
        for places in folded([self.heard(seq) for seq in run], self.phrases):
            group = [run[place] for place in places]
            self._groups.update(dict.fromkeys(group, group))

    def _run(self, seq: int) -> range:
        """Return the rows around this one in which nature does things of the same kind."""
        first = last = seq
        while self._goes_on(first - 1):
            first -= 1
        while self._goes_on(last):
            last += 1
        return range(first, last + 1)

    def _goes_on(self, seq: int) -> bool:
        """Return True if the next row is nature's like this one, and stands as long."""
        if not 0 <= seq < self.log.seq - 1:
            return False
        row, then = self.log.rows[seq], self.log.rows[seq + 1]
        if not isinstance(row, MOVES) or not isinstance(then, MOVES):
            return False
        if not row.seat == then.seat == NATURE or type(row.move) is not type(then.move):
            return False
        return (seq in self.stands) == (seq + 1 in self.stands)
