"""Rounds of Hanamikoji played by the network against itself, on the kernel, and matches against others.

A round has exactly 12 decisions, forced ones included. Every round has its own chance, so the results do not
depend on how the work is shared among threads.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.favours import Favours, favour, worth
from hanamachi.bots.hanamikoji.mind.features import MOST_ACTIVE, features, hidden_features
from hanamachi.bots.hanamikoji.mind.memory import LENGTH, remember
from hanamachi.bots.hanamikoji.mind.network import (
    Chances,
    Net,
    chances,
    half_of,
    sample,
    scores,
    to_chances,
)
from hanamachi.bots.hanamikoji.mind.relabel import AMONG_SLOTS, relabelling
from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    DEAL,
    FIELDS,
    MEETS,
    NOBODY,
    OVER,
    ROUND,
    SEAT,
    STARTER,
    TOKENS,
    Packed,
    Rng,
    below,
    deal,
    legal,
    nature,
    play,
    start,
    winner,
)
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES

Bits: TypeAlias = NDArray[np.uint8]

STEPS = 12
SCATTERED = 15  # per cent of new matches that begin later, with tokens anywhere


@njit(cache=True)
def begin(state: Packed, rng: Rng) -> None:
    """A new match; sometimes round 2 or 3 with tokens anywhere, so that these are seen often enough."""
    start(state, 0, NOBODY, rng)
    if below(rng, 100) >= SCATTERED:
        return
    while True:
        one = other = 0
        for item in range(7):
            owner = below(rng, 3)
            one |= (1 if owner == 1 else 0) << item
            other |= (1 if owner == 2 else 0) << item
        if not MEETS[one] and not MEETS[other]:
            break
    state[TOKENS], state[TOKENS + 1], state[ROUND] = one, other, 2 + below(rng, 2)
    deal(state, rng)


@njit(cache=True, nogil=True)
def play_rounds(
    net: Net,
    favours: Favours,
    matches: Packed,
    seeds: Rng,
    feature_bits: Bits,
    legal_bits: Bits,
    moves: NDArray[np.int16],
    odds: Chances,
    choices: NDArray[np.int16],
    half: NDArray[np.int8],
    sign: Chances,
    worths: Chances,
    starts: Packed,
) -> None:
    """A round of each match, noted down; `matches` are left at the start of their next round."""
    memory, order = np.empty(LENGTH, np.int64), np.empty(7, np.int64)
    active, listed = np.empty(MOST_ACTIVE, np.int16), np.empty(MOST_MOVES, np.int16)
    among, found, rng = (
        np.empty(MOST_MOVES, np.int16),
        np.empty(MOST_MOVES, np.float32),
        np.empty(1, np.uint64),
    )
    for e in range(len(matches)):
        state = matches[e]
        rng[0] = seeds[e]
        if state[ASKED] == OVER:
            begin(state, rng)
        starter = state[STARTER]
        starts[e, 0], starts[e, 1] = (
            state[ROUND] - 1,
            favour(state[TOKENS + starter], state[TOKENS + 1 - starter]),
        )
        starts[e, 2] = starter
        memory[:] = 0
        for t in range(STEPS):
            seat, count = state[SEAT], legal(state, listed)
            table = AMONG_SLOTS[relabelling(state, memory, seat, order)]
            for i in range(count):
                among[i] = table[listed[i]]
                legal_bits[t, e, among[i]] = 1
            n = features(state, memory, seat, order, active)
            if count > 1:
                scores(net, half_of(state), active, n, among, count, found)
            else:
                found[0] = 0
            to_chances(found, count)
            n = hidden_features(state, seat, order, active, n)
            for i in range(n):
                feature_bits[t, e, active[i]] = 1
            pick = sample(found, count, rng)
            moves[t, e], odds[t, e], choices[t, e] = among[pick], found[pick], count
            half[t, e], sign[t, e] = half_of(state), 1 - 2 * seat
            remember(state, memory, listed[pick])
            play(state, listed[pick])
            if state[ASKED] < DEAL:
                nature(state, rng)
        worths[e] = worth(state, 0, favours)
        if state[ASKED] == DEAL:
            nature(state, rng)


@njit(cache=True, nogil=True)
def play_matches(one: Net, other: Net, random: bool, seeds: Rng, scored: Chances) -> None:
    """Each deal from both seats: what `one` scores against `other`, or against random play."""
    state, memory = np.empty(FIELDS, np.int64), np.empty(LENGTH, np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    chance, mind = np.empty(1, np.uint64), np.empty(1, np.uint64)
    for e in range(len(seeds)):
        scored[e] = 0
        for mine in range(2):
            chance[0], mind[0] = seeds[e], seeds[e] ^ np.uint64(0x5DEECE66D + mine)
            start(state, 0, NOBODY, chance)
            memory[:] = 0
            while state[ASKED] != OVER:
                count = legal(state, listed)
                if state[SEAT] == mine:
                    chances(one, state, memory, listed, count, found)
                    pick = sample(found, count, mind)
                elif random:
                    pick = below(mind, count)
                else:
                    chances(other, state, memory, listed, count, found)
                    pick = sample(found, count, mind)
                remember(state, memory, listed[pick])
                play(state, listed[pick])
                if state[ASKED] == DEAL:
                    memory[:] = 0
                nature(state, chance)
            won = winner(state)
            scored[e] += 0.25 if won == NOBODY else 0.5 if won == mine else 0.0
