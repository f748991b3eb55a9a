"""What the rival may hide: deals that agree with one's view, weighed by what the network would have done.

A particle is a whole state. The hidden cards are laid out uniformly; then the rival's turns are walked
backwards: cards used are put back into the hand, and the card drawn is any of the hand. Since the sizes
of hands are fixed, this is a uniform sample of histories. At each decision of the rival the network says how
probable the move was that was made.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji_mind.memory import Memory, copy
from hanamachi.bots.hanamikoji_mind.network import Net, chances, uniform
from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    DISCARDS,
    HANDS,
    REPLY,
    SEAT,
    SECRETS,
    Packed,
    Rng,
    below,
    card_at,
    imagine,
    legal,
    total,
)
from hanamachi.games.hanamikoji.move_ids import ACTION, CARDS_OF, FIRST_DISCARD, FIRST_GIFT, MOST_MOVES, Cards

Chances32: TypeAlias = NDArray[np.float32]
Weights: TypeAlias = NDArray[np.float64]


@njit(cache=True)
def _id_of_pair(pair: int) -> int:
    """The Discard of two cards."""
    for move in range(FIRST_DISCARD, FIRST_GIFT):
        if CARDS_OF[move] == pair:
            return move
    return FIRST_DISCARD


@njit(cache=True, inline="always")
def walk_back(state: Packed, rows: Packed, moves: Packed, hands: Cards, ids: Cards, rng: Rng) -> None:
    """The rival's hand at each of his decisions, and what he then did, if this particle is the truth."""
    rival = 1 - state[SEAT]
    hand = state[HANDS + rival]
    for i in range(len(rows) - 1, -1, -1):
        hands[i], ids[i] = hand, moves[i]
        if rows[i, ASKED] == REPLY:
            continue
        action = ACTION[moves[i]]
        if action == 0:
            cards = state[SECRETS + rival]
            ids[i] = card_at(cards, 0)
        elif action == 1:
            cards = state[DISCARDS + rival]
            ids[i] = _id_of_pair(cards)
        else:
            cards = CARDS_OF[moves[i]]
        hand += cards
        hands[i] = hand
        hand -= 1 << 8 * card_at(hand, below(rng, total(hand)))


@njit(cache=True, inline="always")
def likelihood(
    net: Net, state: Packed, rows: Packed, memories: Memory, hands: Cards, ids: Cards, doubt: float
) -> float:
    """How probable the rival's decisions were. With probability `doubt` he is taken to move at random."""
    rival = 1 - state[SEAT]
    row = np.empty(rows.shape[1], np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    product, secret, discards = 1.0, 0, 0
    for i in range(len(rows)):
        copy(rows[i], row)
        row[HANDS + rival], row[SECRETS + rival], row[DISCARDS + rival] = hands[i], secret, discards
        count = legal(row, listed)
        if count > 1:
            chances(net, row, memories[i], listed, count, found)
            for k in range(count):
                if listed[k] == ids[i]:
                    product *= (1 - doubt) * found[k] + doubt / count
                    break
        if row[ASKED] != REPLY and ACTION[ids[i]] == 0:
            secret = CARDS_OF[ids[i]]
        elif row[ASKED] != REPLY and ACTION[ids[i]] == 1:
            discards = CARDS_OF[ids[i]]
    return product


@njit(cache=True, inline="always")
def believe(
    net: Net,
    known: Packed,
    held: int,
    rows: Packed,
    memories: Memory,
    moves: Packed,
    doubt: float,
    rng: Rng,
    particles: Packed,
    weights: Weights,
) -> None:
    """Fill in particles, and weights that sum to one. `known` is as `told` left it."""
    hands, ids = np.empty(len(rows), np.int64), np.empty(len(rows), np.int64)
    whole = 0.0
    for p in range(len(particles)):
        copy(known, particles[p])
        imagine(particles[p], held, rng)
        walk_back(particles[p], rows, moves, hands, ids, rng)
        weights[p] = likelihood(net, particles[p], rows, memories, hands, ids, doubt)
        whole += weights[p]
    for p in range(len(particles)):
        weights[p] /= whole


@njit(cache=True, inline="always")
def resample(weights: Weights, picks: Cards, rng: Rng) -> None:
    """Indices of particles by weight, systematically, then shuffled: any beginning is a fair sample."""
    count, reached, at = len(picks), weights[0], 0
    offset = uniform(rng)
    for i in range(count):
        while reached < (i + offset) / count and at < len(weights) - 1:
            at += 1
            reached += weights[at]
        picks[i] = at
    for i in range(count - 1, 0, -1):
        k = below(rng, i + 1)
        picks[i], picks[k] = picks[k], picks[i]
