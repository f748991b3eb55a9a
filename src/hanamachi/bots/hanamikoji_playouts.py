"""Flat Monte Carlo for Hanamikoji: each move is tried on imagined deals, played out to the end of the round.

In a playout actions are random and answers greedy. What a round leaves behind, art tokens and who starts
next, is worth what a table of favours says: rows for 1, 2 and 3 rounds to come, values from -1 (lost) to 1
(won) for whoever starts the next round.

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
    Packed,
    Rng,
    ahead,
    below,
    imagine,
    legal,
    nature,
    play,
    winner,
)
from hanamachi.games.hanamikoji.move_ids import (
    CARDS_OF,
    FIRST_GIFT,
    MOST_MOVES,
    PAIR_OF,
    TAKE_PAIR,
    Ids,
)
from hanamachi.games.hanamikoji.pieces import ITEMS

Favours: TypeAlias = NDArray[np.float64]
Sums: TypeAlias = NDArray[np.float64]

MOST_ROUNDS_LEFT = 3
STATES = 3 ** len(ITEMS)
THREES = np.array([sum(3**i for i in ITEMS if mask >> i & 1) for mask in range(1 << len(ITEMS))], np.int64)


@njit(cache=True)
def favour(mine: int, theirs: int) -> int:
    """The number of a state of the tokens: for each geisha 0 (middle), 1 (mine) or 2, in base 3."""
    number: int = THREES[mine] + 2 * THREES[theirs]
    return number


@njit(cache=True)
def rounds_left(state: Packed) -> int:
    """After this one. A game until somebody wins (H20) is always valued as if three rounds were to come."""
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
def greedy(state: Packed, answers: Ids, count: int) -> int:
    """The answer with which one has most points if the round ended now; among equals, the dearest cards.

    One's own Secret counts; the rival's is not known.
    """
    seat, offer = state[SEAT], state[OFFER]
    best, most = 0, -(1 << 20)
    for i in range(count):
        answer = answers[i]
        taken = CARDS_OF[answer] if answer < TAKE_PAIR else PAIR_OF[offer - FIRST_GIFT, answer - TAKE_PAIR]
        mine = state[SIDES + seat] + state[SECRETS + seat] + taken
        theirs = state[SIDES + 1 - seat] + CARDS_OF[offer] - taken
        one, other = ahead(mine, theirs), ahead(theirs, mine)
        points = POINTS[state[TOKENS + seat] & ~other | one] - POINTS[state[TOKENS + 1 - seat] & ~one | other]
        points = 32 * points + _dearness(taken)
        if points > most:
            best, most = i, points
    return np.int64(answers[best])  # type: ignore[return-value]


@njit(cache=True)
def _dearness(cards: int) -> int:
    """The art points of the geishas whom the cards are for: byte 6 of the product sums value times copies."""
    return cards * 0x02020203030405 >> 48 & 255


@njit(cache=True)
def finish(state: Packed, rng: Rng, buffer: Ids) -> None:
    """Play on to the end of the round: actions at random, answers greedily."""
    while state[ASKED] < DEAL:
        nature(state, rng)
        count = legal(state, buffer)
        if state[ASKED] == REPLY:
            play(state, greedy(state, buffer, count))
        else:
            play(state, buffer[below(rng, count)])


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
    visits[:count] = 0
    for tried in range(playouts):
        i = tried if tried < count else _promising(visits, sums, count, bold * np.sqrt(np.log(tried)))
        state[:] = known
        imagine(state, held, rng)
        play(state, moves[i])
        finish(state, rng, buffer)
        visits[i] += 1
        sums[i] += worth(state, seat, favours)
    return _most_tried(visits, sums, count)
