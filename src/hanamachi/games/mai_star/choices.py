"""What may be answered: every legal move, and nature's with their weights."""

from collections.abc import Iterator, Sequence
from itertools import chain

from msgspec import Struct

from hanamachi.core.game import Move, Seat
from hanamachi.games.mai_star.effects import TARGETED, may_target
from hanamachi.games.mai_star.moves import (
    Acting,
    Advertise,
    Allow,
    Bury,
    Burying,
    Card,
    Choose,
    Choosing,
    Continuing,
    Deal,
    Dealing,
    Decline,
    Discard,
    Discarding,
    Draw,
    Drawing,
    Exchange,
    First,
    Following,
    Guest,
    Introduce,
    Introducing,
    Oiran,
    Pick,
    Picking,
    Reacting,
    Replace,
    Replacing,
    Ringing,
    Ronin,
    Score,
    Scoring,
    Search,
    Shine,
    Show,
    Showing,
    Starting,
    Target,
    Use,
    Using,
)
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
    """The answers to a question to a player."""
    match step := table.todo[0]:
        case Acting(seat=seat):
            stop = (Decline(),) if isinstance(step, Continuing) else ()
            return [*actions(table, seat), *stop]
        case Using(seat=seat, card=card):
            return [*uses(table, seat, card), Decline()]
        case Reacting(seat=seat):
            return reactions(table, seat)
        case Following(seat=seat):
            return [*guests(table, seat), Decline()]
        case Ringing(seat=seat):
            return [*advertisers(table, seat), Decline()]
        case Introducing(seat=seat):
            return [*introductions(table, seat), Decline()]
        case Replacing(seat=seat):
            return [Replace(card) for card in kinds(table, seat)]
        case Picking(of=of):
            return [Pick(card) for card in kinds(table, of)]
        case Burying(seat=seat):
            return [Bury(card) for card in kinds(table, seat)]
        case Discarding(seat=seat):
            return [Discard(card) for card in kinds(table, seat)]
        case _:
            assert isinstance(step, Choosing)
            return [Choose(geisha) for geisha in GEISHAS if table.seat_of(geisha) is None]


def kinds(table: Table, seat: Seat) -> list[Card]:
    return list(dict.fromkeys(table.places[seat].hand))


def actions(table: Table, seat: Seat) -> Iterator[Move]:
    """M7 to M11, and Morning Star's ability."""
    place, deck = table.places[seat], table.deck
    return chain(
        guests(table, seat),
        advertisers(table, seat),
        introductions(table, seat) if deck else (),
        [Exchange(at) for at in range(len(place.advertisers))] if place.hand else (),
        [Search()] if deck else (),
        shining(table, seat),
    )


class Bar(Struct, frozen=True):
    """Why a card may not be a guest now; if by its requirement, with what is needed and what there is."""

    reason: str
    need: int = 0
    have: int = 0


def guests(table: Table, seat: Seat) -> list[Move]:
    fame, colour = table.fame(seat), welcome_colour(table)
    return [Guest(card) for card in kinds(table, seat) if barred(table, fame, card, colour) is None]


def welcome_colour(table: Table) -> int | None:
    """The only colour of guests that is asked for: Summer Sea's (M2), or a Courtesan's own (M3)."""
    match table.todo[0]:
        case Following():
            return BLUE
        case Using(card=card) if CHARACTER[card] == COURTESAN:
            return COLOUR[card]
    return None


def barred(table: Table, fame: Reputation, card: Card, colour: int | None) -> Bar | None:
    """M4, M7, M26."""
    if card == OIRAN_CARD:
        return Bar("oiran")
    if colour not in (None, COLOUR[card]):
        return Bar("colour")
    need, have = REQUIREMENT[card], table.counting(fame, card)
    return None if have >= need else Bar(measure(table, card), need, have)


def measure(table: Table, card: Card) -> str:
    """What a requirement is held against."""
    if COLOUR[card] != BLACK:
        return "requirement"
    return "every" if table.options.black_requirement == "all" else "any"


def advertisers(table: Table, seat: Seat) -> list[Move]:
    return [Advertise(card) for card in kinds(table, seat)]


def introductions(table: Table, seat: Seat) -> list[Move]:
    return [Introduce(card) for card in kinds(table, seat)]


def shining(table: Table, seat: Seat) -> list[Move]:
    able = table.places[seat].geisha == MORNING_STAR and not table.shone
    return [Shine(skill) for skill in SKILLS] if able else []


def uses(table: Table, seat: Seat, card: Card) -> list[Move]:
    """The ways to use the effect of a guest."""
    character = CHARACTER[card]
    if character in TARGETED:
        return [Target(player) for player in range(table.seats) if may_target(table, card, player)]
    if character == OKAASAN:
        return advertisers(table, seat)
    if character == COURTESAN:
        return guests(table, seat) + shining(table, seat)
    return [Use()]


def reactions(table: Table, seat: Seat) -> list[Move]:
    place = table.places[seat]
    oiran = [Oiran()] if OIRAN_CARD in place.hand else []
    return [Allow(), *(Ronin(at) for at in place.ronins), *oiran]


def chances(table: Table) -> Sequence[tuple[Move, int]]:
    """Nature's moves with their weights."""
    match table.todo[0]:
        case Dealing(to=to):
            return [(Deal(to, card), n) for card, n in enumerate(table.pool) if n]
        case Drawing(to=to) if any(table.pool):
            return [(Draw(to, card), n) for card, n in enumerate(table.pool) if n]
        case Drawing(to=to):
            return [(Draw(to, table.bottom[0]), 1)]
        case Showing(of=of, shown=shown):
            return [(Show(of, table.places[of].hand[shown]), 1)]
        case Scoring():
            return [(Score(), 1)]
        case step:
            assert isinstance(step, Starting)
            return [(First(seat), 1) for seat in range(table.seats)]
