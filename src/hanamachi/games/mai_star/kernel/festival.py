"""Play a festival (round) from set-up to score: the compiled twin of festival.py."""

from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import size, throw
from hanamachi.games.mai_star.kernel.cards import deck, draws, holds_some, push
from hanamachi.games.mai_star.kernel.layout import Table
from hanamachi.games.mai_star.pieces import HAZY, HAZY_MORE, PENALTY, ROUNDS, SHINING


@inner
def opens(table: Table, first: int) -> None:
    """Begin a round. In round 1 `first` chooses first and plays last (M5); later it starts, and chooses first
    (M33)."""
    seats = table.seats
    table.starter = (first + 1) % seats if table.round == 1 else first
    push(table, at.ENDING, table.starter)
    push(table, at.ACTING, table.starter)
    if not table.management:
        push(table, at.SHUFFLING, 0)
    if table.round == 1:
        for n in range(1, seats + 1):
            push(table, at.CHOOSING, (first + n) % seats)
    elif table.management:
        for n in range(1, seats + 1):
            push(table, at.CHOOSING, (first - n) % seats)
    if table.management:
        push(table, at.SHUFFLING, 0)


@inner
def chooses(table: Table, seat: int, geisha: int, chance: Chance) -> None:
    table.geishas[seat] = geisha
    table.fame[seat] = at.STARTS[geisha]
    if geisha == HAZY and table.management:
        draws(table, seat, HAZY_MORE, chance)


@inner
def deals(table: Table, chance: Chance) -> None:
    """Deal the hands (M6). Hazy gets two more cards; in Management mode she takes them when she is chosen."""
    for seat in range(table.seats):
        more = HAZY_MORE if table.geishas[seat] == HAZY else 0
        draws(table, seat, at.HAND_SIZES[table.round] + more, chance)


@inner
def ends_turn(table: Table, step: int, chance: Chance) -> None:
    seat, again = step >> at.SEAT_AT & 15, step >> at.FACT_AT & 255
    forgets_turn(table, seat)
    if table.last_lap and table.lap < 0 and deck(table) == 0:  # M29
        table.lap = at.SEATS
    if is_over(table) or (table.lap == 0 and not again):
        scores(table, chance)
    elif again:  # M20, M38
        push(table, at.ENDING, seat, again - 1)
        push(table, at.ACTING, seat)
    else:
        following = (seat + 1) % table.seats
        table.lap = table.lap - 1 if table.lap >= 0 else table.lap
        push(table, at.ENDING, following)
        push(table, at.ACTING, following)


@inner
def forgets_turn(table: Table, seat: int) -> None:
    """Reset the abilities used in this turn."""
    if table.shining >= 0:
        table.fame[seat] -= SHINING << 8 * table.shining
    table.shining, table.doubled, table.followed = -1, False, 0


@inner
def is_over(table: Table) -> bool:
    """Return whether the round is over by M27, M34 or M28. The caller checks the last lap (M29)."""
    for seat in range(table.seats):
        if not holds_some(table, seat):
            return True
    return has_too_many(table) or (not table.last_lap and deck(table) == 0)


@inner
def has_too_many(table: Table) -> bool:
    """Return whether a seat has too many guests (M34)."""
    found = False
    for seat in range(table.seats):
        found |= table.guest_count[seat] > at.HAND_SIZES[table.round]
    return found and table.limited_guests != at.NO_LIMIT


@inner
def ends_at_once(table: Table, chance: Chance) -> None:
    """End the round at once (M34). The rest of the agenda is dropped."""
    forgets_turn(table, table.todo[0] >> at.SEAT_AT & 15)
    table.todo[: table.todo_count] = 0
    table.todo_count = 0
    scores(table, chance)


@inner
def scores(table: Table, chance: Chance) -> None:
    """Score the round (M30)."""
    for seat in range(table.seats):
        left = size(table.hands[seat])
        table.left[seat] = left
        table.totals[seat] += max(0, table.income[seat] - PENALTY * left)
    if table.round < ROUNDS:
        clears(table)
        table.round += 1
        opens(table, next_starter(table, chance))


@inner
def clears(table: Table) -> None:
    """Shuffle all cards again; in Management mode the geishas go back too (M33)."""
    table.pool[0], table.pool[1] = at.ALL_CARDS, at.TWICE
    table.discards[:] = 0
    table.hands[:] = 0
    table.shown[:] = 0
    table.bottom[:] = 0
    table.bottom_count = 0
    table.lap, table.oiran, table.shone = -1, at.HIDDEN, False
    for seat in range(table.seats):
        table.guests[seat, : table.guest_count[seat]] = 0
        table.advertisers[seat, : table.advertiser_count[seat]] = 0
        table.guest_count[seat] = table.advertiser_count[seat] = table.income[seat] = 0
        if table.management:
            table.geishas[seat] = -1
        table.fame[seat] = 0 if table.management else at.STARTS[table.geishas[seat]]


@inner
def next_starter(table: Table, chance: Chance) -> int:
    """Return the poorest seat; of several the first to the left of the leader; a random one if all are equal
    (M31)."""
    seats, totals = table.seats, table.totals
    most, least = totals[0], totals[0]
    for seat in range(seats):
        most, least = max(most, totals[seat]), min(least, totals[seat])
    if most == least:
        return throw(chance, seats)
    leader = table.starter
    while totals[leader] != most:
        leader = (leader + 1) % seats
    poorest = leader
    while totals[poorest] != least:
        poorest = (poorest + 1) % seats
    return int(poorest)
