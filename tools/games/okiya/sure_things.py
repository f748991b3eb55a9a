"""Prove what is sure in Okiya, under these options."""

import random
from collections.abc import Sequence
from typing import Any

from hanamachi.bots.bot import M
from hanamachi.bots.certain import Lookout
from hanamachi.core.game import Seat
from hanamachi.games.okiya.imagine import imagine
from hanamachi.games.okiya.moves import Scoring


class OkiyaLookout(Lookout[Any]):
    """Proves what the next two moves decide: a win at once, and a move that gives the rival none. Nothing is
    hidden in Okiya, but only `perfect` sees all of it."""

    def states(self, view: Any) -> Sequence[Any]:
        return (imagine(view, random.Random(0)),)

    def settled(self, state: Any, seat: Seat) -> float | None:
        step = state.todo[0]
        if not isinstance(step, Scoring):
            return None
        return 0.5 if step.score.winner is None else float(step.score.winner == seat)

    def best(self, view: Any, moves: Sequence[M]) -> Sequence[M]:
        (state,) = self.states(view)
        after = {move: state.play(move) for move in moves}
        worth = {move: self.settled(then, state.actor) for move, then in after.items()}
        won = [move for move in moves if worth[move] == 1.0]
        safe = [move for move in moves if worth[move] is not None or not self.lost(after[move], state.actor)]
        return won or safe or moves

    def lost(self, state: Any, seat: Seat) -> bool:
        return any(self.settled(state.play(move), seat) == 0.0 for move in state.moves())


LOOKOUT = OkiyaLookout()
OPTIONS: list[dict[str, Any]] = [{}]
