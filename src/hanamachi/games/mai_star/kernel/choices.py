"""List the legal moves, in the order of the rules engine: the compiled twin of choices.py."""

from hanamachi.games.kernels.bits import lowest
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.cards import deck, now
from hanamachi.games.mai_star.kernel.effects import is_targeted, may_target
from hanamachi.games.mai_star.kernel.layout import Moves, Table
from hanamachi.games.mai_star.pieces import BLUE, COURTESAN, MORNING_STAR, OIRAN_CARD, OKAASAN, RONIN


@inner
def write(moves: Moves, n: int, kind: int, fact: int) -> int:
    moves[n] = kind * at.KIND + fact
    return n + 1


@inner
def write_all(moves: Moves, n: int, kind: int, cards: int) -> int:
    """Write a move for each card of a set."""
    while cards:
        moves[n] = kind * at.KIND + lowest(cards)
        n += 1
        cards &= cards - 1
    return n


@inner
def legal(table: Table, moves: Moves) -> int:
    """Write the legal answers to the present question, and return their number."""
    step = now(table)
    kind, seat, fact = step & 15, step >> at.SEAT_AT & 15, step >> at.FACT_AT & 255
    hand = table.hands[seat, 0]
    if kind == at.ACTING:
        return actions(table, seat, moves)
    if kind == at.CONTINUING:
        return write(moves, actions(table, seat, moves), at.DECLINE, 0)
    if kind == at.REACTING:
        return reactions(table, seat, moves)
    if kind == at.FOLLOWING:
        guests = hand & guests_of(table, seat) & at.OF_COLOUR[BLUE]
        return write(moves, write_all(moves, 0, at.GUEST, guests), at.DECLINE, 0)
    if kind == at.RINGING:
        return write(moves, write_all(moves, 0, at.ADVERTISE, hand), at.DECLINE, 0)
    if kind == at.INTRODUCING:
        return write(moves, write_all(moves, 0, at.INTRODUCE, hand), at.DECLINE, 0)
    if kind == at.REPLACING:
        return write_all(moves, 0, at.REPLACE, hand)
    if kind == at.PICKING:
        return write_all(moves, 0, at.PICK, table.hands[fact, 0])
    if kind == at.BURYING:
        return write_all(moves, 0, at.BURY, hand)
    if kind == at.DISCARDING:
        return write_all(moves, 0, at.DISCARD, hand)
    if kind == at.CHOOSING:
        return geishas(table, moves)
    return write(moves, uses(table, seat, fact, moves), at.DECLINE, 0)


@inner
def guests_of(table: Table, seat: int) -> int:
    """Return the cards whose requirement is met (M4, M7)."""
    fame = table.fame[seat]
    red, blue, green = min(fame & 255, at.ENOUGH), min(fame >> 8 & 255, at.ENOUGH), min(fame >> 16, at.ENOUGH)
    any_or_all = min(red, blue, green) if table.all_skills else max(red, blue, green)
    cards: int = at.WELCOME[0, red] | at.WELCOME[1, blue] | at.WELCOME[2, green] | at.WELCOME[3, any_or_all]
    return cards


@inner
def actions(table: Table, seat: int, moves: Moves) -> int:
    """Write the actions of a turn: M7 to M11, and Morning Star's ability."""
    hand, some = table.hands[seat, 0], deck(table) > 0
    n = write_all(moves, 0, at.GUEST, hand & guests_of(table, seat))
    n = write_all(moves, n, at.ADVERTISE, hand)
    if some:
        n = write_all(moves, n, at.INTRODUCE, hand)
    if hand:
        for place in range(table.advertiser_count[seat]):
            n = write(moves, n, at.EXCHANGE, place)
    if some:
        n = write(moves, n, at.SEARCH, 0)
    return shining(table, seat, moves, n)


@inner
def shining(table: Table, seat: int, moves: Moves, n: int) -> int:
    if table.geishas[seat] == MORNING_STAR and not table.shone:
        for skill in range(3):
            n = write(moves, n, at.SHINE, skill)
    return n


@inner
def uses(table: Table, seat: int, card: int, moves: Moves) -> int:
    """Write the ways to use the effect of a guest."""
    character, n = at.CHARACTERS[card], 0
    if is_targeted(character):
        for player in range(table.seats):
            if may_target(table, character, player):
                n = write(moves, n, at.TARGET, player)
        return n
    if character == OKAASAN:
        return write_all(moves, 0, at.ADVERTISE, table.hands[seat, 0])
    if character == COURTESAN:
        guests = table.hands[seat, 0] & guests_of(table, seat) & at.OF_COLOUR[at.COLOURS[card]]
        return shining(table, seat, moves, write_all(moves, 0, at.GUEST, guests))
    return write(moves, 0, at.USE, 0)


@inner
def reactions(table: Table, seat: int, moves: Moves) -> int:
    n = write(moves, 0, at.ALLOW, 0)
    for place in range(table.guest_count[seat]):
        if at.CHARACTERS[table.guests[seat, place]] == RONIN:
            n = write(moves, n, at.RONIN_MOVE, place)
    if table.hands[seat, 0] >> OIRAN_CARD & 1:
        n = write(moves, n, at.OIRAN_MOVE, 0)
    return n


@inner
def geishas(table: Table, moves: Moves) -> int:
    free = 0b111111
    for seat in range(table.seats):
        if table.geishas[seat] >= 0:
            free &= ~(1 << table.geishas[seat])
    return write_all(moves, 0, at.CHOOSE, free)
