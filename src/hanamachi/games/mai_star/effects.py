"""The effects of characters played as guests, one short function each. M3 has the list.

Ronin and Oiran do nothing when played; Actor never does anything.
"""

from collections.abc import Callable
from typing import Any, TypeVar

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Seat
from hanamachi.games.mai_star.moves import Card, Ending, Picking, Showing
from hanamachi.games.mai_star.pieces import (
    CHARACTER,
    CITIZEN,
    COLOUR,
    COURTESAN,
    DAIMYO,
    DOCTOR,
    EMISSARY,
    FOREIGNER,
    HAND,
    MERCHANT,
    OKAASAN,
    SAMURAI,
    SHOGUN,
    SUMO_WRESTLER,
    THIEF,
    YAKUZA,
)
from hanamachi.games.mai_star.table import Table

T = TypeVar("T", bound=Table)

# ------------------------------------------------------------------ with a target (M13, M15)

GIFTS = {CITIZEN: 1, MERCHANT: 2}  # cards that the target draws


def citizen(table: T, _by: Seat, target: Seat) -> T:
    return table.draws(target, GIFTS[CITIZEN])


def merchant(table: T, _by: Seat, target: Seat) -> T:
    return table.draws(target, GIFTS[MERCHANT])


def yakuza(table: T, _by: Seat, target: Seat) -> T:
    *older, newest = table.places[target].advertisers
    return table.at(target, advertisers=tuple(older)).discard(newest)


def thief(table: T, _by: Seat, target: Seat) -> T:
    *older, newest = table.places[target].guests
    return table.at(target, guests=tuple(older)).discard(newest)


def sumo_wrestler(table: T, by: Seat, target: Seat) -> T:
    """Let `by` pick a card of the target's hand (M19). One's own hand need not be shown."""
    picked = table.push(Picking(by, target))
    return picked if by == target else picked.push(Showing(NATURE, by, target, 0))


def emissary(table: T, by: Seat, target: Seat) -> T:
    *older, newest = table.places[target].advertisers
    left = table.at(target, advertisers=tuple(older))
    return left.at(by, advertisers=(*left.places[by].advertisers, newest))


def samurai(table: T, by: Seat, target: Seat) -> T:
    *older, newest = table.places[target].guests
    left = table.at(target, guests=tuple(older))
    return left.at(by, guests=(*left.places[by].guests, newest))


# ------------------------------------------------------------------ with a hand card, chosen with the effect


def okaasan(table: T, by: Seat, chosen: Card) -> T:
    return table.advertise(by, chosen)


def courtesan(table: T, by: Seat, chosen: Card) -> T:
    return table.welcome(by, chosen)


# ------------------------------------------------------------------ without a choice


def doctor(table: T, by: Seat, _card: Card) -> T:
    """Give another turn, after this one has ended completely (M20)."""
    *todo, end = table.todo
    assert isinstance(end, Ending)
    return replace(table, todo=(*todo, Ending(by, end.again + 1)))


def daimyo(table: T, by: Seat, card: Card) -> T:
    """Move advertisers of the card's colour to the guests, in their order (M22)."""
    place = table.places[by]
    coming = tuple(c for c in place.advertisers if COLOUR[c] == COLOUR[card])
    staying = tuple(c for c in place.advertisers if COLOUR[c] != COLOUR[card])
    return table.at(by, guests=place.guests + coming, advertisers=staying)


def foreigner(table: T, by: Seat, _card: Card) -> T:
    hand = table.places[by].hand
    for card in hand:
        table = table.from_hand(by, card)
    return table.discard(*hand)


def shogun(table: T, by: Seat, _card: Card) -> T:
    """Make all cards of the hand guests (M23)."""
    place = table.places[by]
    for card in place.hand:
        table = table.from_hand(by, card)
    return table.at(by, guests=place.guests + place.hand)


TARGETED: dict[int, Callable[[Any, Seat, Seat], Any]] = {
    CITIZEN: citizen,
    YAKUZA: yakuza,
    THIEF: thief,
    MERCHANT: merchant,
    SUMO_WRESTLER: sumo_wrestler,
    EMISSARY: emissary,
    SAMURAI: samurai,
}
PLAIN: dict[int, Callable[[Any, Seat, Card], Any]] = {
    DOCTOR: doctor,
    DAIMYO: daimyo,
    FOREIGNER: foreigner,
    SHOGUN: shogun,
}
NEEDS = {  # what a target must have (M35); the deck is shared
    CITIZEN: "deck",
    YAKUZA: "advertisers",
    THIEF: "guests",
    MERCHANT: "deck",
    SUMO_WRESTLER: "hand",
    EMISSARY: "advertisers",
    SAMURAI: "guests",
}


def may_target(table: Table, card: Card, target: Seat) -> bool:
    need = NEEDS[CHARACTER[card]]
    return bool(table.deck if need == "deck" else getattr(table.places[target], need))


def usable(table: Table, seat: Seat, card: Card) -> bool:
    """Return whether the effect can do anything, as all players can see."""
    place, character = table.places[seat], CHARACTER[card]
    if character in TARGETED:
        return any(may_target(table, card, target) for target in range(table.seats))
    if character in (OKAASAN, COURTESAN, FOREIGNER, SHOGUN):
        return bool(place.hand)
    if character == DAIMYO:
        return any(COLOUR[c] == COLOUR[card] for c in place.advertisers)
    return character == DOCTOR and not last_allowed(table, seat)


def last_allowed(table: Table, seat: Seat) -> bool:
    """Return whether the house is full with these guests, so that a Doctor gives no other turn (M34)."""
    limit = table.options.limited_guests == "at_once"
    return limit and len(table.places[seat].guests) >= HAND[table.round]
