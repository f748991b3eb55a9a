"""Search to the end of the turn in Mai-Star: every card that may be drawn, every answer to an effect.

Of what others hold, Oiran alone matters within a turn, because she may cancel. So there is a state for each
place where she may lie; which other cards lie where does not change who wins.
"""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from random import Random
from typing import Any

from hanamachi.bots.mai_star.lookout import MaiStarLookout
from hanamachi.core.game import Seat
from hanamachi.games.mai_star.imagine import imagine, unseen_cards
from hanamachi.games.mai_star.moves import Card, Draw, Drawing, Reacting
from hanamachi.games.mai_star.pieces import OIRAN_CARD, REQUIREMENT, ROUNDS
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.view import MaiStarView
from hanamachi.puzzles.proof import Foresight

DECK = -1  # the place of a card that nobody holds


class MaiStarForesight(MaiStarLookout, Foresight[MaiStarView]):
    def states(self, view: MaiStarView) -> Sequence[State]:
        return [laid(view, place) for place in places(view)] if view.round == ROUNDS else ()

    def outcomes(self, state: State, seat: Seat) -> Iterable[State]:
        step = state.todo[0]
        if isinstance(step, Drawing):
            view = state.view(seat)
            if view.bottom is None or view.buried < view.deck:
                return draws(state, view, step.to)
        return super().outcomes(state, seat)

    def goes_on(self, state: State) -> bool:
        return isinstance(state.todo[0], Reacting)

    def apart(self, state: State) -> Hashable:
        return tuple(OIRAN_CARD in place.hand for place in state.places)


def draws(state: State, view: MaiStarView, to: Seat) -> Iterator[State]:
    """Yield the table after each card that a player may draw next. Of another's draws, Oiran alone
    matters."""
    where, unseen = place_of_oiran(state, view.seat), set(unseen_cards(view))
    others = sorted(unseen - {OIRAN_CARD}, key=lambda card: -REQUIREMENT[card])
    cards = others if to == view.seat else others[:1]
    if OIRAN_CARD in unseen and where == DECK:
        yield laid(view, DECK, OIRAN_CARD).answer(Draw(to, OIRAN_CARD))
        cards = cards if view.deck - len(view.bottom or ()) > 1 else []  # she may be the only unknown one
    for card in cards:
        yield laid(view, where, card).answer(Draw(to, card))


def place_of_oiran(state: State, seat: Seat | None) -> int:
    """Return who holds Oiran, as far as this seat does not know; `DECK` if no other player does."""
    held = (each for each, place in enumerate(state.places) if each != seat and OIRAN_CARD in place.hand)
    return next(held, DECK)


def unknown(view: MaiStarView) -> list[int]:
    """Return how many cards of each hand this seat does not know."""
    return [
        0 if seat == view.seat else place.cards - len(known)
        for seat, (place, known) in enumerate(zip(view.places, view.known, strict=True))
    ]


def places(view: MaiStarView) -> list[int]:
    """Return where Oiran may lie. If this seat knows, `DECK` stands for it."""
    if OIRAN_CARD not in unseen_cards(view):
        return [DECK]
    hands = [seat for seat, cards in enumerate(unknown(view)) if cards]
    return [*hands, DECK] if view.deck > len(view.bottom or ()) else hands


def laid(view: MaiStarView, oiran: int, following: Card | None = None) -> State:
    """Return a state with Oiran in this place, if this seat does not know where she is, and with this card to
    be drawn next."""
    hands = unknown(view)
    deck = sum(hands) + (view.buried if view.bottom is None and view.buried < view.deck else 0)
    wanted = {} if following is None else {deck: following}
    if OIRAN_CARD in unseen_cards(view) and following != OIRAN_CARD:
        wanted[sum(hands[:oiran]) if oiran != DECK else deck + len(wanted)] = OIRAN_CARD
    return imagine(view, Laying(wanted))


class Laying(Random):
    """Lays some cards in chosen places, counted in the order in which cards are laid."""

    def __init__(self, wanted: dict[int, Card]) -> None:
        super().__init__(0)
        self.wanted = wanted

    def shuffle(self, x: Any) -> None:
        for place, card in self.wanted.items():
            at = len(x) - 1 - x[::-1].index(card)
            x[at], x[-1 - place] = x[-1 - place], x[at]
