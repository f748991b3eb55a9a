"""What an answer does, and what follows from it up to the next decision: the twin of rules.py of the law."""

from hanamachi.games.mai_star.kernel.bits import Chance, throw
from hanamachi.games.mai_star.kernel.cards import (
    advertise,
    bury,
    deck,
    discard,
    draws,
    from_hand,
    has_ronin,
    holds_some,
    may_hold_oiran,
    now,
    pop,
    push,
    remove_guest,
    take_up,
    welcome,
)
from hanamachi.games.mai_star.kernel.compiled import inner
from hanamachi.games.mai_star.kernel.effects import resolve, usable, use
from hanamachi.games.mai_star.kernel.festival import (
    chooses,
    deals,
    ends_at_once,
    ends_turn,
    has_too_many,
    opens,
)
from hanamachi.games.mai_star.kernel.layout import (
    ACTING,
    ADVERTISE,
    ALL_CARDS,
    ALLOW,
    AT_ONCE,
    BONUSES,
    BURY,
    BY_AT,
    CHOOSE,
    COLOURS,
    CONTINUING,
    DECLINE,
    ENDING,
    EXCHANGE,
    FACT_AT,
    FOLLOWING,
    GUEST,
    HIDDEN,
    INTRODUCE,
    INTRODUCING,
    KIND,
    OIRAN_MOVE,
    PICK,
    REACTING,
    REPLACE,
    REPLACING,
    RINGING,
    RONIN_MOVE,
    SEARCH,
    SEAT_AT,
    SHINE,
    SHUFFLING,
    TARGET,
    TWICE,
    USE,
    USING,
    USING_AGAIN,
    Table,
)
from hanamachi.games.mai_star.pieces import MAPLE_LEAF, OIRAN_CARD, RED, SHINING, SOUND_OF_BELL


@inner
def start(table: Table, chance: Chance) -> None:
    """A new game at a table of zeros that has its seats and options."""
    table.round = 1
    table.geishas[:] = -1
    table.pool[0], table.pool[1] = ALL_CARDS, TWICE
    table.lap, table.oiran, table.shining = -1, HIDDEN, -1
    opens(table, throw(chance, table.seats))
    settle(table, chance)


@inner
def play(table: Table, move: int, chance: Chance) -> None:
    """A legal move, nature's answers to it, and what happens at once."""
    kind, fact = move // KIND, move % KIND
    if kind == SHINE:  # the same question stays open
        seat = now(table) >> SEAT_AT & 15
        table.shining, table.shone = fact, True
        table.fame[seat] += SHINING << 8 * fact
    else:
        answer(table, pop(table), kind, fact, chance)
        settle(table, chance)


@inner
def answer(table: Table, step: int, kind: int, fact: int, chance: Chance) -> None:
    seat = step >> SEAT_AT & 15
    prepare(table, step, seat, kind)
    if kind == GUEST:
        welcome(table, seat, fact)
    elif kind == ADVERTISE:
        advertise(table, seat, fact, chance)
    elif kind == INTRODUCE:
        introduces(table, step & 15, seat, fact, chance)
    elif kind == EXCHANGE:
        push(table, REPLACING, seat, fact)
    elif kind == REPLACE:
        replaces(table, seat, step >> FACT_AT & 255, fact)
    elif kind == SEARCH or (kind == DECLINE and step & 15 == INTRODUCING):
        draws(table, seat, 1, chance)
    elif kind == TARGET:
        aims(table, seat, step >> FACT_AT & 255, fact, chance)
    elif kind == USE:
        use(table, seat, step >> FACT_AT & 255)
    elif kind == CHOOSE:
        chooses(table, seat, fact, chance)
    elif kind == BURY:
        bury(table, seat, fact)
    elif kind != DECLINE:
        suffers(table, step, seat, kind, fact, chance)


@inner
def prepare(table: Table, step: int, seat: int, kind: int) -> None:
    """What an ability adds to the agenda before a move is made."""
    asked = step & 15
    if asked == ACTING and table.geishas[seat] == SOUND_OF_BELL:  # M25
        push(table, CONTINUING if kind == ADVERTISE else RINGING, seat)
    elif kind == DECLINE:
        return
    elif asked == FOLLOWING:
        table.followed += 1
    elif asked == USING_AGAIN:  # M36
        table.doubled = True
    elif asked == USING and table.geishas[seat] == MAPLE_LEAF:
        card = step >> FACT_AT & 255
        if COLOURS[card] == RED:
            push(table, USING_AGAIN, seat, card)


@inner
def suffers(table: Table, step: int, seat: int, kind: int, fact: int, chance: Chance) -> None:
    """A target's answer, what a Sumo Wrestler picks, and what Spring Breeze discards."""
    if kind == ALLOW:
        resolve(table, step >> BY_AT, step >> FACT_AT & 255, seat, chance)
    elif kind == RONIN_MOVE:
        discard(table, remove_guest(table, seat, fact))
    elif kind == OIRAN_MOVE:
        discards(table, seat, OIRAN_CARD)
    elif kind == PICK:
        discards(table, step >> FACT_AT & 255, fact)
    else:
        discards(table, seat, fact)


@inner
def discards(table: Table, seat: int, card: int) -> None:
    from_hand(table, seat, card)
    discard(table, card)


@inner
def introduces(table: Table, asked: int, seat: int, card: int, chance: Chance) -> None:
    """M9."""
    discards(table, seat, card)
    if asked == INTRODUCING:
        draws(table, seat, 2, chance)
    else:
        push(table, INTRODUCING, seat)


@inner
def replaces(table: Table, seat: int, place: int, card: int) -> None:
    """M10."""
    from_hand(table, seat, card)
    old = table.advertisers[seat, place]
    table.advertisers[seat, place] = card
    table.fame[seat] += BONUSES[card] - BONUSES[old]
    take_up(table, seat, old)


@inner
def aims(table: Table, by: int, card: int, target: int, chance: Chance) -> None:
    """M15, M18."""
    if target != by and (has_ronin(table, target) or may_hold_oiran(table, target)):
        push(table, REACTING, target, card, by)
    else:
        resolve(table, by, card, target, chance)


@inner
def settle(table: Table, chance: Chance) -> None:
    """What nobody must choose."""
    if table.limited_guests == AT_ONCE and has_too_many(table):
        ends_at_once(table, chance)
    while table.todo_count and happens_at_once(table, now(table)):
        step = pop(table)
        kind = step & 15
        if kind == ENDING:
            ends_turn(table, step, chance)
        elif kind == SHUFFLING:
            deals(table, chance)
        elif kind == INTRODUCING:
            draws(table, step >> SEAT_AT & 15, 1, chance)


@inner
def happens_at_once(table: Table, step: int) -> bool:
    kind, seat = step & 15, step >> SEAT_AT & 15
    if kind in (ENDING, SHUFFLING):
        return True
    if kind in (ACTING, CONTINUING):  # M37
        return not holds_some(table, seat) and deck(table) == 0
    if kind in (USING, USING_AGAIN):  # M2, M35
        return (kind == USING_AGAIN and table.doubled) or not usable(table, seat, step >> FACT_AT & 255)
    if kind == INTRODUCING:  # M9
        return not holds_some(table, seat) or deck(table) < 2
    return kind in (FOLLOWING, RINGING) and not holds_some(table, seat)
