"""The moves of Mai-Star, the steps of its agenda, and the options."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanamachi.core.game import Move, Seat, Step

Card = int
Cards = tuple[Card, ...]
Counts = tuple[int, ...]  # how many of each kind


class Options(Struct, frozen=True):
    management: bool = False
    limited_guests: Literal["no", "at_once", "end_of_turn"] = "no"
    black_requirement: Literal["any", "all"] = "any"
    last_lap: Annotated[bool, Meta(extra={"players": (6,)})] = True
    chooser: Annotated[Literal["random", "first"], Meta(extra={"seats": {"first": 0}})] = "random"


class First(Move, frozen=True):
    """Nature: the seat that chooses a geisha first in round 1, or starts a later round."""

    player: Seat


class Draw(Move, frozen=True):
    """Nature: a card is drawn."""

    to: Seat
    card: Card


class Deal(Draw, frozen=True):
    """Nature: a card is dealt at the start of a round."""


class Show(Move, frozen=True):
    """Nature: one card of a hand that a Sumo Wrestler looks at, in the order of the kinds."""

    of: Seat
    card: Card


class Score(Move, frozen=True):
    """Nature: the round is over."""


class Choose(Move, frozen=True):
    geisha: int


class Guest(Move, frozen=True):
    card: Card


class Advertise(Move, frozen=True):
    card: Card


class Introduce(Move, frozen=True):
    """Introduce one card. The next question is whether another goes with it."""

    card: Card


class Exchange(Move, frozen=True):
    place: int  # of an advertiser, the oldest is 0


class Replace(Move, frozen=True):
    card: Card


class Search(Move, frozen=True):
    pass


class Shine(Move, frozen=True):
    """Use Morning Star's ability."""

    skill: int


class Target(Move, frozen=True):
    player: Seat


class Use(Move, frozen=True):
    pass


class Decline(Move, frozen=True):
    """Decline an effect, a further guest or a further action."""


class Allow(Move, frozen=True):
    """Allow an effect to happen."""


class Ronin(Move, frozen=True):
    place: int  # of a guest, the oldest is 0


class Oiran(Move, frozen=True):
    pass


class Pick(Move, frozen=True):
    """Discard this card from the hand of a Sumo Wrestler's target."""

    card: Card


class Bury(Move, frozen=True):
    """Put a card below the deck (Spring Breeze)."""

    card: Card


class Discard(Move, frozen=True):
    """Discard a card, because the deck was short (Spring Breeze)."""

    card: Card


Nature = First | Draw | Deal | Show | Score
Action = Guest | Advertise | Introduce | Exchange | Replace | Search | Shine
Answer = Choose | Target | Use | Decline | Allow | Ronin | Oiran | Pick | Bury | Discard
AnyMove = Nature | Action | Answer


class Starting(Step, frozen=True):
    pass


class Shuffling(Step, frozen=True):
    """The hands of a round are still to be dealt."""


class Drawing(Step, frozen=True):
    to: Seat
    cards: int


class Dealing(Drawing, frozen=True):
    pass


class Choosing(Step, frozen=True):
    pass


class Acting(Step, frozen=True):
    pass


class Continuing(Acting, frozen=True):
    """Ask for any action or none, after Sound of Bell has advertised."""


class Introducing(Step, frozen=True):
    """Ask whether a second card is introduced."""


class Replacing(Step, frozen=True):
    place: int


class Using(Step, frozen=True):
    """Ask whether to use the effect of the guest just played."""

    card: Card


class UsingAgain(Using, frozen=True):
    """Ask whether Maple Leaf uses the effect a second time."""


class Reacting(Step, frozen=True):
    by: Seat
    card: Card


class Showing(Step, frozen=True):
    to: Seat
    of: Seat
    shown: int


class Picking(Step, frozen=True):
    of: Seat


class Following(Step, frozen=True):
    """Ask for Summer Sea's further guest."""


class Ringing(Step, frozen=True):
    """Ask for Sound of Bell's Advertise action after the normal one."""


class Burying(Step, frozen=True):
    pass


class Discarding(Step, frozen=True):
    pass


class Ending(Step, frozen=True):
    """End the turn. `again` is how often the same seat takes another."""

    again: int = 0


class Scoring(Step, frozen=True):
    pass


SetUp = Starting | Shuffling | Dealing | Choosing
Play = Acting | Continuing | Introducing | Replacing | Following | Ringing | Burying | Discarding
Effect = Using | UsingAgain | Reacting | Showing | Picking
AnyStep = SetUp | Play | Effect | Drawing | Ending | Scoring
