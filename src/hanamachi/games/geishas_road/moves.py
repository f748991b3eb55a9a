"""The moves of Geisha's Road, the steps of its agenda, and the options."""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from hanamachi.core.game import Move, Seat, Step
from hanamachi.core.options import STARTER
from hanamachi.games.geishas_road.pieces import Action, Card, Colour, Lantern, Place

SPECIAL = Meta(extra={"only": {"mode": ("advanced",)}})


class Options(Struct, frozen=True):
    mode: Literal["basic", "harder", "advanced"] = "basic"
    destiny: bool = False
    double_counter_gift: Annotated[Literal["shares_stay", "literal"], SPECIAL] = "shares_stay"
    starter: Annotated[Literal["random", "first", "second"], STARTER] = "random"


# Nature's moves.


class Teahouse(Move, frozen=True):
    colour: Colour


class Favour(Move, frozen=True):
    to: Seat
    colour: Colour


class Deal(Move, frozen=True):
    to: Seat
    card: Card


class Hang(Move, frozen=True):
    lantern: Lantern


class Darken(Move, frozen=True):
    place: Place


class Start(Move, frozen=True):
    starter: Seat


class TurnUp(Move, frozen=True):
    place: Place
    card: Card


class ShowLeft(Move, frozen=True):
    owner: Seat
    card: Card


class Journey(Move, frozen=True):
    """A card lies on a side and its geisha travels. Her destination and what she meets there follow from
    it."""

    card: Card


class Score(Move, frozen=True):
    """The geishas choose their favourites and the round is counted."""


# Decisions.


class Use(Move, frozen=True):
    """Use an action token, alone or together with Hidden offer."""

    action: Action
    hidden: bool = False


class Lay(Move, frozen=True):
    """Lay a card face up: the one revealed, or one of an offer."""

    card: Card


class Hide(Move, frozen=True):
    """Lay the face-down card of an offer."""

    card: Card


class Left(Move, frozen=True):
    card: Card


class Right(Move, frozen=True):
    card: Card


class Pair(Move, frozen=True):
    """Pair a place with the first one."""

    place: Place


class Pass(Move, frozen=True):
    pass


class Counter(Move, frozen=True):
    """Use Counteroffer, alone or together with Hidden offer."""

    hidden: bool = False


class Remove(Move, frozen=True):
    place: Place


class Replace(Move, frozen=True):
    card: Card


class Choose(Move, frozen=True):
    """Choose places of an offer, in order."""

    places: tuple[Place, ...]


class Resolve(Move, frozen=True):
    """Resolve this card next."""

    card: Card


class Take(Move, frozen=True):
    """Take the favour token and guests, or guests only."""

    favour: bool


AnyMove = (
    Teahouse
    | Favour
    | Deal
    | Hang
    | Darken
    | Start
    | TurnUp
    | ShowLeft
    | Journey
    | Score
    | Use
    | Lay
    | Hide
    | Left
    | Right
    | Pair
    | Pass
    | Counter
    | Remove
    | Replace
    | Choose
    | Resolve
    | Take
)


# Nature's steps.


class Building(Step, frozen=True):
    pass


class Favouring(Step, frozen=True):
    to: Seat


class Dealing(Step, frozen=True):
    to: Seat


class Hanging(Step, frozen=True):
    pass


class Darkening(Step, frozen=True):
    pass


class Starting(Step, frozen=True):
    pass


class TurningUp(Step, frozen=True):
    place: Place


class ShowingLeft(Step, frozen=True):
    owner: Seat

    def foreseen(self, seat: Seat | None) -> bool:
        return seat == self.owner


class Travelling(Step, frozen=True):
    """A geisha is about to travel, for a card that this seat has taken."""

    owner: Seat
    card: Card

    def foreseen(self, _seat: Seat | None) -> bool:
        return True


class Scoring(Step, frozen=True):
    def foreseen(self, _seat: Seat | None) -> bool:
        return True


# Decisions owed.


class Acting(Step, frozen=True):
    pass


class Revealing(Step, frozen=True):
    pass


class SettingLeft(Step, frozen=True):
    pass


class SettingRight(Step, frozen=True):
    pass


class Hiding(Step, frozen=True):
    pass


class Laying(Step, frozen=True):
    pass


class Pairing(Step, frozen=True):
    pass


class Countering(Step, frozen=True):
    pass


class Removing(Step, frozen=True):
    pass


class Replacing(Step, frozen=True):
    hidden: bool


class Choosing(Step, frozen=True):
    pass


class Resolving(Step, frozen=True):
    """Ask in which order this seat resolves the cards it has taken."""


class Taking(Step, frozen=True):
    """Ask for guests or the favour token, for the symbols of a card."""

    card: Card


AnyStep = (
    Building
    | Favouring
    | Dealing
    | Hanging
    | Darkening
    | Starting
    | TurningUp
    | ShowingLeft
    | Travelling
    | Scoring
    | Acting
    | Revealing
    | SettingLeft
    | SettingRight
    | Hiding
    | Laying
    | Pairing
    | Countering
    | Removing
    | Replacing
    | Choosing
    | Resolving
    | Taking
)
