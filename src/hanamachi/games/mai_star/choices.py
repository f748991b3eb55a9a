"""List the legal moves of Mai-Star, and nature's moves with their weights."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from hanamachi.core.game import Move, Seat
from hanamachi.games.mai_star import moves as m
from hanamachi.games.mai_star.effects import TARGETED, may_target
from hanamachi.games.mai_star.pieces import (
    BLACK,
    BLUE,
    CHARACTER,
    COLOUR,
    COURTESAN,
    GEISHAS,
    MORNING_STAR,
    OIRAN_CARD,
    OKAASAN,
    REQUIREMENT,
    SKILLS,
    Reputation,
)
from hanamachi.games.mai_star.table import Table


def decisions(table: Table) -> Sequence[Move]:
    """Return the legal answers to the present question."""
    match step := table.todo[0]:
        case m.Acting(seat=seat):
            stop = (m.Decline(),) if isinstance(step, m.Continuing) else ()
            return [*actions(table, seat), *stop]
        case m.Using(seat=seat, card=card):
            return [*uses(table, seat, card), m.Decline()]
        case m.Reacting(seat=seat):
            return reactions(table, seat)
        case m.Following(seat=seat):
            return [*guests(table, seat), m.Decline()]
        case m.Ringing(seat=seat):
            return [*advertisers(table, seat), m.Decline()]
        case m.Introducing(seat=seat):
            return [*introductions(table, seat), m.Decline()]
        case m.Replacing(seat=seat):
            return [m.Replace(card) for card in kinds(table, seat)]
        case m.Picking(of=of):
            return [m.Pick(card) for card in kinds(table, of)]
        case m.Burying(seat=seat):
            return [m.Bury(card) for card in kinds(table, seat)]
        case m.Discarding(seat=seat):
            return [m.Discard(card) for card in kinds(table, seat)]
        case _:
            assert isinstance(step, m.Choosing)
            return [m.Choose(geisha) for geisha in GEISHAS if table.seat_of(geisha) is None]


def kinds(table: Table, seat: Seat) -> list[m.Card]:
    return list(dict.fromkeys(table.places[seat].hand))


def actions(table: Table, seat: Seat) -> Iterator[Move]:
    """Return the actions of a turn: M7 to M11, and Morning Star's ability."""
    place, deck = table.places[seat], table.deck
    return chain(
        guests(table, seat),
        advertisers(table, seat),
        introductions(table, seat) if deck else (),
        [m.Exchange(at) for at in range(len(place.advertisers))] if place.hand else (),
        [m.Search()] if deck else (),
        shining(table, seat),
    )


class Bar(Struct, frozen=True):
    """The reason why a card may not be a guest now; for a requirement, with the needed and the present
    value."""

    reason: str
    need: int = 0
    have: int = 0


def guests(table: Table, seat: Seat) -> list[Move]:
    fame, colour = table.fame(seat), welcome_colour(table)
    return [m.Guest(card) for card in kinds(table, seat) if barred(table, fame, card, colour) is None]


def welcome_colour(table: Table) -> int | None:
    """Return the only colour of guests that is allowed: Summer Sea's (M2), or a Courtesan's own (M3)."""
    match table.todo[0]:
        case m.Following():
            return BLUE
        case m.Using(card=card) if CHARACTER[card] == COURTESAN:
            return COLOUR[card]
    return None


def barred(table: Table, fame: Reputation, card: m.Card, colour: int | None) -> Bar | None:
    """Return the reason why a card may not be a guest, or None (M4, M7, M26)."""
    if card == OIRAN_CARD:
        return Bar("oiran")
    if colour not in (None, COLOUR[card]):
        return Bar("colour")
    need, have = REQUIREMENT[card], table.counting(fame, card)
    return None if have >= need else Bar(measure(table, card), need, have)


def measure(table: Table, card: m.Card) -> str:
    """Return the name of the measure that a requirement is compared with."""
    if COLOUR[card] != BLACK:
        return "requirement"
    return "every" if table.options.black_requirement == "all" else "any"


def advertisers(table: Table, seat: Seat) -> list[Move]:
    return [m.Advertise(card) for card in kinds(table, seat)]


def introductions(table: Table, seat: Seat) -> list[Move]:
    return [m.Introduce(card) for card in kinds(table, seat)]


def shining(table: Table, seat: Seat) -> list[Move]:
    able = table.places[seat].geisha == MORNING_STAR and not table.shone
    return [m.Shine(skill) for skill in SKILLS] if able else []


def uses(table: Table, seat: Seat, card: m.Card) -> list[Move]:
    """Return the ways to use the effect of a guest."""
    character = CHARACTER[card]
    if character in TARGETED:
        return [m.Target(player) for player in range(table.seats) if may_target(table, card, player)]
    if character == OKAASAN:
        return advertisers(table, seat)
    if character == COURTESAN:
        return guests(table, seat) + shining(table, seat)
    return [m.Use()]


def reactions(table: Table, seat: Seat) -> list[Move]:
    place = table.places[seat]
    oiran = [m.Oiran()] if OIRAN_CARD in place.hand else []
    return [m.Allow(), *(m.Ronin(at) for at in place.ronins), *oiran]


def chances(table: Table) -> Sequence[tuple[Move, int]]:
    """Return nature's moves with their weights."""
    match table.todo[0]:
        case m.Dealing(to=to):
            return [(m.Deal(to, card), n) for card, n in enumerate(table.pool) if n]
        case m.Drawing(to=to) if any(table.pool):
            return [(m.Draw(to, card), n) for card, n in enumerate(table.pool) if n]
        case m.Drawing(to=to):
            return [(m.Draw(to, table.bottom[0]), 1)]
        case m.Showing(of=of, shown=shown):
            return [(m.Show(of, table.places[of].hand[shown]), 1)]
        case m.Scoring():
            return [(m.Score(), 1)]
        case step:
            assert isinstance(step, m.Starting)
            return [(m.First(seat), 1) for seat in range(table.seats)]
