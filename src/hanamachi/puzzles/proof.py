"""Prove that a move wins in every state that may be the true one, whatever the rivals do.

It asks less than the bots' search of bounds (bots/certain.py), and so it looks further: it stops at the first
answer that refutes a move, and at the first move that wins.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from hanamachi.bots.certain import Lookout, TooMany
from hanamachi.core.game import NATURE, Move, Seat


class Proof:
    """The proof of one question. It raises `TooMany` after `most` answers."""

    def __init__(self, lookout: Lookout[Any], seat: Seat, most: int) -> None:
        self.lookout, self.seat, self.left = lookout, seat, most

    def winning(self, states: Sequence[Any], moves: Iterable[Move]) -> list[Move]:
        """Return the moves after which the seat can win in each of the states."""
        return [move for move in moves if self.after([(state, move) for state in states])]

    def after(self, answers: Iterable[tuple[Any, Move]]) -> bool:
        """Return whether the seat can win after each of these answers, if any of them may be true."""
        alike = defaultdict[bytes, list[Any]](list)
        for state, move in answers:
            after, known = self.played(state, move)
            value = self.lookout.settled(after, self.seat)
            if value is None and known and (self.lookout.rivals or after.actor == self.seat):
                alike[msgspec.json.encode(after.view(self.seat))].append(after)
            elif value != 1.0:
                return False
        return all(self.won(states) for states in alike.values())

    def played(self, state: Any, move: Move) -> tuple[Any, bool]:
        """Play a move and what nature does then. Return also whether it is known what she does."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        state, known = state.answer(move), True
        while state.actor == NATURE and self.lookout.settled(state, self.seat) is None:
            odds = state.odds()
            known &= len(odds) == 1
            state = state.answer(odds[0][0])
        return state, known

    def won(self, states: Sequence[Any]) -> bool:
        """Return whether the seat can win from each of these states, which it cannot distinguish."""
        if states[0].actor != self.seat:
            answers = [(state, move) for state in states for move in self.lookout.answers(state)]
            return self.after(answers)
        moves = self.lookout.answers(states[0])
        return any(self.after([(state, move) for state in states]) for move in moves)
