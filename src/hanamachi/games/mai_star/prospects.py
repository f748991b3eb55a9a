"""Compute what the open question could bring: in public for every seat, and privately for the asked seat's
hand."""

from typing import Literal

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.games.mai_star.choices import Bar, barred, kinds, welcome_colour
from hanamachi.games.mai_star.effects import GIFTS, NEEDS
from hanamachi.games.mai_star.moves import Acting, Card, Following, Reacting, Ringing, Using, UsingAgain
from hanamachi.games.mai_star.pieces import BONUS, CHARACTER, INCOME, Reputation
from hanamachi.games.mai_star.table import Table


class Stake(Struct, frozen=True):
    """The effect on a seat: it takes the newest card of a row, looks at a hand, or fills it."""

    row: Literal["guests", "advertisers", "hand"]
    card: Card | None = None  # the card that would go, if it is known
    draws: int = 0


class Effect(Struct, frozen=True):
    """The effect that is open: its guest, who uses it, and its target once that is chosen."""

    card: Card
    by: Seat
    target: Seat | None
    again: bool  # True if it will be used once more: a red guest of Maple Leaf's (M36)


class Cancel(Struct, frozen=True):
    """A Ronin whom the attacked player may dismiss to cancel the effect (M15)."""

    place: int  # among the guests
    income: int  # that goes with him
    saves: bool  # False if the effect would take the Ronin himself


class Prospect(Struct, frozen=True):
    """The worth of a hand card now."""

    card: Card
    barred: Bar | None  # the reason why it may not be a guest
    income: int  # with this guest
    reputation: Reputation  # with this advertiser
    draws: int  # after it was laid as an advertiser
    back: int  # cards of the hand that go back then: Spring Breeze's (M2, M24)


def stakes(table: Table) -> tuple[Stake | None, ...]:
    """Return by seat what the open effect would do (M13)."""
    match table.todo[:1]:
        case (Using(card=card) | Reacting(card=card),):
            return tuple(stake(table, seat, CHARACTER[card]) for seat in range(table.seats))
    return (None,) * table.seats


def stake(table: Table, seat: Seat, character: int) -> Stake | None:
    place = table.places[seat]
    match NEEDS.get(character):
        case "guests" if place.guests:
            return Stake("guests", place.guests[-1])
        case "advertisers" if place.advertisers:
            return Stake("advertisers", place.advertisers[-1])
        case "hand" if place.hand:
            return Stake("hand")
        case "deck" if table.deck:
            return Stake("hand", draws=min(GIFTS[character], table.deck))
    return None


def effect(table: Table) -> Effect | None:
    match table.todo[:1]:
        case (Using(seat=seat, card=card),):
            return Effect(card, seat, None, acts_again(table, seat))
        case (Reacting(seat=seat, by=by, card=card),):
            return Effect(card, by, seat, acts_again(table, by))
    return None


def acts_again(table: Table, seat: Seat) -> bool:
    """Return whether the seat will use the same effect once more, after this time."""
    return any(isinstance(step, UsingAgain) and step.seat == seat for step in table.todo[1:])


def cancels(table: Table) -> tuple[Cancel, ...]:
    """Return the open Ronins that could cancel the open effect."""
    match table.todo[:1]:
        case (Reacting(seat=seat, card=card),):
            place, threat = table.places[seat], stake(table, seat, CHARACTER[card])
            taken = len(place.guests) - 1 if threat and threat.row == "guests" else None
            return tuple(Cancel(at, INCOME[place.guests[at]], at != taken) for at in place.ronins)
    return ()


def introduces(table: Table) -> int:
    """Return how many cards may be introduced: two, or as many as the hand and the deck have (M9)."""
    match table.todo[:1]:
        case (Acting(seat=seat),):
            return min(2, len(table.places[seat].hand), table.deck)
    return 0


def prospects(table: Table, seat: Seat | None) -> tuple[Prospect, ...]:
    """Return the prospect of each kind in hand, for the player who may lay cards now."""
    match table.todo[:1]:
        case (Acting(seat=asked) | Following(seat=asked) | Using(seat=asked) | Ringing(seat=asked),):
            if seat == asked:
                return tuple(prospect(table, asked, card) for card in kinds(table, asked))
    return ()


def prospect(table: Table, seat: Seat, card: Card) -> Prospect:
    fame, more, draws = table.fame(seat), BONUS[card], table.draws_advertising(seat)
    return Prospect(
        card=card,
        barred=barred(table, fame, card, welcome_colour(table)),
        income=table.places[seat].income + INCOME[card],
        reputation=(fame[0] + more[0], fame[1] + more[1], fame[2] + more[2]),
        draws=draws,
        back=max(draws - 1, 0),
    )
