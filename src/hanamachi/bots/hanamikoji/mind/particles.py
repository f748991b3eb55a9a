"""The belief about the rival's hidden cards: a particle filter weighted by the network.

A particle is a whole state with a past, in which the rival's hidden cards came in some order. The rival's
turns are replayed: the network chooses the cards laid face down, and gives the probability of each public
decision.
"""

from math import comb
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import Past, Seen
from hanamachi.bots.hanamikoji.mind.network import Chances, Net, chances, uniform
from hanamachi.games.hanamikoji.kernel import card_at, imagine, legal, total
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import ACTION, CARDS_OF, FIRST_GIFT, MOST_MOVES, Cards, Ids
from hanamachi.games.hanamikoji.pieces import SECRET
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy

Weights: TypeAlias = NDArray[np.float64]
Picks: TypeAlias = NDArray[np.int64]

MOST_DRAWS = 4
DEALT = 6
CHOOSE = np.array([[comb(n, k) for k in range(6)] for n in range(6)], np.float64)


class Particles(NamedTuple):
    """Possible states, with weights that sum to one."""

    states: Rows
    weights: Weights


class Choices(NamedTuple):
    """The legal moves with the network's probabilities. With probability `doubt` any move is made."""

    moves: Ids
    chances: Chances
    n: int
    doubt: float


@entry
def new_particles(count: int) -> Particles:
    return Particles(np.empty((count, at.FIELDS), np.int64), np.empty(count))


@inner
def ways(hand: int, cards: int) -> float:
    """Return in how many ways the cards can be picked from a hand, counting equal cards apart."""
    product = 1.0
    for item in range(7):
        product *= CHOOSE[hand >> 8 * item & 255, cards >> 8 * item & 255]
    return product


@inner
def come_in(kept: int, offers: Cards, draws: int, rng: Chance, drawn: Cards) -> None:
    """Draw at random which card came with each draw. An offered card came before its offer.

    `kept` are cards that were never shown, `offers` those shown at each action. A row of `drawn` has what
    came of the one and of the other; the first row is the deal.
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


@inner
def lay_down(choices: Choices, action: int, free: int, hand: int, rng: Chance) -> tuple[int, float]:
    """Choose a Secret or Discard among cards never shown, by the network. Return it and the total
    probability."""
    odds, whole = np.zeros(choices.n), 0.0
    for k in range(choices.n):
        if ACTION[choices.moves[k]] == action:
            cards = CARDS_OF[choices.moves[k]]
            odds[k] = _odds(choices, k) * ways(free, cards) / ways(hand, cards)
            whole += odds[k]
    pick, last = uniform(rng) * whole, 0
    for k in range(choices.n):
        if odds[k] > 0 and pick >= 0:
            last = k
        pick -= odds[k]
    return CARDS_OF[choices.moves[last]], whole


@inner
def _odds(choices: Choices, k: int) -> float:
    odds: float = (1 - choices.doubt) * choices.chances[k] + choices.doubt / choices.n
    return odds


@inner
def odds_of(move: int, choices: Choices) -> float:
    """Return the probability of a decision."""
    for k in range(choices.n):
        if choices.moves[k] == move:
            return _odds(choices, k)
    return 0.0


@inner
def shown_by(past: Past, offers: Cards) -> int:
    """Write the cards shown at each action (none at a Secret or a Discard). Return the number of actions."""
    acts = 0
    for i in range(len(past.rows)):
        if past.rows[i, at.ASKED] != at.REPLY:
            offers[acts] = CARDS_OF[past.moves[i]] if past.moves[i] >= FIRST_GIFT else 0
            acts += 1
    return acts


@inner
def relive(net: Net, state: Row, past: Past, kept: int, doubt: float, rng: Chance) -> float:
    """Replay the rival's round with these cards that were never shown. Fill in the hidden cards, and return
    the particle's weight."""
    rival, row = 1 - state[at.SEAT], np.empty(at.FIELDS, np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    offers, drawn = np.zeros(MOST_DRAWS, np.int64), np.empty((MOST_DRAWS + 1, 2), np.int64)
    acts = shown_by(past, offers)
    draws = total(kept + offers[0] + offers[1] + offers[2] + offers[3]) - DEALT
    come_in(kept, offers[:acts], draws, rng, drawn)
    free, due = drawn[0, 0], drawn[0, 1]  # in the hand: cards never shown, and cards shown later
    weight, act, secret, discards = 1.0, 0, 0, 0
    for i in range(len(past.rows)):
        copy(past.rows[i], row)
        move, replies = past.moves[i], row[at.ASKED] == at.REPLY
        if not replies:
            act += 1
            free += drawn[act, 0]
            due += drawn[act, 1]
        hand = free + due
        row[at.HANDS + rival], row[at.SECRETS + rival], row[at.DISCARDS + rival] = hand, secret, discards
        count = legal(row, listed)
        chances(net, row, past.memories[i], listed, count, found)
        choices = Choices(listed, found, count, doubt)
        if replies:
            weight *= odds_of(move, choices)
        elif move >= FIRST_GIFT:
            weight *= odds_of(move, choices) / ways(hand, offers[act - 1])
            due -= offers[act - 1]
        else:
            cards, odds = lay_down(choices, ACTION[move], free, hand, rng)
            if odds == 0:
                return 0.0  # all cards of the hand will be shown, so they came in another order
            weight *= odds
            free -= cards
            if ACTION[move] == SECRET:
                secret = cards
            else:
                discards = cards
    if act < draws:
        free += drawn[draws, 0]
    state[at.HANDS + rival], state[at.SECRETS + rival], state[at.DISCARDS + rival] = free, secret, discards
    return weight


@entry
def believe(net: Net, seen: Seen, doubt: float, rng: Chance, found: Particles) -> float:
    """Fill in particles with weights that sum to one. Return the sum before they were normalised.

    Without a known past the rival may hold any cards.
    """
    whole, rival, count = 0.0, 1 - seen.known[at.SEAT], len(found.weights)
    for p in range(count):
        state = found.states[p]
        copy(seen.known, state)
        imagine(state, seen.held, rng)
        found.weights[p] = 1.0
        if len(seen.past.rows):
            kept = state[at.HANDS + rival] + state[at.SECRETS + rival] + state[at.DISCARDS + rival]
            found.weights[p] = relive(net, state, seen.past, kept, doubt, rng)
        whole += found.weights[p]
    for p in range(count):
        found.weights[p] = found.weights[p] / whole if whole > 0 else 1 / count
    return whole


@entry
def resample(weights: Weights, picks: Picks, rng: Chance) -> None:
    """Draw indices of particles by weight (systematic resampling), and shuffle them, so that every prefix is
    a fair sample."""
    count, reached, last = len(picks), weights[0], 0
    offset = uniform(rng)
    for i in range(count):
        while reached < (i + offset) / count and last < len(weights) - 1:
            last += 1
            reached += weights[last]
        picks[i] = last
    for i in range(count - 1, 0, -1):
        k = below(rng, i + 1)
        picks[i], picks[k] = picks[k], picks[i]
