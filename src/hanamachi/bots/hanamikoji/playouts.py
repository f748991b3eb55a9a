"""Flat Monte Carlo for Hanamikoji: each move is tried on imagined deals, played out to the end of the round.

In a playout the action tokens are used in any order; of some actions drawn by chance the most promising is
taken, and answers are greedy. What a round leaves behind, art tokens and who starts next, is worth what a
table of favours says: a row for 1 and for 2 rounds to come, values from -1 (lost) to 1 (won) for whoever
starts the next round.

After a change in kernel.py, delete the __pycache__ here: numba does not see that it must compile anew.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    DEAL,
    FIELDS,
    HANDS,
    NOBODY,
    OFFER,
    OVER,
    POINTS,
    REPLY,
    ROUND,
    ROUNDS,
    RULES,
    SEAT,
    SECRETS,
    SIDES,
    SMALL,
    STARTER,
    TOKENS,
    UNTIL_WON,
    UNUSED,
    Packed,
    Rng,
    ahead,
    below,
    copy,
    id_at,
    imagine,
    legal,
    nature,
    play,
    row_of,
    taken_by,
    winner,
)
from hanamachi.games.hanamikoji.move_ids import (
    ACTION,
    ANSWER_COUNTS,
    ANSWERS,
    CARDS_OF,
    FIRST,
    FIRST_GIFT,
    MOST_MOVES,
    MOVES,
    Ids,
)
from hanamachi.games.hanamikoji.pieces import DISCARD, ITEMS, SECRET

Favours: TypeAlias = NDArray[np.float64]
Sums: TypeAlias = NDArray[np.float64]

MOST_ROUNDS_LEFT = 2
CANDIDATES = 8  # actions that come to mind in a playout
LOTS = 1 << 20
STATES = 3 ** len(ITEMS)
THREES = np.array([sum(3**i for i in ITEMS if mask >> i & 1) for mask in range(1 << len(ITEMS))], np.int64)


@njit(cache=True)
def favour(mine: int, theirs: int) -> int:
    """The number of a state of the tokens: for each geisha 0 (middle), 1 (mine) or 2, in base 3."""
    number: int = THREES[mine] + 2 * THREES[theirs]
    return number


@njit(cache=True)
def rounds_left(state: Packed) -> int:
    """After this one. A game until somebody wins (H20) is always valued as if two rounds were to come."""
    return MOST_ROUNDS_LEFT if state[RULES] & UNTIL_WON else ROUNDS[state[RULES] & SMALL] - state[ROUND]


@njit(cache=True)
def worth(state: Packed, seat: int, favours: Favours) -> float:
    """Of a finished round, for a seat."""
    if state[ASKED] == OVER:
        won = winner(state)
        return 0.0 if won == NOBODY else 1.0 if won == seat else -1.0
    first = 1 - state[STARTER]
    value: float = favours[rounds_left(state) - 1, favour(state[TOKENS + first], state[TOKENS + 1 - first])]
    return value if seat == first else -value


@njit(cache=True)
def standing(state: Packed, seat: int, mine: int, theirs: int) -> int:
    """Art points ahead of the rival if the round ended now, with these cards laid too.

    One's own Secret counts; the rival's is not known.
    """
    mine += state[SIDES + seat] + state[SECRETS + seat]
    theirs += state[SIDES + 1 - seat]
    one, other = ahead(mine, theirs), ahead(theirs, mine)
    points: int = (
        POINTS[state[TOKENS + seat] & ~other | one] - POINTS[state[TOKENS + 1 - seat] & ~one | other]
    )
    return points


@njit(cache=True)
def dearness(cards: int) -> int:
    """The art points of the geishas whom the cards are for: byte 6 of the product sums value times copies."""
    return cards * 0x02020203030405 >> 48 & 255


@njit(cache=True)
def greedy(state: Packed, answers: Ids, count: int) -> int:
    """The answer after which one stands best; among equals, the dearest cards."""
    best, most = 0, -LOTS
    for i in range(count):
        taken = taken_by(id_at(answers, i), state[OFFER])
        left = CARDS_OF[state[OFFER]] - taken
        promise = 32 * standing(state, state[SEAT], taken, left) + dearness(taken)
        if promise > most:
            best, most = i, promise
    return id_at(answers, best)


@njit(cache=True)
def promise_of(state: Packed, move: int) -> int:
    """How an action looks beside others of its kind: where one stands after the rival's best answer.

    A Discard should be cheap.
    """
    cards, action = CARDS_OF[move], ACTION[move]
    if action == SECRET:
        return 32 * standing(state, state[SEAT], cards, 0) + dearness(cards)
    if action == DISCARD:
        return -dearness(cards)
    least = LOTS
    for i in range(ANSWER_COUNTS[move - FIRST_GIFT]):
        taken = taken_by(id_at(ANSWERS[move - FIRST_GIFT], i), move)
        least = min(least, 32 * standing(state, state[SEAT], cards - taken, taken) - dearness(taken))
    return least


@njit(cache=True)
def sensible(state: Packed, rng: Rng) -> int:
    """Any unused token, and the most promising of a few actions with it that come to mind."""
    unused, action = state[UNUSED + state[SEAT]], -1
    while action < 0 or not unused >> action & 1:
        action = below(rng, 4)
    row = row_of(state[HANDS + state[SEAT]])
    first, end = FIRST[row + action], FIRST[row + action + 1]
    best, most = 0, -LOTS
    for _ in range(CANDIDATES):
        move = id_at(MOVES, first + below(rng, end - first))
        promise = promise_of(state, move)
        if promise > most:
            best, most = move, promise
    return best


@njit(cache=True)
def finish(state: Packed, rng: Rng, buffer: Ids) -> None:
    """Play on to the end of the round: sensible actions, greedy answers."""
    while state[ASKED] < DEAL:
        nature(state, rng)
        if state[ASKED] == REPLY:
            play(state, greedy(state, buffer, legal(state, buffer)))
        else:
            play(state, sensible(state, rng))


@njit(cache=True)
def _promising(visits: Packed, sums: Sums, count: int, bonus: float) -> int:
    best, most = 0, -np.inf
    for i in range(count):
        promise = sums[i] / visits[i] + bonus / np.sqrt(visits[i])
        if promise > most:
            best, most = i, promise
    return best


@njit(cache=True)
def _most_tried(visits: Packed, sums: Sums, count: int) -> int:
    """Among equals, the best."""
    best = 0
    for i in range(1, count):
        if (visits[i], sums[i]) > (visits[best], sums[best]):
            best = i
    return best


@njit("i8(i8[::1], i8, i8, f8, f8[:, ::1], u8[::1], i8[::1])", cache=True, nogil=True)
def choose(
    known: Packed, held: int, playouts: int, bold: float, favours: Favours, rng: Rng, visits: Packed
) -> int:
    """The index of the legal move that UCB1 tried most. `known` is as `forget` or `told` left it.

    `bold` is the weight of what was seldom tried. `visits` takes how often each move was tried.
    """
    state, buffer = np.empty(FIELDS, np.int64), np.empty(MOST_MOVES, np.int16)
    moves, sums = np.empty(MOST_MOVES, np.int16), np.zeros(MOST_MOVES)
    seat, count = known[SEAT], legal(known, moves)
    for i in range(count):
        visits[i] = 0
    for tried in range(playouts):
        i = tried if tried < count else _promising(visits, sums, count, bold * np.sqrt(np.log(tried)))
        copy(known, state)
        imagine(state, held, rng)
        play(state, id_at(moves, i))
        finish(state, rng, buffer)
        visits[i] += 1
        sums[i] += worth(state, seat, favours)
    return _most_tried(visits, sums, count)
