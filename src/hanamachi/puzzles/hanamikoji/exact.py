"""Count the end of the last round exactly: all that the hidden cards may be, each way to lay them alike.

It begins with the last action of the round. The rival's answer is the best by what she sees, if every way to
lay the cards that she cannot see is equally probable; equally good answers are given equally often.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import permutations

from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.hanamikoji.imagine import laid
from hanamachi.games.hanamikoji.pieces import spread
from hanamachi.games.hanamikoji.rules import State
from hanamachi.games.hanamikoji.view import HanamikojiView

HALF = Fraction(1, 2)


def is_last(view: HanamikojiView) -> bool:
    """Return whether the open decision is the last action of the round, or the answer to it."""
    return sum(map(len, view.actions)) == (view.offer is None)


def deals_of(view: HanamikojiView) -> Counter[State]:
    """Return every state that the view allows, and in how many ways the cards can lie so."""
    return Counter(laid(view, list(order)) for order in permutations(spread(view.unseen)))


def chances(view: HanamikojiView, moves: Sequence[Move]) -> list[Fraction]:
    """Return the exact chance to win the game after each move; a draw is half a win."""
    assert view.seat is not None
    deals = deals_of(view)
    whole = sum(deals.values())
    return [
        sum((ways * won(state.answer(move), view.seat) for state, ways in deals.items()), Fraction()) / whole
        for move in moves
    ]


def won(state: State, seat: Seat) -> Fraction:
    """Return a seat's share of the victory from here, after the rival's answer if one is open."""
    state = settled(state)
    if outcome := state.outcome():
        return Fraction(seat in outcome.winners) if outcome.winners else HALF
    answers = best_answers(state)
    return sum((won(state.answer(move), seat) for move in answers), Fraction()) / len(answers)


def settled(state: State) -> State:
    """Return the state after all that is certain."""
    while state.actor == NATURE and len(odds := state.odds()) == 1:
        state = state.answer(odds[0][0])
    return state


def best_answers(state: State) -> list[Move]:
    """Return the deciding seat's best answers by its own view."""
    view: HanamikojiView = state.view(state.actor)
    moves = state.moves()
    found = chances(view, moves)
    return [move for move, chance in zip(moves, found, strict=True) if chance == max(found)]


def belief(view: HanamikojiView) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Yield for each unseen item the chance that the rival has one in hand or as her Secret, and that it is
    her Secret. Yield nothing if she has neither."""
    assert view.seat is not None
    rival = 1 - view.seat
    count, held = sum(view.unseen), view.hands[rival] + view.secrets[rival]
    for item, copies in enumerate(view.unseen):
        if not (copies and held):
            continue
        none = Fraction(1)
        for card in range(copies):
            none *= Fraction(max(0, count - held - card), count - card)
        secret = Fraction(copies, count) if view.secrets[rival] else Fraction()
        yield item, 1 - none, secret
