"""The endgame proof guard of Geisha's Road: it searches the eighth turn, when no card is left to draw."""

from collections.abc import Sequence
from math import exp

from hanamachi.bots.certain import Lookout
from hanamachi.bots.geishas_road.standing import LEADS, STARTING
from hanamachi.core.game import Move, Seat
from hanamachi.games.geishas_road.imagine import every_way
from hanamachi.games.geishas_road.kernel.layout import MODES
from hanamachi.games.geishas_road.moves import Laying
from hanamachi.games.geishas_road.pieces import ACTION_CARDS, DECK
from hanamachi.games.geishas_road.rules import State
from hanamachi.games.geishas_road.scoring import totals
from hanamachi.games.geishas_road.view import RoadView


class RoadLookout(Lookout[RoadView]):
    rivals = True

    def states(self, view: RoadView) -> Sequence[State]:
        """Return every state if the last token is in play and nothing is left to draw: few cards are unseen
        then."""
        tokens = sum(map(len, view.tokens)) - (view.stage.now == "Acting")
        return every_way(view) if tokens == 0 and view.pool == 0 else ()

    def settled(self, state: State, seat: Seat) -> float | None:
        outcome = state.outcome()
        if outcome:
            return (seat in outcome.winners) / len(outcome.winners)
        return promise(state, seat) if state.rounds and state.pool == DECK else None

    def answers(self, state: State) -> Sequence[Move]:
        """Return one move if all cards of the hand must be laid, because their order does not matter."""
        step, moves = state.todo[0], state.moves()
        if isinstance(step, Laying) and state.offer:
            missing = ACTION_CARDS[state.offer.action] - len(state.offer.cards)
            return moves[:1] if missing == len(state.hands[step.seat]) else moves
        return moves


def promise(state: State, seat: Seat) -> float:
    """Return the chance to win that the lead after the first round gives."""
    points, mode = totals(state.rounds), MODES.index(state.options.mode)
    start = -STARTING[mode] if state.starter == seat else STARTING[mode]
    lead = points[seat] - points[1 - seat]
    return float(1 / (1 + exp(-(lead / LEADS[mode] + start))))
