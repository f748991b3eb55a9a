"""A card lies on a side and its geisha travels (G18 to G22)."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from hanamachi.core.game import Seat
from hanamachi.games.geishas_road.moves import Resolving, Taking
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


def without_question(state: "State", seat: Seat) -> "State | None":
    """All the cards a seat has taken, resolved; None if that seat must say which comes first.

    The question is spared when no choice lies between the cards and both orders come to the same (G18).
    """
    cards = state.taken[seat]
    if len(cards) == 1:
        return resolve(state, seat, cards[0])
    one, other = cards
    end = in_order(state, seat, one, other)
    return end if end == in_order(state, seat, other, one) else None


def in_order(state: "State", seat: Seat, first: Card, second: Card) -> "State | None":
    """None if there is a choice in between."""
    between = resolve(state, seat, first)
    return resolve(between, seat, second) if isinstance(between.todo[0], Resolving) else None


def resolve(state: "State", seat: Seat, card: Card) -> "State":
    """One card, completely: its geisha walks (G19), comes home perhaps (G20), and meets guests (G22)."""
    colour, left = COLOUR[card], without(state.taken[seat], card)
    teahouse = walk(state, colour, VALUE[card])
    after = replace(
        state,
        todo=state.todo if left else state.todo[1:],
        taken=put(state.taken, seat, left),
        sides=put(state.sides, seat, adding(state.sides[seat], card)),
        pawns=put(state.pawns, colour, teahouse),
    )
    if teahouse == colour:
        after = come_home(after, colour)
    return visit(after, seat, card) if SYMBOLS[card] and state.options.mode != "basic" else after


def walk(state: "State", colour: Colour, steps: int) -> Colour:
    """Clockwise from teahouse to teahouse (G19)."""
    at = state.circle.index(state.pawns[colour])
    return state.circle[(at + steps) % len(COLOURS)]


def come_home(state: "State", colour: Colour) -> "State":
    """A lantern for her tile: of the upper row, then of the lower one if any is left (G20, G21)."""
    tile = state.tiles[colour]
    if not tile:
        return replace(state, tiles=put(state.tiles, colour, state.upper[:1]), upper=state.upper[1:])
    if state.options.destiny:  # G43
        return replace(state, tiles=put(state.tiles, colour, (turned(tile[0]),)))
    lit = (*tile, *state.lower[:1])
    return replace(state, tiles=put(state.tiles, colour, lit), lower=state.lower[1:])


def visit(state: "State", seat: Seat, card: Card) -> "State":
    """What the symbols of a card bring, unless there is a choice between guest and favour token (G22)."""
    teahouse = state.pawns[COLOUR[card]]
    favour = state.favours[teahouse] is None
    if not favour or state.waiting[teahouse] < SYMBOLS[card]:
        return take(state, seat, card, favour)
    if state.taken[seat] and all_the_same(state, seat, card):
        return take(state, seat, card, favour)
    return replace(state, todo=(Taking(seat, card), *state.todo))


def all_the_same(state: "State", seat: Seat, card: Card) -> bool:
    """Whether the seat's next card brings whatever is left there, so that the choice is none."""
    ways = [take(state, seat, card, favour).settled() for favour in (False, True)]
    return ways[0] == ways[1]


def take(state: "State", seat: Seat, card: Card, favour: bool) -> "State":
    """The favour token or not, and guests for the other symbols, or as many as there are (G22)."""
    teahouse = state.pawns[COLOUR[card]]
    guests = min(SYMBOLS[card] - favour, state.waiting[teahouse])
    own = state.guests[seat]
    return replace(
        state,
        waiting=put(state.waiting, teahouse, state.waiting[teahouse] - guests),
        guests=put(state.guests, seat, put(own, teahouse, own[teahouse] + guests)),
        favours=put(state.favours, teahouse, seat) if favour else state.favours,
    )
