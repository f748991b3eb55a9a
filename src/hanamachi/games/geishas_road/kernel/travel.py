"""Lay a card on a side and let its geisha travel (G18 to G22): the compiled twin of travel.py."""

from typing import Any

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import NONE, Row
from hanamachi.games.geishas_road.pieces import LOWER
from hanamachi.games.kernels.bits import lowest
from hanamachi.games.kernels.compiling import inner


@inner("void(i8[::1], i8)")
def _come_home(row: Row, colour: int) -> None:
    """Give a lantern of the upper row, then of the lower one; in the variant the first is turned (G20,
    G43)."""
    tile = at.TILE + 2 * colour
    if row[tile] == NONE:
        row[tile] = row[at.HANGING + row[at.UP]]
        row[at.UP] += 1
    elif row[at.DESTINY]:
        row[tile] ^= 1
    elif row[at.LOW] < LOWER:
        row[tile + 1] = row[at.HANGING_LOW + row[at.LOW]]
        row[at.LOW] += 1


@inner("void(i8[::1], i8, i8, i8)")
def take(row: Row, seat: int, card: int, favour: int) -> None:
    """Take the favour token or not, and guests for the other symbols (G22)."""
    teahouse = row[at.TEAHOUSE + row[at.PLACE + card // 4]]
    waiting = row[at.WAITING] >> 2 * teahouse & 3
    guests = min(2 - card % 4 - favour, waiting)
    row[at.WAITING] -= guests << 2 * teahouse
    row[at.GUESTS + seat] += guests << 2 * teahouse
    if favour:
        row[at.FAVOUR + teahouse] = seat


@inner("b1(i8[::1], i8, i8, i8)")
def _brings_the_rest(row: Row, seat: int, teahouse: int, left: int) -> Any:
    """Return whether the seat's next card brings whatever is left there, so that there is no real choice."""
    if not row[at.TAKEN + seat]:
        return False
    card = lowest(row[at.TAKEN + seat])
    place = (row[at.PLACE + card // 4] + card % 4 + 1) % 5
    return row[at.TEAHOUSE + place] == teahouse and 2 - card % 4 > left


@inner("void(i8[::1], i8, i8)")
def _visit(row: Row, seat: int, card: int) -> None:
    """Take what the symbols of a card bring, or ask what to take (G22)."""
    teahouse = row[at.TEAHOUSE + row[at.PLACE + card // 4]]
    symbols, waiting = 2 - card % 4, row[at.WAITING] >> 2 * teahouse & 3
    favour = row[at.FAVOUR + teahouse] == NONE
    if favour and waiting >= symbols and not _brings_the_rest(row, seat, teahouse, waiting - symbols):
        row[at.NOW], row[at.SEAT], row[at.ASKED] = at.TAKING, seat, card
    else:
        take(row, seat, card, favour)


@inner("void(i8[::1], i8, i8)")
def resolve(row: Row, seat: int, card: int) -> None:
    """Resolve one card: its geisha walks (G19), perhaps comes home, and meets guests."""
    colour = card // 4
    row[at.TAKEN + seat] &= ~(1 << card)
    row[at.SIDE + seat] |= 1 << card
    place = (row[at.PLACE + colour] + card % 4 + 1) % 5
    row[at.PLACE + colour] = place
    if place == row[at.HOME + colour]:
        _come_home(row, colour)
    if card % 4 < 2 and row[at.MODE] != at.BASIC:
        _visit(row, seat, card)


@inner("b1(i8[::1], i8, i8, i8)")
def _in_order(row: Row, seat: int, first: int, second: int) -> bool:
    """Resolve two cards one after the other. Return False if there is a choice in between."""
    resolve(row, seat, first)
    if row[at.NOW] != at.RESOLVING:
        return False
    resolve(row, seat, second)
    return True


@inner("b1(i8[::1], i8)")
def settles(row: Row, seat: int) -> Any:
    """Resolve all cards that a seat has taken. Return False if it owes an answer.

    The seat is not asked which of two cards comes first if both orders have the same result (G18).
    """
    row[at.NOW], row[at.SEAT] = at.RESOLVING, seat
    one = lowest(row[at.TAKEN + seat])
    rest = row[at.TAKEN + seat] & ~(1 << one)
    if not rest:
        resolve(row, seat, one)
        return row[at.NOW] == at.RESOLVING
    other = lowest(rest)
    for i in range(at.STREET):
        row[at.BEFORE + i] = row[i]
    same = _in_order(row, seat, one, other)
    for i in range(at.STREET):
        row[at.AFTER + i] = row[i]
        row[i] = row[at.BEFORE + i]
    same &= _in_order(row, seat, other, one)
    for i in range(at.STREET):
        same &= row[i] == row[at.AFTER + i]
    if not same:
        for i in range(at.STREET):
            row[i] = row[at.BEFORE + i]
    return same and row[at.NOW] == at.RESOLVING
