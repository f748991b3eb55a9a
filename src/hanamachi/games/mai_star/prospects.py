"""Compute what the open question could bring: in public for every seat, and privately for the asked seat's
hand."""

from typing import Literal

from msgspec import Struct

from hanamachi.core.game import Seat
from hanamachi.games.mai_star.choices import Bar, barred, kinds, welcome_colour
from hanamachi.games.mai_star.effects import GIFTS, NEEDS
from hanamachi.games.mai_star.moves import Acting, Card, Following, Reacting, Ringing, Using
from hanamachi.games.mai_star.pieces import BONUS, CHARACTER, INCOME, Reputation
from hanamachi.games.mai_star.table import Table


class Stake(Struct, frozen=True):
    """The effect on a seat: it takes the newest card of a row, looks at a hand, or fills it."""

    row: Literal["guests", "advertisers", "hand"]
    card: Card | None = None  # the card that would go, if it is known
    draws: int = 0


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
