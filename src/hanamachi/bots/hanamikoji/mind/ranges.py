"""What both seats may hold, as everybody sees it: a few hidden hands of each, and the deals they make.

A hidden hand is all that a seat keeps from the other: its cards, its Secret, its discards. Hands are drawn
from particles that weigh as much as the network would have made the seat's moves, whoever is asked. Two
hidden hands go together as often as the unseen cards allow.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import Memory
from hanamachi.bots.hanamikoji.mind.network import Net, uniform
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, resample
from hanamachi.games.hanamikoji.kernel import DISCARDS, FIELDS, HANDS, SEAT, SECRETS, Packed, Rng, total
from hanamachi.games.hanamikoji.move_ids import Cards

Hidden: TypeAlias = NDArray[np.int64]  # [hand, place]: its cards, Secret and discards

FULL_CHANCE = 6  # ways to draw two of three cards in order: with so many samples all are there
FACTORIAL = np.array([1, 1, 2, 6, 24, 120], np.float64)


@njit(cache=True)
def suppose(
    net: Net,
    public: Packed,
    seat: int,
    held: int,
    rows: Packed,
    memories: Memory,
    moves: Packed,
    doubt: float,
    rng: Rng,
    hidden: Hidden,
    weights: Weights,
) -> None:
    """Fill in hidden hands of a seat, laid out from the pool, and how well they go with what the seat did."""
    particles = np.empty((len(hidden), FIELDS), np.int64)
    public[SEAT] = 1 - seat  # `believe` is about the rival of whoever is asked
    whole = believe(net, public, held, rows, memories, moves, doubt, rng, particles, weights)
    for i in range(len(hidden)):
        weights[i] *= whole
        hidden[i, 0] = particles[i, HANDS + seat]
        hidden[i, 1] = particles[i, SECRETS + seat]
        hidden[i, 2] = particles[i, DISCARDS + seat]


@njit(cache=True)
def affinity(unseen: int, one: int, other: int) -> float:
    """How much more often two groups of unseen cards come together than they would if each came alone."""
    cards, product = total(unseen), 1.0
    for taken in range(total(other)):
        product *= (cards - taken) / (cards - total(one) - taken)
    for item in range(7):
        n, a, b = unseen >> 8 * item & 255, one >> 8 * item & 255, other >> 8 * item & 255
        if a + b > n:
            return 0.0
        product *= FACTORIAL[n - a] * FACTORIAL[n - b] / (FACTORIAL[n] * FACTORIAL[n - a - b])
    return product


@njit(cache=True)
def together(hand: Cards) -> int:
    return hand[0] + hand[1] + hand[2]  # type: ignore[no-any-return]


@njit(cache=True)
def draft(
    hidden: Hidden, weights: Weights, lean: Weights, wanted: int, rng: Rng, chosen: Hidden, shares: Weights
) -> int:
    """Choose hidden hands: different ones, with their shares. Those with a greater lean come more easily."""
    leaning, picks, n = np.empty(len(weights)), np.empty(wanted, np.int64), 0
    whole = 0.0
    for i in range(len(weights)):
        leaning[i] = weights[i] * lean[i]
        whole += leaning[i]
    for i in range(len(weights)):
        leaning[i] /= whole
    resample(leaning, picks, rng)
    for pick in picks:
        at = place_of(hidden[pick], chosen, n)
        if at == n:
            for i in range(3):
                chosen[n, i] = hidden[pick, i]
            shares[n] = 0.0
            n += 1
        shares[at] += 1 / lean[pick]
    return n


@njit(cache=True)
def place_of(hand: Cards, chosen: Hidden, n: int) -> int:
    for i in range(n):
        if chosen[i, 0] == hand[0] and chosen[i, 1] == hand[1] and chosen[i, 2] == hand[2]:
            return i
    return n


@njit(cache=True)
def deals(
    unseen: int,
    draws: int,
    ones: Hidden,
    one_shares: Weights,
    others: Hidden,
    other_shares: Weights,
    samples: int,
    rng: Rng,
    found: Cards,
    weights: Weights,
) -> int:
    """Every pair of hidden hands that can be, with some of the ways to draw what is left.

    A row of `found` is a hand of seat 0, a hand of seat 1, and the items drawn. How many there are.
    """
    n: int = np.int64(0)  # type: ignore[assignment]
    for i in range(len(ones)):
        for k in range(len(others)):
            one, other = together(ones[i]), together(others[k])
            weight = one_shares[i] * other_shares[k] * affinity(unseen, one, other)
            if weight > 0:
                n = _draw(unseen - one - other, draws, samples, weight, rng, found, weights, n, i, k)
    return n


@njit(cache=True)
def _draw(
    rest: int,
    draws: int,
    samples: int,
    weight: float,
    rng: Rng,
    found: Cards,
    weights: Weights,
    n: int,
    i: int,
    k: int,
) -> int:
    """Systematically: each way to draw comes up as often as it is probable, rounded up or down."""
    size, reached, done = draws + 1, uniform(rng), 0
    for first in range(7 if draws else 1):
        a = rest >> 8 * first & 255 if draws else 1
        for second in range(7 if draws > 1 else 1):
            b = (rest >> 8 * second & 255) - (1 if first == second else 0) if draws > 1 else 1
            if a <= 0 or b <= 0:
                continue
            reached += samples * a * b / ((size if draws else 1) * (draws if draws > 1 else 1))
            times = int(reached + 1e-9) - done
            if times > 0:
                found[n, 0], found[n, 1], found[n, 2], found[n, 3] = i, k, first, second
                weights[n] = weight * times / samples
                done += times
                n += 1
    return n
