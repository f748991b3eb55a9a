"""Mai-Star's novice: it looks one move ahead and counts income, playable cards and the burden of a full
hand."""

from collections.abc import Sequence

from hanamachi.bots.bot import Bot
from hanamachi.bots.certain import Careful
from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.bots.novice import Novice
from hanamachi.core.game import NATURE, Move, Outcome, Seat, State
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import Allow, Card, Dealing, Decline, Reacting, Starting
from hanamachi.games.mai_star.pieces import BLACK, COLOUR, INCOME, OIRAN_CARD, REQUIREMENT, Reputation
from hanamachi.games.mai_star.view import MaiStarView

HOPE = (0.6, 0.4, 0.25, 0.15)  # the share of income that counts while 0, 1, 2, 3 of reputation are missing
BURDEN = 1.0  # cost of a card in hand
FAME = 0.5  # worth of a point of reputation, up to ENOUGH
ENOUGH = 10
UNSEEN = 0.5  # worth of a card not drawn yet, or in another hand
LEADER = 0.01  # extra weight of the best rival
WIN = 10_000.0
PLACE = 1000.0


def novice(seed: int) -> Bot[MaiStarView]:
    """Return the novice. The proof guard lets it count the points before it lays the last card."""
    return Careful(one_move_ahead(seed), MaiStarLookout())


def one_move_ahead(seed: int) -> Bot[MaiStarView]:
    return Trusting(GAME, worth, seed)


class Trusting(Novice[MaiStarView]):
    """Looks past the answer of an effect's target, and assumes that the effect happens, but not into a new
    round. It uses an effect that seems to change nothing, such as the Doctor's free turn."""

    def best(self, view: MaiStarView, moves: Sequence[Move]) -> list[Move]:
        best = super().best(view, moves)
        return [move for move in best if not isinstance(move, Decline)] or best

    def settled(self, state: State[Move, MaiStarView]) -> State[Move, MaiStarView]:
        while state.todo and not isinstance(state.todo[0], Starting | Dealing):
            if isinstance(state.todo[0], Reacting):
                state = state.answer(Allow())
            elif state.actor == NATURE:
                state = state.answer(state.draw(self.rng))
            else:
                break
        return state


def worth(view: MaiStarView) -> float:
    """Return this seat's assets and prospects, less the others' average and a little of the best of them. In
    a finished game the victory counts first, then the place, then the points."""
    assert view.seat is not None
    if view.outcome is not None:
        return result(view.outcome, view.seat)
    others = [prospects(view, seat) for seat in range(len(view.places)) if seat != view.seat]
    return prospects(view, view.seat) - sum(others) / len(others) - LEADER * max(others)


def result(outcome: Outcome, seat: Seat) -> float:
    won = WIN / len(outcome.winners) if seat in outcome.winners else -WIN
    lead = outcome.points[seat] - max(points for other, points in enumerate(outcome.points) if other != seat)
    return won - PLACE * outcome.ranks[seat] + lead


def prospects(view: MaiStarView, seat: Seat) -> float:
    banked = sum(result.points[seat] for result in view.results)
    place = view.places[seat]
    if place.reputation is None:
        return float(banked)
    fame = sum(min(skill, ENOUGH) for skill in place.reputation) * FAME
    hand = UNSEEN * place.cards if view.hand is None or seat != view.seat else promise(view)
    return banked + place.income + fame + hand


def promise(view: MaiStarView) -> float:
    """Return the worth of the hand, with the cards still to be drawn or given back."""
    assert view.seat is not None
    reputation = view.places[view.seat].reputation
    assert reputation is not None
    hopes = sorted(hope(card, reputation) for card in view.hand or ())
    back = sum(owed.what in ("Burying", "Discarding") for owed in view.owed)
    drawn = sum(owed.what == "Introducing" for owed in view.owed)
    return sum(hopes[back:]) + UNSEEN * drawn


def hope(card: Card, reputation: Reputation) -> float:
    if card == OIRAN_CARD:
        return UNSEEN
    have = max(reputation) if COLOUR[card] == BLACK else reputation[COLOUR[card]]
    missing = max(0, REQUIREMENT[card] - have)
    return (HOPE[missing] * INCOME[card] if missing < len(HOPE) else 0.0) - BURDEN
