"""What the rival may hide: deals that agree with one's view, weighed by what the network would have done.

A particle is a whole state, with a past in which the rival's hidden cards came to him in some order. His
turns are lived through again: what he laid face down is chosen as the network would have chosen it, and at
each decision the network says how probable it was to do what everybody saw.
"""

from math import comb
from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import Memory, copy
from hanamachi.bots.hanamikoji.mind.network import Chances, Net, chances, uniform
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
from hanamachi.games.hanamikoji.move_ids import ACTION, CARDS_OF, FIRST_GIFT, MOST_MOVES, Cards, Ids

Weights: TypeAlias = NDArray[np.float64]

MOST_DRAWS = 4
DEALT = 6
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(6)], np.float64)


@njit(cache=True)
def ways(hand: int, cards: int) -> float:
    """In how many ways the cards can be picked from a hand, where equal ones are still two."""
    product = 1.0
    for item in range(7):
        product *= CHOOSE[hand >> 8 * item & 255, cards >> 8 * item & 255]
    return product


@njit(cache=True)
def come_in(kept: int, offers: Cards, draws: int, rng: Rng, drawn: Cards) -> None:
    """By chance, which card came with each draw. A card that was offered came before that.

    `kept` are cards that were never shown, `offers` those shown at each action. A row of `drawn` is what came
    of the one and of the other; the first row is the deal.
    """
    shown = 0
    for cards in offers:
        shown += cards
    for j in range(draws, 0, -1):
        early = 0
        for i in range(min(j - 1, len(offers))):
            early += offers[i]
        free = total(kept)
        pick = below(rng, free + total(shown - early))
        drawn[j, 0] = drawn[j, 1] = 0
        if pick < free:
            drawn[j, 0] = 1 << 8 * card_at(kept, pick)
        else:
            drawn[j, 1] = 1 << 8 * card_at(shown - early, pick - free)
        kept -= drawn[j, 0]
        shown -= drawn[j, 1]
    drawn[0, 0], drawn[0, 1] = kept, shown


@njit(cache=True)
def lay_down(
    found: Chances, listed: Ids, count: int, action: int, free: int, hand: int, doubt: float, rng: Rng
) -> tuple[int, float]:
    """A Secret or a Discard of cards never shown, as the network chooses; how probable one was at all."""
    odds, whole = np.zeros(count), 0.0
    for k in range(count):
        if ACTION[listed[k]] == action:
            cards = CARDS_OF[listed[k]]
            odds[k] = ((1 - doubt) * found[k] + doubt / count) * ways(free, cards) / ways(hand, cards)
            whole += odds[k]
    pick, last = uniform(rng) * whole, 0
    for k in range(count):
        if odds[k] > 0 and pick >= 0:
            last = k
        pick -= odds[k]
    return CARDS_OF[listed[last]], whole


@njit(cache=True)
def shown_by(rows: Packed, moves: Packed, offers: Cards) -> int:
    """The cards shown at each action, none at a Secret or a Discard. How many actions there were."""
    acts = 0
    for i in range(len(rows)):
        if rows[i, ASKED] != REPLY:
            offers[acts] = CARDS_OF[moves[i]] if moves[i] >= FIRST_GIFT else 0
            acts += 1
    return acts


@njit(cache=True)
def odds_of(move: int, found: Chances, listed: Ids, count: int, doubt: float) -> float:
    """How probable a decision was. With probability `doubt` the rival is taken to move at random."""
    for k in range(count):
        if listed[k] == move:
            return (1 - doubt) * found[k] + doubt / count  # type: ignore[no-any-return]
    return 0.0


@njit(cache=True)
def relive(
    net: Net, state: Packed, rows: Packed, memories: Memory, moves: Packed, kept: int, doubt: float, rng: Rng
) -> float:
    """The rival's round, if the cards he never showed are these. Fills in what he hides; the weight of it."""
    rival, row = 1 - state[SEAT], np.empty(rows.shape[1], np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    offers, drawn = np.zeros(MOST_DRAWS, np.int64), np.empty((MOST_DRAWS + 1, 2), np.int64)
    acts = shown_by(rows, moves, offers)
    draws = total(kept + offers[0] + offers[1] + offers[2] + offers[3]) - DEALT
    come_in(kept, offers[:acts], draws, rng, drawn)
    free, due = drawn[0, 0], drawn[0, 1]  # in the hand: what is never shown, and what will be
    weight, act, secret, discards = 1.0, 0, 0, 0
    for i in range(len(rows)):
        copy(rows[i], row)
        replies = row[ASKED] == REPLY
        if not replies:
            act += 1
            free += drawn[act, 0]
            due += drawn[act, 1]
        hand = free + due
        row[HANDS + rival], row[SECRETS + rival], row[DISCARDS + rival] = hand, secret, discards
        count = legal(row, listed)
        chances(net, row, memories[i], listed, count, found)
        if replies:
            weight *= odds_of(moves[i], found, listed, count, doubt)
        elif moves[i] >= FIRST_GIFT:
            weight *= odds_of(moves[i], found, listed, count, doubt) / ways(hand, offers[act - 1])
            due -= offers[act - 1]
        else:
            cards, odds = lay_down(found, listed, count, ACTION[moves[i]], free, hand, doubt, rng)
            if odds == 0:
                return 0.0  # all he has will be shown: the cards came in another order
            weight *= odds
            free -= cards
            if ACTION[moves[i]] == 0:
                secret = cards
            else:
                discards = cards
    if act < draws:
        free += drawn[draws, 0]
    state[HANDS + rival], state[SECRETS + rival], state[DISCARDS + rival] = free, secret, discards
    return weight


@njit(cache=True)
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
) -> float:
    """Fill in particles, and weights that sum to one. What they summed to before. `known` is from `told`.

    Who has no past, or none that is remembered, may hold anything.
    """
    whole, rival = 0.0, 1 - known[SEAT]
    for p in range(len(particles)):
        state = particles[p]
        copy(known, state)
        imagine(state, held, rng)
        weights[p] = 1.0
        if len(rows):
            kept = state[HANDS + rival] + state[SECRETS + rival] + state[DISCARDS + rival]
            weights[p] = relive(net, state, rows, memories, moves, kept, doubt, rng)
        whole += weights[p]
    for p in range(len(particles)):
        weights[p] = weights[p] / whole if whole > 0 else 1 / len(particles)
    return whole


@njit(cache=True)
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
