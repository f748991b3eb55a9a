"""Move cards over the table: the compiled twin of table.py. Nature's draws happen at once."""

from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import add, nth, remove, size, throw
from hanamachi.games.mai_star.kernel.layout import Table
from hanamachi.games.mai_star.pieces import BLUE, FOLLOWERS, OIRAN_CARD, RONIN, SPRING_BREEZE, SUMMER_SEA


@inner
def push(table: Table, kind: int, seat: int, fact: int = 0, by: int = 0) -> None:
    table.todo[table.todo_count] = kind | seat << at.SEAT_AT | fact << at.FACT_AT | by << at.BY_AT
    table.todo_count += 1


@inner
def pop(table: Table) -> int:
    table.todo_count -= 1
    step: int = table.todo[table.todo_count]
    table.todo[table.todo_count] = 0
    return step


@inner
def now(table: Table) -> int:
    """Return the first step of the agenda."""
    step: int = table.todo[table.todo_count - 1]
    return step


@inner
def deck(table: Table) -> int:
    cards: int = size(table.pool) + table.bottom_count
    return cards


@inner
def holds_some(table: Table, seat: int) -> bool:
    return bool(table.hands[seat, 0] != 0)


# ------------------------------------------------------------------ rows


@inner
def add_guest(table: Table, seat: int, card: int) -> None:
    table.guests[seat, table.guest_count[seat]] = card
    table.guest_count[seat] += 1
    table.income[seat] += at.INCOMES[card]


@inner
def remove_guest(table: Table, seat: int, place: int) -> int:
    row, last = table.guests[seat], table.guest_count[seat] - 1
    card: int = row[place]
    for i in range(place, last):
        row[i] = row[i + 1]
    row[last] = 0
    table.guest_count[seat] = last
    table.income[seat] -= at.INCOMES[card]
    return card


@inner
def newest_guest(table: Table, seat: int) -> int:
    card: int = remove_guest(table, seat, table.guest_count[seat] - 1)
    return card


@inner
def add_advertiser(table: Table, seat: int, card: int) -> None:
    table.advertisers[seat, table.advertiser_count[seat]] = card
    table.advertiser_count[seat] += 1
    table.fame[seat] += at.BONUSES[card]


@inner
def newest_advertiser(table: Table, seat: int) -> int:
    last = table.advertiser_count[seat] - 1
    card: int = table.advertisers[seat, last]
    table.advertisers[seat, last] = 0
    table.advertiser_count[seat] = last
    table.fame[seat] -= at.BONUSES[card]
    return card


@inner
def has_ronin(table: Table, seat: int) -> bool:
    found = False
    for place in range(table.guest_count[seat]):
        found |= at.CHARACTERS[table.guests[seat, place]] == RONIN
    return found


# ------------------------------------------------------------------ hands, discards and the deck


@inner
def from_hand(table: Table, seat: int, card: int) -> None:
    """Remove a card from a hand, face up."""
    remove(table.hands[seat], card)
    if table.shown[seat, 0] >> card & 1:
        remove(table.shown[seat], card)
    if card == OIRAN_CARD:
        table.oiran = at.OPEN


@inner
def discard(table: Table, card: int) -> None:
    add(table.discards, card)


@inner
def bury(table: Table, seat: int, card: int) -> None:
    """Put a card below the deck. Its kind is not public, so only the second of a pair is still known in this
    hand."""
    remove(table.hands[seat], card)
    table.shown[seat, 0], table.shown[seat, 1] = table.shown[seat, 1], 0
    table.bottom[table.bottom_count] = card
    table.bottom_count += 1
    if table.oiran == seat:
        table.oiran = at.HIDDEN


@inner
def take_up(table: Table, seat: int, card: int) -> None:
    """Take an open card into a hand."""
    add(table.hands[seat], card)
    add(table.shown[seat], card)
    if card == OIRAN_CARD:
        table.oiran = seat


@inner
def from_pool(table: Table, chance: Chance) -> int:
    """Draw a random card of the pool."""
    kinds = count(table.pool[0])
    pick = throw(chance, kinds + count(table.pool[1]))
    card = nth(table.pool[0], pick) if pick < kinds else nth(table.pool[1], pick - kinds)
    remove(table.pool, card)
    return card


@inner
def from_bottom(table: Table) -> int:
    last = table.bottom_count - 1
    card: int = table.bottom[0]
    for i in range(last):
        table.bottom[i] = table.bottom[i + 1]
    table.bottom[last] = 0
    table.bottom_count = last
    return card


@inner
def draws(table: Table, seat: int, cards: int, chance: Chance) -> None:
    """Draw cards, as many as there are (M14)."""
    for _ in range(min(cards, deck(table))):
        card = from_pool(table, chance) if table.pool[0] else from_bottom(table)
        add(table.hands[seat], card)


@inner
def welcome(table: Table, seat: int, card: int) -> None:
    """Lay a guest (M7), then ask for its effect; then Summer Sea may go on."""
    sea = table.geishas[seat] == SUMMER_SEA and at.COLOURS[card] == BLUE and table.followed < FOLLOWERS
    if sea and now(table) & 15 != at.FOLLOWING:
        push(table, at.FOLLOWING, seat)
    push(table, at.USING, seat, card)
    from_hand(table, seat, card)
    add_guest(table, seat, card)


@inner
def advertise(table: Table, seat: int, card: int, chance: Chance) -> None:
    """Lay an advertiser and draw (M8). Spring Breeze draws more and gives cards back (M24)."""
    from_hand(table, seat, card)
    add_advertiser(table, seat, card)
    if table.geishas[seat] != SPRING_BREEZE:
        draws(table, seat, 1, chance)
        return
    there = deck(table)
    for _ in range(2 if there > 2 else there - 1):
        push(table, at.BURYING if there > 2 else at.DISCARDING, seat)
    draws(table, seat, 3, chance)


@inner
def may_hold_oiran(table: Table, seat: int) -> bool:
    """Return whether a seat may hold Oiran, by public knowledge (M18)."""
    if table.oiran == at.HIDDEN:
        return bool(size(table.hands[seat]) > size(table.shown[seat]))
    return bool(table.oiran == seat)
