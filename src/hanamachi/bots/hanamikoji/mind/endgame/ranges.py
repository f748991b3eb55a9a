"""What both seats may hold, as everybody sees it: a few hidden hands of each, and the deals they make.

A hidden hand is all that a seat keeps from the other: its cards, its Secret, its discards. Hands are drawn
from particles that weigh as much as the network would have made the seat's moves, whoever is asked. Two
hidden hands go together as often as the unseen cards allow.
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

FULL_CHANCE = 6  # ways to draw two of three cards in order: with so many samples all are there
MOST_DRAWN = 3  # cards, with four actions left
ITEMS = 7
FACTORIAL = np.array([1, 1, 2, 6, 24, 120], np.float64)


class Range(NamedTuple):
    """Hidden hands of a seat, and how much each of them weighs."""

    hidden: Hidden
    shares: Weights


class Unseen(NamedTuple):
    """Cards that nobody has shown, how many of them will be drawn, and how many ways to draw are tried."""

    cards: int
    draws: int
    samples: int


class Deals(NamedTuple):
    """Pairs of hidden hands, with cards to draw. A row is a hand of each seat, and the items drawn."""

    rows: NDArray[np.int64]
    weights: Weights


class Pair(NamedTuple):
    """A hidden hand of each seat, by its place in the range, and how probable both are together."""

    one: int
    other: int
    weight: float


def new_range(hands: int) -> Range:
    return Range(np.empty((hands, 3), np.int64), np.empty(hands))


@entry
def suppose(net: Net, seen: Seen, doubt: float, rng: Chance, found: Range) -> None:
    """Fill in what the rival of whoever is asked may hide, and how well it goes with what the rival did."""
    particles, seat = new_particles(len(found.shares)), 1 - seen.known[at.SEAT]
    whole = believe(net, seen, doubt, rng, particles)
    for i in range(len(found.shares)):
        found.shares[i] = particles.weights[i] * whole
        found.hidden[i, 0] = particles.states[i, at.HANDS + seat]
        found.hidden[i, 1] = particles.states[i, at.SECRETS + seat]
        found.hidden[i, 2] = particles.states[i, at.DISCARDS + seat]


@entry
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


@entry
def together(hand: Cards) -> int:
    cards: int = hand[0] + hand[1] + hand[2]
    return cards


@entry
def draft(supposed: Range, lean: Weights, rng: Chance, chosen: Range) -> int:
    """Choose hidden hands, as many as there is room for or fewer: different ones, with their shares.

    Those with a greater lean come more easily. How many there are.
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
    """Every pair of hidden hands that can be, with some of the ways to draw what is left. How many."""
    # A plain 0 has a type of its own in numba: what takes it would be compiled twice.
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
    """Systematically: each way to draw comes up as often as it is probable, rounded up or down."""
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
    """The item that comes with a draw: a digit of the code, first the first."""
    item: int = code // ITEMS ** (draws - 1 - i) % ITEMS
    return item


@inner
def _ways(code: int, rest: Unseen) -> int:
    """In how many ways the cards can come in this order."""
    cards, ways = rest.cards, 1
    for i in range(rest.draws):
        item = _drawn(code, rest.draws, i)
        ways *= cards >> 8 * item & 255
        if ways == 0:
            return 0
        cards -= 1 << 8 * item
    return ways
