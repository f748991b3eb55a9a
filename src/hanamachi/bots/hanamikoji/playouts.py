"""Flat Monte Carlo for Hanamikoji: try each move on imagined deals, played out to the end of the round.

In a playout the action tokens are used in random order. Of some random actions the most promising one is
taken, and answers are greedy. A round's end (art tokens and the next starter) is worth its entry in the value
table (favours).
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.favours import Favours, worth
from hanamachi.games.hanamikoji.kernel import (
    ahead,
    id_at,
    imagine,
    legal,
    nature,
    play,
    row_of,
    taken_by,
)
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
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
from hanamachi.games.hanamikoji.pieces import DISCARD, SECRET
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy

Sums: TypeAlias = NDArray[np.float64]

CANDIDATES = 8  # random actions that are compared in a playout
LOTS = 1 << 20


@inner
def standing(state: Row, seat: int, mine: int, theirs: int) -> int:
    """Return the art points ahead of the rival if the round ended now, with these cards laid too.

    One's own Secret counts; the rival's is not known.
    """
    mine += state[at.SIDES + seat] + state[at.SECRETS + seat]
    theirs += state[at.SIDES + 1 - seat]
    one, other = ahead(mine, theirs), ahead(theirs, mine)
    points: int = (
        at.POINTS[state[at.TOKENS + seat] & ~other | one]
        - at.POINTS[state[at.TOKENS + 1 - seat] & ~one | other]
    )
    return points


@inner
def dearness(cards: int) -> int:
    """Return the art points of the geishas of these cards: byte 6 of the product sums value times copies."""
    return cards * 0x02020203030405 >> 48 & 255


@entry
def greedy(state: Row, answers: Ids, count: int) -> int:
    """Return the answer with the best standing; among equals, the one with the dearest cards."""
    best, most = 0, -LOTS
    for i in range(count):
        taken = taken_by(id_at(answers, i), state[at.OFFER])
        left = CARDS_OF[state[at.OFFER]] - taken
        promise = 32 * standing(state, state[at.SEAT], taken, left) + dearness(taken)
        if promise > most:
            best, most = i, promise
    return id_at(answers, best)


@entry
def promise_of(state: Row, move: int) -> int:
    """Return how promising an action is among those of its kind: the standing after the rival's best answer.

    A Discard should be cheap.
    """
    cards, action = CARDS_OF[move], ACTION[move]
    if action == SECRET:
        return 32 * standing(state, state[at.SEAT], cards, 0) + dearness(cards)
    if action == DISCARD:
        return -dearness(cards)
    least = LOTS
    for i in range(ANSWER_COUNTS[move - FIRST_GIFT]):
        taken = taken_by(id_at(ANSWERS[move - FIRST_GIFT], i), move)
        least = min(least, 32 * standing(state, state[at.SEAT], cards - taken, taken) - dearness(taken))
    return least


@entry
def sensible(state: Row, rng: Chance) -> int:
    """Draw an unused token, and return the most promising of a few random actions with it."""
    unused, action = state[at.UNUSED + state[at.SEAT]], -1
    while action < 0 or not unused >> action & 1:
        action = below(rng, 4)
    row = row_of(state[at.HANDS + state[at.SEAT]])
    first, end = FIRST[row + action], FIRST[row + action + 1]
    best, most = 0, -LOTS
    for _ in range(CANDIDATES):
        move = id_at(MOVES, first + below(rng, end - first))
        promise = promise_of(state, move)
        if promise > most:
            best, most = move, promise
    return best


@entry
def finish(state: Row, rng: Chance, buffer: Ids) -> None:
    """Play on to the end of the round: sensible actions, greedy answers."""
    while state[at.ASKED] < at.DEAL:
        nature(state, rng)
        if state[at.ASKED] == at.REPLY:
            play(state, greedy(state, buffer, legal(state, buffer)))
        else:
            play(state, sensible(state, rng))


@inner
def _promising(visits: Row, sums: Sums, count: int, bonus: float) -> int:
    best, most = 0, -np.inf
    for i in range(count):
        promise = sums[i] / visits[i] + bonus / np.sqrt(visits[i])
        if promise > most:
            best, most = i, promise
    return best


@inner
def _most_tried(visits: Row, sums: Sums, count: int) -> int:
    """Return the most tried move; among equals, the best."""
    best = 0
    for i in range(1, count):
        if (visits[i], sums[i]) > (visits[best], sums[best]):
            best = i
    return best


@entry
def choose(
    known: Row, held: int, playouts: int, bold: float, favours: Favours, rng: Chance, visits: Row
) -> int:
    """Return the index of the legal move that UCB1 tried most. `known` is the row of `forget` or `told`.

    `bold` is the weight of exploration. `visits` receives how often each move was tried.
    """
    state, buffer = np.empty(at.FIELDS, np.int64), np.empty(MOST_MOVES, np.int16)
    moves, sums = np.empty(MOST_MOVES, np.int16), np.zeros(MOST_MOVES)
    seat, count = known[at.SEAT], legal(known, moves)
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
