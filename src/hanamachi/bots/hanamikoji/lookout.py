"""The endgame proof guard of Hanamikoji: it searches the last action of a round and its answer, when only the
rival's Secret is unknown."""

from collections.abc import Sequence
from functools import cache

from hanamachi.bots.bot import M
from hanamachi.bots.certain import Bounds, Certainty, Lookout, TooMany, Way
from hanamachi.bots.hanamikoji.favours import MOST_LEFT, Favours, favour
from hanamachi.bots.hanamikoji.student import favours
from hanamachi.core.game import Seat
from hanamachi.games.hanamikoji.imagine import laid
from hanamachi.games.hanamikoji.moves import Dealing
from hanamachi.games.hanamikoji.pieces import spread
from hanamachi.games.hanamikoji.rules import State, last_round
from hanamachi.games.hanamikoji.view import HanamikojiView

table = cache(favours)


class HanamikojiLookout(Lookout[HanamikojiView]):
    """Ignores the rival's discards and the removed card: they do not count in the round."""

    rivals = True

    def states(self, view: HanamikojiView) -> Sequence[State]:
        """Return one state for each Secret that the rival may have laid."""
        if sum(map(len, view.actions)) > (view.offer is None):
            return ()
        unseen = spread(view.unseen)
        return [laid(view, [*unseen[:i], *unseen[i + 1 :], unseen[i]]) for i in range(len(unseen))]

    def settled(self, state: State, seat: Seat) -> float | None:
        outcome = state.outcome()
        if outcome:
            return (seat in outcome.winners) / len(outcome.winners) if outcome.winners else 0.5
        return promise(state, seat, table()) if isinstance(state.todo[0], Dealing) else None

    def best(self, view: HanamikojiView, moves: Sequence[M]) -> Sequence[M]:
        """Return the moves that are proved to win, else those that are not proved to lose. A last answer is
        followed by no decision. Of these answers a dominated one is left out: never better than another, and
        worse for some Secret."""
        if len(moves) == 1 or not (states := self.states(view)):
            return moves
        assert view.seat is not None
        look = Certainty(self, view.seat)
        try:
            found = [look.bounds([look.after(Way(state), move) for state in states]) for move in moves]
        except TooMany:
            return moves
        sure = [move for move, each in zip(moves, found, strict=True) if min(each).low == 1.0]
        kept = [i for i, each in enumerate(found) if max(bounds.high for bounds in each) > 0.0]
        if view.offer:
            kept = [i for i in kept if not any(dominates(found[j], found[i]) for j in kept)]
        return sure or [moves[i] for i in kept] or moves


def dominates(one: Sequence[Bounds], other: Sequence[Bounds]) -> bool:
    pairs = list(zip(one, other, strict=True))
    return all(a >= b for a, b in pairs) and any(a > b for a, b in pairs)


def promise(state: State, seat: Seat, favours: Favours) -> float:
    """Return the chance to win that the tokens give before a new round is dealt."""
    first, last = state.starter, last_round(state.options)
    assert first is not None
    masks = [sum(1 << item for item, who in enumerate(state.tokens) if who == each) for each in (0, 1)]
    left = MOST_LEFT if last is None else last - state.round + 1
    value = float(favours[len(favours) - left, favour(masks[first], masks[1 - first])])
    return (1 + value) / 2 if seat == first else (1 - value) / 2
