"""A state that a view allows: the unseen cards shuffled and laid out anew."""

from random import Random

from fifth_game.moves import Acting, Answering, AnyStep, Card, Counts, Dealing, Reacting, Returning, TurningUp
from fifth_game.pieces import COPIES, HAND, KINDS
from fifth_game.rules import State
from fifth_game.view import TsukimiView
from hanamachi.core.game import NATURE, Seat


def imagine(view: TsukimiView, rng: Random) -> State:
    """Uniform over the ways to lay the unseen cards. What other seats returned is left out."""
    while True:
        state = lay(view, rng.sample(unseen := unseen_cards(view), len(unseen)))
        if remembers(view, state):
            return state


def unseen_cards(view: TsukimiView) -> list[Card]:
    seen = [view.discards, view.hand or (0,) * len(KINDS)]
    open_cards = [card for row in view.rows for card in row]
    if view.offered is not None:
        open_cards.append(view.offered)
    left = [COPIES[c] - sum(pile[c] for pile in seen) - open_cards.count(c) for c in KINDS]
    return [card for card in KINDS for _ in range(left[card])]


def lay(view: TsukimiView, unseen: list[Card]) -> State:
    seats = len(view.rows)
    hands = [
        view.hand if view.hand is not None and seat == view.seat else count(take(unseen, n))
        for seat, n in enumerate(view.hands)
    ]
    hidden_offer = view.giver is not None and view.offered is None
    return State(
        agenda(view),
        view.options,
        hands=tuple(hands),
        rows=view.rows,
        offered=take(unseen, 1)[0] if hidden_offer else view.offered,
        pool=count(unseen),
        discards=view.discards,
        sought=view.sought,
        returned=tuple(view.returned if seat == view.seat else None for seat in range(seats)),
    )


def remembers(view: TsukimiView, state: State) -> bool:
    """A card this seat returned lies in the pool or with somebody who drew since."""
    known = view.returned
    return known is None or any(
        pile[known.card] for pile in (state.pool, *(state.hands[seat] for seat in known.drawers))
    )


def agenda(view: TsukimiView) -> tuple[AnyStep, ...]:
    seats, stage = len(view.rows), view.stage
    everyone = [Acting(seat) for _ in range(view.options.turns) for seat in range(seats)]
    rest = everyone[len(everyone) - stage.turns :]
    return (*now(view, stage.mover, len(rest) == len(everyone)), *rest)


def now(view: TsukimiView, mover: Seat, opening: bool) -> list[AnyStep]:
    stage, draw = view.stage, Dealing(NATURE, mover)
    neighbour = (mover + 1) % len(view.rows)
    match stage.now:
        case "Acting":
            return [Acting(mover)]
        case "Answering":
            return [Answering(neighbour, mover), draw]
        case "TurningUp":
            assert stage.taker is not None
            return [TurningUp(NATURE, stage.taker), draw]
        case "Reacting":
            return [*[Reacting(neighbour)] * stage.steps, draw]
        case "Returning":
            return [Returning(mover)]
        case "Dealing" if opening:
            return deals(len(view.rows))[-stage.steps :]
        case "Dealing":
            return [draw, Returning(mover)] if stage.seeking else [draw]
        case _:
            return []


def deals(seats: int) -> list[AnyStep]:
    return [Dealing(NATURE, seat) for seat in range(seats) for _ in range(HAND[seats])]


def take(cards: list[Card], n: int) -> list[Card]:
    return [cards.pop() for _ in range(n)]


def count(cards: list[Card]) -> Counts:
    return tuple(cards.count(card) for card in KINDS)
