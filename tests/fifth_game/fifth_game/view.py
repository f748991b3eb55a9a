"""What a seat may know: the view, filled by addition, and the veil over a move."""

from itertools import takewhile
from typing import TYPE_CHECKING

from msgspec import Struct

from fifth_game.moves import (
    Accept,
    Acting,
    Answering,
    Cancel,
    Card,
    Counts,
    Dealing,
    Decline,
    Fox,
    Options,
    Pass,
    Reacting,
    Returned,
    Returning,
    Seek,
    TurningUp,
    TurnUp,
)
from hanamachi.core.game import NATURE, Move, Prompt, Seat, Veiled, View

if TYPE_CHECKING:
    from fifth_game.rules import State

PUBLIC = (Accept, Decline, TurnUp, Fox, Cancel, Pass, Seek)
ASKS = {
    Acting: ("act", "F3"),
    Answering: ("answer", "F4"),
    Reacting: ("react", "F6"),
    Returning: ("return", "F7"),
}


class Stage(Struct, frozen=True):
    """Where the game stands, in public words: enough to write the agenda again."""

    now: str  # the kind of the first step; "" when the game is over
    mover: Seat  # whose turn it is
    turns: int  # turns still to come after this one
    steps: int  # how many steps of that kind come first: cards to deal, bites
    taker: Seat | None  # who gets the card that is turned up
    seeking: bool


class TsukimiView(View, frozen=True, kw_only=True):
    options: Options
    stage: Stage
    hand: Counts | None
    hands: tuple[int, ...]  # how many cards each seat holds
    rows: tuple[tuple[Card, ...], ...]
    pool: int
    discards: Counts
    giver: Seat | None  # whose offer lies face down
    offered: Card | None  # ... and what it is, for the giver
    sought: tuple[bool, ...]
    returned: Returned | None


def view(state: "State", seat: Seat | None) -> TsukimiView:
    giver = None if state.offered is None else mover(state)
    return TsukimiView(
        seat=seat,
        prompt=prompt(state),
        outcome=state.outcome(),
        options=state.options,
        stage=stage(state),
        hand=None if seat is None else state.hands[seat],
        hands=tuple(sum(hand) for hand in state.hands),
        rows=state.rows,
        pool=sum(state.pool),
        discards=state.discards,
        giver=giver,
        offered=state.offered if seat is not None and seat == giver else None,
        sought=state.sought,
        returned=None if seat is None else state.returned[seat],
    )


def prompt(state: "State") -> Prompt | None:
    if state.actor in (None, NATURE):
        return None
    step = state.todo[0]
    ask, rule = ASKS[type(step)]
    return Prompt(step.seat, ask, rule)


def stage(state: "State") -> Stage:
    kinds = [type(step) for step in state.todo]
    first = state.todo[0] if state.todo else None
    return Stage(
        now=type(first).__name__ if first else "",
        mover=mover(state),
        turns=kinds.count(Acting) - isinstance(first, Acting),
        steps=sum(1 for _ in takewhile(lambda kind: kind is kinds[0], kinds)),
        taker=first.taker if isinstance(first, TurningUp) else None,
        seeking=Returning in kinds,
    )


def mover(state: "State") -> Seat:
    """Who acts now, or draws or returns a card to end the turn."""
    for step in state.todo:
        match step:
            case Acting(seat=seat) | Returning(seat=seat) | Dealing(to=seat):
                return seat
    return len(state.hands) - 1


def veil(state: "State", move: Move, seat: Seat | None) -> Move | Veiled:
    step = state.todo[0]
    if isinstance(move, PUBLIC) or seat == step.seat:
        return move
    if isinstance(step, Dealing):
        return move if seat == step.to else Veiled(NATURE, "Deal", {"to": step.to})
    return Veiled(step.seat, type(move).__name__)
