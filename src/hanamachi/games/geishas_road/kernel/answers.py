"""The decisions: which answers are legal, and what an answer does (G13 to G17, G34 to G41).

An answer is a small number, whose meaning depends on the question (see translate.py). Between two calls a
player owes a decision, or the game is over: forced moves and nature's moves are played at once.
"""

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.layout import NONE, Row
from hanamachi.games.geishas_road.kernel.rounds import clear, draw, onward
from hanamachi.games.geishas_road.kernel.travel import resolve, take
from hanamachi.games.geishas_road.pieces import ACTION_CARDS, COMPETITION, GIFT, INTRIGUE, REVEAL
from hanamachi.games.kernels.bits import lowest
from hanamachi.games.kernels.compiling import entry, inner


@inner("i8(i8, i8[::1])")
def _bits(mask: int, answers: Row) -> int:
    n = 0
    while mask:
        answers[n] = lowest(mask)
        mask &= mask - 1
        n += 1
    return n


@inner("i8(i8[::1], i8[::1])")
def _shares(row: Row, answers: Row) -> int:
    """Write the shares that the first chooser may take, as masks of places (G16, G17, G35, G38)."""
    if row[at.ACTION] == COMPETITION:
        answers[0] = 1 | 1 << row[at.PARTNER]
        answers[1] = 0b1111 ^ answers[0]
        return 2
    two = row[at.SEAT] == row[at.ACTOR] or (row[at.COUNTERS] == 2 and row[at.LITERAL])
    answers[0], answers[1], answers[2] = (0b011, 0b101, 0b110) if two else (0b001, 0b010, 0b100)
    return 3


@entry("i8(i8[::1], i8[::1])")
def legal(row: Row, answers: Row) -> int:
    """Write every legal answer in the order of the rulebook, and return their number."""
    now, seat = row[at.NOW], row[at.SEAT]
    if now == at.ACTING:
        tokens = row[at.TOKENS + seat]
        if row[at.SPECIALS + seat] & at.HIDDEN_TOKEN:
            tokens |= (tokens & (1 << GIFT | 1 << COMPETITION)) << at.HIDDEN_USE
        return _bits(tokens, answers)
    if now == at.CHOOSING:
        return _shares(row, answers)
    if now == at.RESOLVING:
        return _bits(row[at.TAKEN + seat], answers)
    if now == at.PAIRING:
        return _bits(0b1110, answers)
    if now == at.TAKING:
        return _bits(0b11, answers)
    if now == at.COUNTERING:
        return _bits(0b111 if row[at.SPECIALS + seat] & at.HIDDEN_TOKEN else 0b11, answers)
    if now == at.REMOVING:
        return _bits((1 << row[at.LAID]) - 1, answers)
    return 0 if now == at.OVER else _bits(row[at.HAND + seat], answers)


@inner("void(i8[::1], i8)")
def _act(row: Row, use: int) -> None:
    """Turn over an action token (G13), perhaps with Hidden offer (G34)."""
    seat, action = row[at.SEAT], use % at.HIDDEN_USE
    row[at.TURN] += 1
    row[at.TOKENS + seat] ^= 1 << action
    if action == REVEAL:
        row[at.NOW] = at.REVEALING
    elif action == INTRIGUE:
        row[at.NOW] = at.SETTING_LEFT
    else:
        row[at.ACTOR], row[at.ACTION], row[at.NOW] = seat, action, at.LAYING
    if use >= at.HIDDEN_USE:
        row[at.SPECIALS + seat] ^= at.HIDDEN_TOKEN
        row[at.DOWN + seat], row[at.NOW] = 0, at.HIDING


@inner("void(i8[::1], i8)")
def _ask(row: Row, seat: int) -> None:
    """Ask a seat whether it counters, if it can (G39), or else what it chooses."""
    can_counter = row[at.SPECIALS + seat] & at.COUNTEROFFER_TOKEN and row[at.HAND + seat]
    row[at.NOW], row[at.SEAT] = at.COUNTERING if can_counter else at.CHOOSING, seat


@inner("void(i8[::1], i8)")
def _lay(row: Row, card: int) -> None:
    """Lay a card face up. These lie in the order of the box, after a card that lies face down."""
    first = at.OFFERED + (row[at.DOWN + row[at.ACTOR]] == 0)
    place = at.OFFERED + row[at.LAID]
    while place > first and row[place - 1] > card:
        row[place] = row[place - 1]
        place -= 1
    row[place] = card
    row[at.LAID] += 1
    if row[at.LAID] == ACTION_CARDS[row[at.ACTION]]:
        if row[at.ACTION] == COMPETITION:
            row[at.NOW] = at.PAIRING
        else:
            _ask(row, 1 - row[at.ACTOR])


@inner("void(i8[::1], i8)")
def _counter(row: Row, how: int) -> None:
    """Pass, or turn over Counteroffer (G35), perhaps with Hidden offer (G37)."""
    seat = row[at.SEAT]
    if how == 0:
        row[at.NOW] = at.CHOOSING
        return
    row[at.SPECIALS + seat] ^= at.COUNTEROFFER_TOKEN
    if how == 2:
        row[at.SPECIALS + seat] ^= at.HIDDEN_TOKEN
        row[at.HIDDEN] = 1
    row[at.COUNTERS] += 1
    row[at.NOW] = at.REMOVING


@inner("void(i8[::1], i8)")
def _remove(row: Row, place: int) -> None:
    row[at.POOL] |= 1 << row[at.OFFERED + place]
    row[at.OFFERED + place] = NONE
    for owner in range(2):
        if row[at.DOWN + owner] == place:
            row[at.DOWN + owner] = NONE
    row[at.NOW] = at.REPLACING


@inner("void(i8[::1], i8)")
def _replace(row: Row, card: int) -> None:
    """Put a card from the hand in the empty place and draw one; then the other player answers."""
    seat, place = row[at.SEAT], 0
    while row[at.OFFERED + place] != NONE:
        place += 1
    row[at.OFFERED + place] = card
    if row[at.HIDDEN]:
        row[at.DOWN + seat], row[at.HIDDEN] = place, 0
    draw(row, seat)
    _ask(row, 1 - seat)


@inner("void(i8[::1], i8)")
def _divide(row: Row, places: int) -> None:
    """Divide the offer: the chosen places go to the chooser, the others to the rival."""
    seat = row[at.SEAT]
    for place in range(row[at.LAID]):
        who = seat if places >> place & 1 else 1 - seat
        row[at.TAKEN + who] |= 1 << row[at.OFFERED + place]
    clear(row)


@inner("void(i8[::1], i8)")
def _end(row: Row, answer: int) -> None:
    """Play an answer after which cards are resolved or a turn is over, unless another question follows."""
    now, seat = row[at.NOW], row[at.SEAT]
    if now == at.REVEALING:
        row[at.TAKEN + seat] = 1 << answer
    elif now == at.SETTING_RIGHT:
        row[at.RIGHT + seat] = answer
    elif now == at.CHOOSING:
        _divide(row, answer)
    elif now == at.TAKING:
        take(row, seat, row[at.ASKED], answer)
        row[at.ASKED] = NONE
    else:
        resolve(row, seat, answer)


@entry("void(i8[::1], i8)")
def play(row: Row, answer: int) -> None:
    """Play a legal answer, and go on to the next decision."""
    now, seat = row[at.NOW], row[at.SEAT]
    if at.REVEALING <= now <= at.LAYING or now == at.REPLACING:
        row[at.HAND + seat] ^= 1 << answer
    if now == at.ACTING:
        _act(row, answer)
    elif now == at.LAYING:
        _lay(row, answer)
    elif now == at.SETTING_LEFT:
        row[at.LEFT + seat], row[at.NOW] = answer, at.SETTING_RIGHT
    elif now == at.PAIRING:
        row[at.PARTNER] = answer
        _ask(row, 1 - seat)
    elif now == at.HIDING:
        row[at.OFFERED], row[at.LAID], row[at.NOW] = answer, 1, at.LAYING
    elif now == at.COUNTERING:
        _counter(row, answer)
    elif now == at.REMOVING:
        _remove(row, answer)
    elif now == at.REPLACING:
        _replace(row, answer)
    else:
        _end(row, answer)
        if row[at.ASKED] == NONE:
            onward(row)
