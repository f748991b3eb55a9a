"""Ranges of the endgame: a few hidden hands of each seat from public knowledge, and the deals they make.

A hidden hand is all that a seat keeps from the other: its cards, its Secret, its discards. Hands are drawn
from particles, weighted by how probable the network makes the seat's moves, for either seat alike. The weight
of a pair of hidden hands also counts how often the unseen cards allow both.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.network import Net, uniform
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, new_particles, resample
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import total
from hanamachi.games.hanamikoji.move_ids import Cards
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry, inner

Hidden: TypeAlias = NDArray[np.int64]  # [hand, place]: its cards, Secret and discards

FULL_CHANCE = 6  # ways to draw two of three cards in order: with so many samples all are covered
MOST_DRAWN = 3  # cards drawn, with four actions left
ITEMS = 7
FACTORIAL = np.array([1, 1, 2, 6, 24, 120], np.float64)


class Range(NamedTuple):
    """Hidden hands of a seat with their weights."""

    hidden: Hidden
    shares: Weights


class Unseen(NamedTuple):
    """The cards that no seat has shown, the number of cards to be drawn, and the number of sampled draws."""

    cards: int
    draws: int
    samples: int


class Deals(NamedTuple):
    """Pairs of hidden hands with cards to draw. A row is a hand of each seat, and the items drawn."""

    rows: NDArray[np.int64]
    weights: Weights


class Pair(NamedTuple):
    """A hidden hand of each seat, by its place in the range, and their joint probability."""

    one: int
    other: int
    weight: float


def new_range(hands: int) -> Range:
    return Range(np.empty((hands, 3), np.int64), np.empty(hands))


@entry
def suppose(net: Net, seen: Seen, doubt: float, rng: Chance, found: Range) -> None:
    """Fill in hidden hands of the rival of the deciding seat, weighted by how well they explain its moves."""
    particles, seat = new_particles(len(found.shares)), 1 - seen.known[at.SEAT]
    whole = believe(net, seen, doubt, rng, particles)
    for i in range(len(found.shares)):
        found.shares[i] = particles.weights[i] * whole
        found.hidden[i, 0] = particles.states[i, at.HANDS + seat]
        found.hidden[i, 1] = particles.states[i, at.SECRETS + seat]
        found.hidden[i, 2] = particles.states[i, at.DISCARDS + seat]


@entry
def affinity(unseen: int, one: int, other: int) -> float:
    """Return how much likelier two groups of unseen cards are together than independently."""
    cards, product = total(unseen), 1.0
    for taken in range(total(other)):
        product *= (cards - taken) / (cards - total(one) - taken)
    for item in range(7):
        n, a, b = unseen >> 8 * item & 255, one >> 8 * item & 255, other >> 8 * item & 255
        if a + b > n:
            return 0.0
        product *= FACTORIAL[n - a] * FACTORIAL[n - b] / (FACTORIAL[n] * FACTORIAL[n - a - b])
    return product


@entry
def together(hand: Cards) -> int:
    cards: int = hand[0] + hand[1] + hand[2]
    return cards


@entry
def draft(supposed: Range, lean: Weights, rng: Chance, chosen: Range) -> int:
    """Choose distinct hidden hands with their shares, at most as many as there is room for.

    Those with a greater lean are drawn more often. Return their number.
    """
    leaning, picks, n = np.empty(len(lean)), np.empty(len(chosen.shares), np.int64), 0
    whole = 0.0
    for i in range(len(lean)):
        leaning[i] = supposed.shares[i] * lean[i]
        whole += leaning[i]
    for i in range(len(lean)):
        leaning[i] /= whole
    resample(leaning, picks, rng)
    for pick in picks:
        place = place_of(supposed.hidden[pick], chosen.hidden, n)
        if place == n:
            for i in range(3):
                chosen.hidden[n, i] = supposed.hidden[pick, i]
            chosen.shares[n] = 0.0
            n += 1
        chosen.shares[place] += 1 / lean[pick]
    return n


@entry
def place_of(hand: Cards, chosen: Hidden, n: int) -> int:
    for i in range(n):
        if chosen[i, 0] == hand[0] and chosen[i, 1] == hand[1] and chosen[i, 2] == hand[2]:
            return i
    return n


@entry
def deals(unseen: Unseen, ones: Range, others: Range, rng: Chance, found: Deals) -> int:
    """Write every possible pair of hidden hands with some of the ways to draw. Return their number."""
    # numba gives a literal 0 its own type, and would compile everything that takes it twice.
    n: int = np.int64(0)  # type: ignore[assignment]
    for i in range(len(ones.shares)):
        for k in range(len(others.shares)):
            one, other = together(ones.hidden[i]), together(others.hidden[k])
            weight = ones.shares[i] * others.shares[k] * affinity(unseen.cards, one, other)
            if weight > 0:
                rest = Unseen(unseen.cards - one - other, unseen.draws, unseen.samples)
                n = _draw(rest, Pair(i, k, weight), rng, found, n)
    return n


@inner
def _draw(rest: Unseen, pair: Pair, rng: Chance, found: Deals, n: int) -> int:
    """Sample systematically: each way to draw comes as often as it is probable, rounded up or down."""
    reached, done, orders = uniform(rng), 0, 1
    for i in range(rest.draws):
        orders *= rest.draws + 1 - i
    for code in range(ITEMS**rest.draws):
        reached += rest.samples * _ways(code, rest) / orders
        times = int(reached + 1e-9) - done
        if times > 0:
            row = found.rows[n]
            row[0], row[1] = pair.one, pair.other
            for i in range(rest.draws):
                row[2 + i] = _drawn(code, rest.draws, i)
            found.weights[n] = pair.weight * times / rest.samples
            done += times
            n += 1
    return n


@inner
def _drawn(code: int, draws: int, i: int) -> int:
    """Return the item of the i-th draw: a digit of the code, the first draw first."""
    item: int = code // ITEMS ** (draws - 1 - i) % ITEMS
    return item


@inner
def _ways(code: int, rest: Unseen) -> int:
    """Return in how many ways the cards can come in this order."""
    cards, ways = rest.cards, 1
    for i in range(rest.draws):
        item = _drawn(code, rest.draws, i)
        ways *= cards >> 8 * item & 255
        if ways == 0:
            return 0
        cards -= 1 << 8 * item
    return ways
