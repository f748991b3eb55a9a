"""Compute the features of a move from what the deciding seat sees: its own hand and public cards.

First come those of the whole question (`look`), then those of a kind of move (`of_kind`), then those of the
move itself (`of_move`).
"""

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import size
from hanamachi.games.mai_star.kernel.cards import deck, has_ronin, now
from hanamachi.games.mai_star.kernel.choices import guests_of
from hanamachi.games.mai_star.kernel.layout import Table, Tables
from hanamachi.games.mai_star.pieces import (
    BLACK,
    DAIMYO,
    PENALTY,
    REQUIREMENT,
    ROUNDS,
    SAMURAI,
    SHINING,
    THIEF,
)

Numbers = NDArray[np.int64]

# The indices of what `look` finds.
ASKED, SEAT, CARD, BY, HELD, LEAST, DECK, LEAD, WELCOME, BEST, BURDEN, PLAYABLE, LEADER = range(13)
LOOK = 13

REQUIREMENTS = np.array(REQUIREMENT)
BONUS_KIND = np.array([(int(b) & 255) + (int(b) >> 8 & 255) + (int(b) >> 16) for b in at.BONUSES])


@inner
def step_of(value: int, edges: tuple[int, ...]) -> int:
    found = 0
    for edge in edges:
        found += value >= edge
    return found


@inner
def prospect(table: Table, seat: int) -> int:
    points: int = table.totals[seat] + table.income[seat] - PENALTY * size(table.hands[seat])
    return points


@inner
def best_rival(table: Table, seat: int) -> int:
    """Return the best prospect of another seat."""
    best = -1000
    for other in range(table.seats):
        if other != seat:
            best = max(best, prospect(table, other))
    return best


@inner
def best_income(cards: int) -> int:
    """Return the best income in a set of cards."""
    best = 0
    while cards:
        best = max(best, at.INCOMES[lowest(cards)])
        cards &= cards - 1
    return best


@inner
def look(table: Table, seen: Numbers) -> None:
    """Compute what holds for the whole question."""
    step = now(table)
    seat = step >> at.SEAT_AT & 15
    seen[ASKED], seen[SEAT], seen[CARD], seen[BY] = (
        step & 15,
        seat,
        step >> at.FACT_AT & 255,
        step >> at.BY_AT,
    )
    held, least, leader = size(table.hands[seat]), 100, seat
    for other in range(table.seats):
        if other != seat:
            least = min(least, size(table.hands[other]))
        if prospect(table, other) > prospect(table, leader):
            leader = other
    seen[HELD], seen[LEAST] = min(held, f.HELD - 1), min(least, f.LEAST - 1)
    seen[DECK], seen[LEADER] = step_of(deck(table), f.DECKS), leader
    seen[LEAD] = step_of(prospect(table, seat) - best_rival(table, seat), f.LEADS)
    playable = guests_of(table, seat) & table.hands[seat, 0] if table.geishas[seat] >= 0 else 0
    seen[PLAYABLE], seen[BEST] = playable, best_income(playable)
    seen[WELCOME] = min(count(playable), f.COUNT - 1)
    seen[BURDEN] = min(count(table.hands[seat, 0] & ~playable), f.COUNT - 1)


@inner
def kind_of(seen: Numbers, kind: int) -> int:
    """Return the kind of a move. Decline is a different kind for each question."""
    return f.MOVES + seen[ASKED] if kind == at.DECLINE else kind


@inner
def of_kind(table: Table, seen: Numbers, kind: int, found: Numbers) -> int:
    """Write the features of all moves of a kind, and return their number."""
    seat, held, least, lead = seen[SEAT], seen[HELD], seen[LEAST], seen[LEAD]
    found[0] = f.KIND_HELD + (kind * f.HELD + held) * f.LEAST + least
    found[1] = f.KIND_GEISHA + kind * f.G + max(table.geishas[seat], 0)
    found[2] = f.KIND_DECK + kind * f.DECK + seen[DECK]
    found[3] = f.KIND_LEAD_HELD + (kind * f.LEAD + lead) * f.HELD + held
    found[4] = f.KIND_LEAD_LEAST + (kind * f.LEAD + lead) * f.LEAST + least
    found[5] = f.KIND_LEAD_ROUND + (kind * f.LEAD + lead) * ROUNDS + table.round - 1
    found[6] = f.KIND_WELCOME + (kind * f.COUNT + seen[WELCOME]) * f.INCOME + seen[BEST]
    found[7] = f.KIND_ADVERTISERS + kind * f.COUNT + min(table.advertiser_count[seat], f.COUNT - 1)
    found[8] = f.KIND_GUESTS + kind * f.COUNT + min(table.guest_count[seat], f.COUNT - 1)
    found[9] = f.KIND_BURDEN + kind * f.COUNT + seen[BURDEN]
    row = kind * f.TABLES + table.seats - 3
    found[10] = f.KIND_TABLE_LEAST + row * f.LEAST + least
    found[11] = f.KIND_TABLE_LEAD + row * f.LEAD + lead
    found[12] = f.KIND_ROOM + kind * f.COUNT + room_for_guests(table, seat)
    return f.OF_A_KIND


@inner
def room_for_guests(table: Table, seat: int) -> int:
    """Return how many guests may still come before they are too many (M34). The last step means no limit."""
    if table.limited_guests == at.NO_LIMIT:
        return f.COUNT - 1
    return int(min(max(at.HAND_SIZES[table.round] - table.guest_count[seat], 0), f.COUNT - 2))


@inner
def of_move(table: Table, seen: Numbers, kind: int, fact: int, found: Numbers, n: int) -> int:
    """Write the features of this move alone from index `n` on. Return the number of features then."""
    if kind == at.GUEST:
        return of_guest(table, seen, fact, found, n)
    if kind == at.ADVERTISE:
        return of_advertiser(table, seen, fact, found, n)
    if kind == at.INTRODUCE:
        return of_card(table, seen, 1, fact, found, n)
    if kind == at.BURY:
        return of_card(table, seen, 2, fact, found, n)
    if kind == at.DISCARD:
        return of_card(table, seen, 3, fact, found, n)
    if kind == at.REPLACE:
        return of_card(table, seen, 4, fact, found, n)
    if kind == at.TARGET:
        return of_target(table, seen, fact, found, n)
    if kind in (at.ALLOW, at.RONIN_MOVE, at.OIRAN_MOVE):
        return of_answer(table, seen, kind - at.ALLOW, found, n)
    return of_the_rest(table, seen, kind, fact, found, n)


@inner
def of_guest(table: Table, seen: Numbers, card: int, found: Numbers, n: int) -> int:
    seat, character = seen[SEAT], at.CHARACTERS[card]
    found[n] = f.GUEST_HELD + character * f.HELD + seen[HELD]
    found[n + 1] = f.GUEST_LEAST + character * f.LEAST + seen[LEAST]
    found[n + 2] = f.GUEST_GEISHA + character * f.G + table.geishas[seat]
    found[n + 3] = f.GUEST_DECK + character * f.DECK + seen[DECK]
    found[n + 4] = f.GUEST_ROUND + character * ROUNDS + table.round - 1
    found[n + 5] = f.GUEST_WELCOME + character * f.COUNT + seen[WELCOME]
    found[n + 6] = f.GUEST_GAIN + character * f.INCOME + gain(table, seat, card)
    found[n + 7] = f.GUEST_BELOW + max(seen[BEST] - at.INCOMES[card], 0)
    if seen[HELD] > 1:
        return n + 8
    ahead = prospect(table, seat) + at.INCOMES[card] + PENALTY - best_rival(table, seat)
    found[n + 8] = f.GUEST_LAST + (table.round - 1) * f.LEAD + step_of(ahead, f.LEADS)
    return n + 9


@inner
def gain(table: Table, seat: int, card: int) -> int:
    """Return the income that an effect brings: of the dearest guest to take, or of one's own advertisers."""
    character, best = at.CHARACTERS[card], 0
    if character == DAIMYO:
        for i in range(table.advertiser_count[seat]):
            advertiser = table.advertisers[seat, i]
            if at.COLOURS[advertiser] == at.COLOURS[card]:
                best += at.INCOMES[advertiser]
    elif character in (THIEF, SAMURAI):
        for other in range(table.seats):
            if other != seat:
                best = max(best, newest_income(table, other))
    return min(best, f.INCOME - 1)


@inner
def newest_income(table: Table, seat: int) -> int:
    guests = table.guest_count[seat]
    income: int = at.INCOMES[table.guests[seat, guests - 1]] if guests else 0
    return income


@inner
def fame_for(table: Table, seat: int, card: int) -> int:
    """Return the reputation that this card requires."""
    fame = table.fame[seat]
    red, blue, green = fame & 255, fame >> 8 & 255, fame >> 16
    if at.COLOURS[card] == BLACK:
        return int(min(red, blue, green) if table.all_skills else max(red, blue, green))
    return int(fame >> 8 * at.COLOURS[card] & 255)


@inner
def of_card(table: Table, seen: Numbers, way: int, card: int, found: Numbers, n: int) -> int:
    """Write the features of a card that leaves the hand."""
    seat, row = seen[SEAT], way * f.C + at.CHARACTERS[card]
    missing = max(REQUIREMENTS[card] - fame_for(table, seat, card), 0)
    found[n] = f.CARD_PLAYABLE + row * 2 + (seen[PLAYABLE] >> card & 1)
    found[n + 1] = f.CARD_MISSING + row * f.COUNT + min(missing, f.COUNT - 1)
    found[n + 2] = f.CARD_TWICE + row * 2 + (table.hands[seat, 1] >> card & 1)
    return n + 3


@inner
def of_advertiser(table: Table, seen: Numbers, card: int, found: Numbers, n: int) -> int:
    n = of_card(table, seen, 0, card, found, n)
    seat, character, colour = seen[SEAT], at.CHARACTERS[card], at.COLOURS[card]
    waiting = table.hands[seat, 0] & ~seen[PLAYABLE] & at.OF_COLOUR[colour] & ~(1 << card)
    fame, bonus = fame_for(table, seat, card), BONUS_KIND[card] - 1
    found[n] = f.ADVERTISER_GEISHA + character * f.G + table.geishas[seat]
    found[n + 1] = f.ADVERTISER_HELD + character * f.HELD + seen[HELD]
    found[n + 2] = f.ADVERTISER_ROUND + character * ROUNDS + table.round - 1
    found[n + 3] = f.ADVERTISER_FAME + bonus * f.INCOME + min(fame, f.INCOME - 1)
    found[n + 4] = f.ADVERTISER_UNLOCKS + unlocked(table, seen, at.BONUSES[card], 1 << card)
    found[n + 5] = f.ADVERTISER_WAITING + min(count(waiting), f.COUNT - 1)
    return n + 6


@inner
def unlocked(table: Table, seen: Numbers, bonus: int, without: int) -> int:
    """Return how much more income the best playable card brings with a higher reputation."""
    seat = seen[SEAT]
    table.fame[seat] += bonus
    playable = guests_of(table, seat) & table.hands[seat, 0] & ~without
    table.fame[seat] -= bonus
    return int(max(best_income(playable) - seen[BEST], 0))


@inner
def of_target(table: Table, seen: Numbers, target: int, found: Numbers, n: int) -> int:
    seat, effect = seen[SEAT], at.CHARACTERS[seen[CARD]]
    advertisers = table.advertiser_count[target]
    newest = BONUS_KIND[table.advertisers[target, advertisers - 1]] if advertisers else 0
    lead = prospect(table, target) - best_rival(table, target)
    found[n] = f.TARGET_WHO + effect * 2 + (target == seat)
    found[n + 1] = f.TARGET_LEAD + effect * f.LEAD + step_of(lead, f.LEADS)
    found[n + 2] = f.TARGET_GUEST + effect * f.INCOME + newest_income(table, target)
    found[n + 3] = f.TARGET_ADVERTISER + effect * 4 + newest
    found[n + 4] = f.TARGET_HELD + effect * f.HELD + min(size(table.hands[target]), f.HELD - 1)
    found[n + 5] = f.TARGET_RONIN + effect * 2 + has_ronin(table, target)
    found[n + 6] = f.TARGET_LEADER + effect * 2 + (target == seen[LEADER])
    found[n + 7] = f.TARGET_NEXT + effect * 2 + (target == (seat + 1) % table.seats)
    return n + 8


@inner
def of_answer(table: Table, seen: Numbers, answer: int, found: Numbers, n: int) -> int:
    """Write the features of an answer: let an effect happen, or cancel it with Ronin or Oiran."""
    row = answer * f.C + at.CHARACTERS[seen[CARD]]
    found[n] = f.ANSWER + row
    found[n + 1] = f.ANSWER_HELD + row * f.HELD + seen[HELD]
    found[n + 2] = f.ANSWER_STAKE + row * f.INCOME + newest_income(table, seen[SEAT])
    return n + 3


@inner
def of_the_rest(table: Table, seen: Numbers, kind: int, fact: int, found: Numbers, n: int) -> int:
    asked, seat = seen[ASKED], seen[SEAT]
    if kind == at.PICK:
        playable = guests_of(table, seen[CARD]) >> fact & 1
        found[n] = f.PICKED + at.CHARACTERS[fact] * 2 + playable
        return n + 1
    if kind == at.EXCHANGE:
        card = table.advertisers[seat, fact]
        playable = guests_of(table, seat) >> card & 1
        found[n] = f.RETURNED + at.CHARACTERS[card] * 2 + playable
        return n + 1
    if kind == at.SHINE:
        found[n] = f.SHINE + fact
        found[n + 1] = f.SHINE_UNLOCKS + unlocked(table, seen, SHINING << 8 * fact, 0)
        return n + 2
    if kind == at.CHOOSE:
        found[n] = f.GEISHA + fact
        found[n + 1] = f.GEISHA_TABLE + (table.seats - 3) * f.G + fact
        return n + 2
    if asked in (at.USING, at.USING_AGAIN) and kind in (at.USE, at.DECLINE):
        row = (kind == at.USE) * f.C + at.CHARACTERS[seen[CARD]]
        found[n] = f.USED + row
        found[n + 1] = f.USED_HELD + row * f.HELD + seen[HELD]
        return n + 2
    return n


@entry
def facts_of(tables: Tables, move: int, found: Numbers) -> int:
    """Write all features of a move at the first of these tables, for Python. Return their number."""
    seen, kind = np.empty(LOOK, np.int64), move // at.KIND
    look(tables[0], seen)
    n = of_kind(tables[0], seen, kind_of(seen, kind), found)
    return of_move(tables[0], seen, kind, move % at.KIND, found, n)
