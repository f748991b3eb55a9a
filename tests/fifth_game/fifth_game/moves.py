"""What may be chosen in Tsukimi, what may be owed, and the options."""

from typing import Annotated

from msgspec import Meta, Struct

from hanamachi.core.game import Move, Seat, Step

Card = int
Counts = tuple[int, ...]  # how many of each kind


class Options(Struct, frozen=True):
    turns: Annotated[int, Meta(ge=1, le=3)] = 2
    bites: Annotated[int, Meta(ge=1, le=2)] = 2


class Deal(Move, frozen=True):
    card: Card


class Offer(Move, frozen=True):
    card: Card


class Accept(Move, frozen=True):
    pass


class Decline(Move, frozen=True):
    pass


class TurnUp(Move, frozen=True):
    card: Card


class Fox(Move, frozen=True):
    pass


class Cancel(Move, frozen=True):
    pass


class Pass(Move, frozen=True):
    pass


class Seek(Move, frozen=True):
    pass


class Return(Move, frozen=True):
    card: Card


AnyMove = Deal | Offer | Accept | Decline | TurnUp | Fox | Cancel | Pass | Seek | Return
PUBLIC = (Accept, Decline, TurnUp, Fox, Cancel, Pass, Seek)


class Dealing(Step, frozen=True):
    to: Seat


class Acting(Step, frozen=True):
    pass


class Answering(Step, frozen=True):
    giver: Seat


class TurningUp(Step, frozen=True):
    taker: Seat


class Reacting(Step, frozen=True):
    """A bite is coming."""


class Returning(Step, frozen=True):
    pass


AnyStep = Dealing | Acting | Answering | TurningUp | Reacting | Returning


class Returned(Struct, frozen=True):
    """A card a seat returned: it lies in the pool, or with one of those who drew since."""

    card: Card
    drawers: tuple[Seat, ...] = ()
