"""Prove wins and losses near the end of a game, by search on the rules engine (an endgame proof guard).

All states that a view allows are searched together. A seat that cannot distinguish two of them must answer
both alike. A rival is assumed to answer as badly for the seat as possible; where the rival's answers cannot
be enumerated, every result is assumed possible.
"""

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Generic, NamedTuple

import msgspec

from hanamachi.bots.bot import Bot, M, Sure, V
from hanamachi.core.game import NATURE, Move, Seat, Told


class Bounds(NamedTuple):
    """Bounds of the share of the victory: what is safe, and what can be hoped for."""

    low: float
    high: float


OPEN = Bounds(0.0, 1.0)


class Way(NamedTuple):
    """A state that may be the true one. It is blind if a card that no player has seen was drawn on the way to
    it."""

    state: Any
    blind: bool = False


class TooMany(Exception):
    """Raised if there are more answers than the search may look at."""


class Lookout(ABC, Generic[V]):
    """Describes how far ahead a game can be searched exactly."""

    rivals = False  # True if the rivals' answers are known in each of the states
    most = 3000  # answers that a search may look at

    @abstractmethod
    def states(self, view: V) -> Sequence[Any]:
        """Return all states that the view allows, or none if it is too early to enumerate them."""

    @abstractmethod
    def settled(self, state: Any, seat: Seat) -> float | None:
        """Return the worth of a state to a seat if it needs no further search, else None."""

    def answers(self, state: Any) -> Sequence[Move]:
        """Return the moves worth searching. Of several equivalent moves one is enough."""
        moves: Sequence[Move] = state.moves()
        return moves

    def best(self, view: V, moves: Sequence[M]) -> Sequence[M]:
        """Return the moves that are proved to win, if there are any. Otherwise return those that are not
        proved to lose; if the search was complete, only those of them with the best average."""
        if len(moves) == 1 or not (states := self.states(view)):
            return moves
        assert view.seat is not None
        try:
            return Certainty(self, view.seat).best(states, moves)
        except TooMany:
            return moves


class Certainty:
    """The exhaustive search of one question."""

    def __init__(self, lookout: Lookout[Any], seat: Seat) -> None:
        self.lookout, self.seat, self.left, self.open = lookout, seat, lookout.most, False

    def best(self, states: Sequence[Any], moves: Sequence[M]) -> Sequence[M]:
        found = [self.bounds([self.after(Way(state), move) for state in states]) for move in moves]
        lows, highs = [min(each)[0] for each in found], [max(b.high for b in each) for each in found]
        if max(lows) == 1.0:
            return [move for move, low in zip(moves, lows, strict=True) if low == 1.0]
        if self.open:
            hopeful = [move for move, high in zip(moves, highs, strict=True) if high > 0.0]
            return hopeful or moves
        means = [sum(bounds.low for bounds in each) for each in found]
        return [move for move, mean in zip(moves, means, strict=True) if mean > max(means) - 1e-9]

    def after(self, way: Way, move: Move) -> Way:
        """Play a move and nature's answers. If nature had a choice, the result is blind."""
        self.left -= 1
        if self.left < 0:
            raise TooMany
        state, blind = way.state.answer(move), way.blind
        while state.actor == NATURE and self.lookout.settled(state, self.seat) is None:
            odds = state.odds()
            blind |= len(odds) > 1
            state = state.answer(odds[0][0])
        return Way(state, blind)

    def bounds(self, ways: Sequence[Way]) -> list[Bounds]:
        """Return the bounds of each way, if any of them may be true."""
        found, alike = [OPEN] * len(ways), defaultdict[bytes, list[int]](list)
        for i, way in enumerate(ways):
            value = self.lookout.settled(way.state, self.seat)
            if value is not None:
                found[i] = Bounds(value, value)
            elif way.blind or not (self.lookout.rivals or way.state.actor == self.seat):
                self.open = True
            else:
                alike[msgspec.json.encode(way.state.view(self.seat))].append(i)
        for group in alike.values():
            together = [ways[i] for i in group]
            mine = together[0].state.actor == self.seat
            for i, each in zip(group, self.chosen(together) if mine else self.met(together), strict=True):
                found[i] = each
        return found

    def chosen(self, ways: Sequence[Way]) -> list[Bounds]:
        """Return the bounds of one's own answer, which must be the same in ways that look alike."""
        moves = self.lookout.answers(ways[0].state)
        tried = [self.bounds([self.after(way, move) for way in ways]) for move in moves]
        best = max(tried, key=lambda each: (min(each)[0], sum(bounds.low for bounds in each)))
        return [Bounds(best[i].low, max(each[i].high for each in tried)) for i in range(len(ways))]

    def met(self, ways: Sequence[Way]) -> list[Bounds]:
        """Return the bounds of a rival's answer. The rival knows which way is true."""
        answers = [
            (i, self.after(way, move))
            for i, way in enumerate(ways)
            for move in self.lookout.answers(way.state)
        ]
        found, whole = [list[Bounds]() for _ in ways], self.bounds([way for _, way in answers])
        for (i, _), bounds in zip(answers, whole, strict=True):
            found[i].append(bounds)
        return [Bounds(min(each)[0], max(b.high for b in each)) for each in found]


class Careful(Sure[V]):
    """A bot that never misses a proved win and never makes a proved mistake, and else asks another bot."""

    def __init__(self, bot: Bot[V], lookout: Lookout[V]) -> None:
        self.bot, self.lookout = bot, lookout

    def choose(self, view: V, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        best = self.lookout.best(view, moves)
        if len(best) == 1:
            return best[0]
        chosen = self.bot.choose(view, moves, story)
        return chosen if chosen in best else self.bot.choose(view, best, story)
