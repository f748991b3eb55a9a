"""Play an answer and all that follows up to the next decision: the compiled twin of rules.py."""

from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import throw
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
from hanamachi.games.mai_star.kernel.effects import resolve, usable, use
from hanamachi.games.mai_star.kernel.festival import (
    chooses,
    deals,
    ends_at_once,
    ends_turn,
    has_too_many,
    opens,
)
from hanamachi.games.mai_star.kernel.layout import Table
from hanamachi.games.mai_star.pieces import MAPLE_LEAF, OIRAN_CARD, RED, SHINING, SOUND_OF_BELL


@inner
def start(table: Table, chance: Chance) -> None:
    """Start a new game at a table of zeros that has its seats and options."""
    table.round = 1
    table.geishas[:] = -1
    table.pool[0], table.pool[1] = at.ALL_CARDS, at.TWICE
    table.lap, table.oiran, table.shining = -1, at.HIDDEN, -1
    opens(table, throw(chance, table.seats) if table.drawn else 0)
    settle(table, chance)


@inner
def play(table: Table, move: int, chance: Chance) -> None:
    """Play a legal move, nature's answers to it, and all forced steps."""
    kind, fact = move // at.KIND, move % at.KIND
    if kind == at.SHINE:  # the same question stays open
        seat = now(table) >> at.SEAT_AT & 15
        table.shining, table.shone = fact, True
        table.fame[seat] += SHINING << 8 * fact
    else:
        answer(table, pop(table), kind, fact, chance)
        settle(table, chance)


@inner
def answer(table: Table, step: int, kind: int, fact: int, chance: Chance) -> None:
    seat = step >> at.SEAT_AT & 15
    prepare(table, step, seat, kind)
    if kind == at.GUEST:
        welcome(table, seat, fact)
    elif kind == at.ADVERTISE:
        advertise(table, seat, fact, chance)
    elif kind == at.INTRODUCE:
        introduces(table, step & 15, seat, fact, chance)
    elif kind == at.EXCHANGE:
        push(table, at.REPLACING, seat, fact)
    elif kind == at.REPLACE:
        replaces(table, seat, step >> at.FACT_AT & 255, fact)
    elif kind == at.SEARCH or (kind == at.DECLINE and step & 15 == at.INTRODUCING):
        draws(table, seat, 1, chance)
    elif kind == at.TARGET:
        aims(table, seat, step >> at.FACT_AT & 255, fact, chance)
    elif kind == at.USE:
        use(table, seat, step >> at.FACT_AT & 255)
    elif kind == at.CHOOSE:
        chooses(table, seat, fact, chance)
    elif kind == at.BURY:
        bury(table, seat, fact)
    elif kind != at.DECLINE:
        suffers(table, step, seat, kind, fact, chance)


@inner
def prepare(table: Table, step: int, seat: int, kind: int) -> None:
    """Add the steps of an ability to the agenda, before a move is made."""
    asked = step & 15
    if asked == at.ACTING and table.geishas[seat] == SOUND_OF_BELL:  # M25
        push(table, at.CONTINUING if kind == at.ADVERTISE else at.RINGING, seat)
    elif kind == at.DECLINE:
        return
    elif asked == at.FOLLOWING:
        table.followed += 1
    elif asked == at.USING_AGAIN:  # M36
        table.doubled = True
    elif asked == at.USING and table.geishas[seat] == MAPLE_LEAF:
        card = step >> at.FACT_AT & 255
        if at.COLOURS[card] == RED:
            push(table, at.USING_AGAIN, seat, card)


@inner
def suffers(table: Table, step: int, seat: int, kind: int, fact: int, chance: Chance) -> None:
    """Play a target's answer, the pick of a Sumo Wrestler, or a discard of Spring Breeze."""
    if kind == at.ALLOW:
        resolve(table, step >> at.BY_AT, step >> at.FACT_AT & 255, seat, chance)
    elif kind == at.RONIN_MOVE:
        discard(table, remove_guest(table, seat, fact))
    elif kind == at.OIRAN_MOVE:
        discards(table, seat, OIRAN_CARD)
    elif kind == at.PICK:
        discards(table, step >> at.FACT_AT & 255, fact)
    else:
        discards(table, seat, fact)


@inner
def discards(table: Table, seat: int, card: int) -> None:
    from_hand(table, seat, card)
    discard(table, card)


@inner
def introduces(table: Table, asked: int, seat: int, card: int, chance: Chance) -> None:
    """Discard a card to introduce (M9): after the first ask for a second, after the second draw two."""
    discards(table, seat, card)
    if asked == at.INTRODUCING:
        draws(table, seat, 2, chance)
    else:
        push(table, at.INTRODUCING, seat)


@inner
def replaces(table: Table, seat: int, place: int, card: int) -> None:
    """Replace an advertiser (M10)."""
    from_hand(table, seat, card)
    old = table.advertisers[seat, place]
    table.advertisers[seat, place] = card
    table.fame[seat] += at.BONUSES[card] - at.BONUSES[old]
    take_up(table, seat, old)


@inner
def aims(table: Table, by: int, card: int, target: int, chance: Chance) -> None:
    """Aim an effect at a target (M15, M18)."""
    if target != by and (has_ronin(table, target) or may_hold_oiran(table, target)):
        push(table, at.REACTING, target, card, by)
    else:
        resolve(table, by, card, target, chance)


@inner
def settle(table: Table, chance: Chance) -> None:
    """Play all forced steps."""
    if table.limited_guests == at.AT_ONCE and has_too_many(table):
        ends_at_once(table, chance)
    while table.todo_count and happens_at_once(table, now(table)):
        step = pop(table)
        kind = step & 15
        if kind == at.ENDING:
            ends_turn(table, step, chance)
        elif kind == at.SHUFFLING:
            deals(table, chance)
        elif kind == at.INTRODUCING:
            draws(table, step >> at.SEAT_AT & 15, 1, chance)


@inner
def happens_at_once(table: Table, step: int) -> bool:
    kind, seat = step & 15, step >> at.SEAT_AT & 15
    if kind in (at.ENDING, at.SHUFFLING):
        return True
    if kind in (at.ACTING, at.CONTINUING):  # M37
        return not holds_some(table, seat) and deck(table) == 0
    if kind in (at.USING, at.USING_AGAIN):  # M2, M35
        return (kind == at.USING_AGAIN and table.doubled) or not usable(table, seat, step >> at.FACT_AT & 255)
    if kind == at.INTRODUCING:  # M9
        return not holds_some(table, seat) or deck(table) < 2
    return kind in (at.FOLLOWING, at.RINGING) and not holds_some(table, seat)
