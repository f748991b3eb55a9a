"""Find the decisions of a game: which rows of its log belong to one, and where there was a choice."""

from msgspec import Struct

from hanamachi.core.game import Move, Seat
from hanamachi.core.log import Played
from hanamachi.core.table import Table


class DecisionRows(Struct, frozen=True):
    """A decision: all rows of it, and those at which there was a choice."""

    seat: Seat
    rows: tuple[int, ...]
    chosen: tuple[int, ...]

    @property
    def judged(self) -> tuple[int, ...]:
        """The rows at which a judge is asked: what else there was, and what became of it in the end."""
        return tuple(dict.fromkeys((self.chosen[0], self.chosen[-1])))


def decisions(table: Table) -> list[DecisionRows]:
    """Return every decision with a choice, in order. A move that completes the one before is part of it."""
    found: list[DecisionRows] = []
    for seq in table.log.stands:
        row = table.rows[seq]
        if not isinstance(row, Played) or row.seat < 0:
            continue
        begun = DecisionRows(row.seat, (), ())
        if found and found[-1].seat == row.seat and completes(table, seq):
            begun = found.pop()
        choice = (seq,) if len(table.log.states[seq].moves()) > 1 else ()
        found.append(DecisionRows(row.seat, (*begun.rows, seq), (*begun.chosen, *choice)))
    return [each for each in found if each.chosen]


def completes(table: Table, seq: int) -> bool:
    """Tell whether the move at this row answers a question that only completes a decision."""
    state = table.log.states[seq]
    prompt = state.view(state.actor).prompt
    return prompt is not None and prompt.ask in table.game.text.further


def made(table: Table, seq: int) -> Move:
    """Return the move that a row holds."""
    row = table.rows[seq]
    assert isinstance(row, Played)
    move: Move = row.move
    return move
