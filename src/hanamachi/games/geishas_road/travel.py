"""Lay a card on a side and let its geisha travel (G18 to G22)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hanamachi.core.game import NATURE, Seat
from hanamachi.games.geishas_road.moves import Taking, Travelling
from hanamachi.games.geishas_road.pieces import (
    COLOUR,
    COLOURS,
    SYMBOLS,
    VALUE,
    Card,
    Colour,
    adding,
    put,
    turned,
    without,
)

if TYPE_CHECKING:
    from hanamachi.games.geishas_road.rules import State


def next_journey(state: "State", seat: Seat) -> Card | None:
    """Return the card that a seat resolves next, or None if the seat must choose.

    The seat is not asked if no choice lies between two cards and both orders have the same result (G18).
    """
    one, *others = state.taken[seat]
    if not others:
        return one
    end = in_order(state, seat, one, others[0])
    return one if end is not None and end == in_order(state, seat, others[0], one) else None


def in_order(state: "State", seat: Seat, first: Card, second: Card) -> "State | None":
    """Return the state after two cards in this order, or None if there is a choice in between."""
    between = resolve(state, seat, first)
    return None if isinstance(between.todo[0], Taking) else resolve(between, seat, second)


def sets_out(state: "State", seat: Seat, card: Card) -> "State":
    """Put the card's journey on the agenda, before the other cards that the seat has taken."""
    rest = state.todo if len(state.taken[seat]) > 1 else state.todo[1:]
    return replace(state, todo=(Travelling(NATURE, seat, card), *rest))


def resolve(state: "State", seat: Seat, card: Card) -> "State":
    """Resolve one card completely: its geisha walks (G19), perhaps comes home (G20), and meets guests
    (G22)."""
    colour = COLOUR[card]
    teahouse = walk(state, colour, VALUE[card])
    after = replace(
        state,
        taken=put(state.taken, seat, without(state.taken[seat], card)),
        sides=put(state.sides, seat, adding(state.sides[seat], card)),
        pawns=put(state.pawns, colour, teahouse),
    )
    if teahouse == colour:
        after = come_home(after, colour)
    return visit(after, seat, card) if SYMBOLS[card] and state.options.mode != "basic" else after


def walk(state: "State", colour: Colour, steps: int) -> Colour:
    """Return the teahouse so many steps clockwise (G19)."""
    at = state.circle.index(state.pawns[colour])
    return state.circle[(at + steps) % len(COLOURS)]


def come_home(state: "State", colour: Colour) -> "State":
    """Give her tile a lantern: of the upper row, then of the lower one if any is left (G20, G21)."""
    tile = state.tiles[colour]
    if not tile:
        return replace(state, tiles=put(state.tiles, colour, state.upper[:1]), upper=state.upper[1:])
    if state.options.destiny:  # G43
        return replace(state, tiles=put(state.tiles, colour, (turned(tile[0]),)))
    lit = (*tile, *state.lower[:1])
    return replace(state, tiles=put(state.tiles, colour, lit), lower=state.lower[1:])


def visit(state: "State", seat: Seat, card: Card) -> "State":
    """Take what the symbols of a card bring, or ask if there is a choice of guest or favour token (G22)."""
    teahouse = state.pawns[COLOUR[card]]
    favour = state.favours[teahouse] is None
    if not favour or state.waiting[teahouse] < SYMBOLS[card]:
        return take(state, seat, card, favour)
    if state.taken[seat] and all_the_same(state, seat, card):
        return take(state, seat, card, favour)
    return replace(state, todo=(Taking(seat, card), *state.todo))


def all_the_same(state: "State", seat: Seat, card: Card) -> bool:
    """Return whether the seat's next card brings whatever is left there, so that there is no real choice."""
    (other,) = state.taken[seat]
    ways = [resolve(take(state, seat, card, favour), seat, other) for favour in (False, True)]
    return ways[0] == ways[1]


def guests_taken(state: "State", card: Card, favour: bool) -> int:
    """Return how many guests come with this answer (G22)."""
    return min(SYMBOLS[card] - favour, state.waiting[state.pawns[COLOUR[card]]])


def take(state: "State", seat: Seat, card: Card, favour: bool) -> "State":
    """Take the favour token or not, and guests for the other symbols, as far as there are any (G22)."""
    teahouse = state.pawns[COLOUR[card]]
    guests = guests_taken(state, card, favour)
    own = state.guests[seat]
    return replace(
        state,
        waiting=put(state.waiting, teahouse, state.waiting[teahouse] - guests),
        guests=put(state.guests, seat, put(own, teahouse, own[teahouse] + guests)),
        favours=put(state.favours, teahouse, seat) if favour else state.favours,
    )
