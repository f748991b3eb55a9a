"""Prove that a move wins in every state that may be the true one, whatever is drawn and the rivals do.

It asks less than the bots' search of bounds (bots/certain.py), and so it looks further: it stops at the first
draw or answer that refutes a move, and at the first move that wins.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import chain
from typing import Any

import msgspec

from hanamachi.bots.bot import V
from hanamachi.bots.certain import Lookout, TooMany
from hanamachi.core.game import NATURE, Move, Seat


class Foresight(Lookout[V]):
    """Describes a search that goes on after a draw."""

    def outcomes(self, state: Any, seat: Seat) -> Iterable[Any]:
        """Return the states that may follow nature's move, as far as this seat knows."""
        return (state.answer(move) for move, _ in state.odds())

    def goes_on(self, state: Any) -> bool:
        """Return whether all answers of a rival are known, so that the search may go on there."""
        return True

    def apart(self, state: Any) -> Any:
        """Return what sets a state apart from others that this seat cannot distinguish from it."""
        return state


class Proof:
    """The proof of one question. It raises `TooMany` after `most` answers."""

    def __init__(self, foresight: Foresight[Any], seat: Seat, most: int) -> None:
        self.foresight, self.seat, self.left = foresight, seat, most
        self.known = dict[Hashable, bool]()

    def winning(self, states: Sequence[Any], moves: Iterable[Move]) -> list[Move]:
        """Return the moves after which the seat can win in each of the states."""
        return [move for move in moves if self.after([(state, move) for state in states])]

    def after(self, answers: Iterable[tuple[Any, Move]]) -> bool:
        """Return whether the seat can win after each of these answers, if any of them may be true."""
        alike = defaultdict[bytes, list[Any]](list)
        following = chain.from_iterable(self.followed(state.answer(move)) for state, move in answers)
        for count, state in enumerate(following):
            if count == 1 and not all(map(self.won, alike, alike.values())):  # most moves fail in any state
                return False
            value = self.foresight.settled(state, self.seat)
            if value is None and (state.actor == self.seat or self.foresight.goes_on(state)):
                alike[msgspec.json.encode(state.view(self.seat))].append(state)
            elif value != 1.0:
                return False
        return all(map(self.won, alike, alike.values()))

    def followed(self, state: Any) -> Iterator[Any]:
        """Yield what may follow by nature alone, up to the next decision or the end."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        if state.actor != NATURE or self.foresight.settled(state, self.seat) is not None:
            yield state
            return
        for then in self.foresight.outcomes(state, self.seat):
            yield from self.followed(then)

    def won(self, view: bytes, states: Sequence[Any]) -> bool:
        """Return whether the seat can win from each of these states, which it cannot distinguish."""
        key = view, frozenset(map(self.foresight.apart, states))
        if key not in self.known:
            self.known[key] = self.searched(states)
        return self.known[key]

    def searched(self, states: Sequence[Any]) -> bool:
        if states[0].actor != self.seat:
            return self.after((state, move) for state in states for move in self.foresight.answers(state))
        moves = self.foresight.answers(states[0])
        return any(self.after((state, move) for state in states) for move in moves)
