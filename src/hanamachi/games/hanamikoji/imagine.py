"""Sample a state that a view allows: shuffle the cards this seat cannot see, and lay them out anew.

Every layout can come from a full game: each player can have drawn the cards in time to use them.
"""

from random import Random

from hanamachi.core.game import NATURE, Seat
from hanamachi.games.hanamikoji.moves import AnyStep, Choosing, Starting
from hanamachi.games.hanamikoji.pieces import (
    BOXES,
    CARDS,
    DISCARD,
    NO_CARDS,
    SECRET,
    Counts,
    Item,
    spread,
    together,
)
from hanamachi.games.hanamikoji.rules import State, agenda
from hanamachi.games.hanamikoji.view import HanamikojiView


def imagine(view: HanamikojiView, rng: Random) -> State:
    """Return a random state, uniform over the ways to lay the unseen cards into hands, under tokens and in
    the pool."""
    unseen = spread(view.unseen)
    rng.shuffle(unseen)
    return laid(view, unseen)


def laid(view: HanamikojiView, unseen: list[Item]) -> State:
    """Return the state with the unseen cards in this order, taken from the end: hand, Secret and discards of
    each seat that hides them. The rest is the pool."""
    (hand, secret, discards), (their_hand, their_secret, their_discards) = (
        held(view, 0, unseen),
        held(view, 1, unseen),
    )
    return State(
        todo=todo(view),
        options=view.options,
        round=view.round,
        starter=view.starter,
        pool=together(NO_CARDS, unseen),
        hands=(hand, their_hand),
        actions=view.actions,
        tokens=view.tokens,
        secrets=(secret, their_secret),
        discards=(discards, their_discards),
        sides=view.sides,
        history=view.history,
    )


def held(
    view: HanamikojiView, seat: Seat, unseen: list[Item]
) -> tuple[Counts, Item | None, tuple[Item, ...]]:
    """Return a seat's hand, Secret and discards: known, or taken from the unseen cards."""
    if seat == view.seat and view.hand is not None:
        return view.hand, view.secret, view.discards
    hand = together(NO_CARDS, take(unseen, view.hands[seat]))
    secret = unseen.pop() if view.secrets[seat] else None
    discards = take(unseen, CARDS[DISCARD]) if used(view, seat, DISCARD) else []
    return hand, secret, tuple(sorted(discards))


def take(cards: list[Item], n: int) -> list[Item]:
    return [cards.pop() for _ in range(n)]


def used(view: HanamikojiView, seat: Seat, action: int) -> bool:
    return action in BOXES[view.options.box].actions and action not in view.actions[seat]


def todo(view: HanamikojiView) -> tuple[AnyStep, ...]:
    """Return the rest of the round's agenda. Each finished step has left a public trace."""
    if view.outcome:
        return ()
    if view.starter is None:
        return (Starting(NATURE),)
    box = BOXES[view.options.box]
    drawn = sum(box.copies) - 1 - view.deck
    acted = sum(len(box.actions) - len(unused) for unused in view.actions)
    revealed = sum(used(view, seat, SECRET) and not view.secrets[seat] for seat in (0, 1))
    rest = agenda(box, view.starter)[drawn + acted + revealed :]
    if view.offer and view.prompt:
        return (Choosing(view.prompt.seat, view.offer), *rest)
    return rest
