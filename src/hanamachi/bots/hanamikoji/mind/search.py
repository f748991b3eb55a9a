"""The search: candidates of the network, tried on the same particles, the worse half dropped again and again.

All candidates meet the same draws.
"""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.favours import Favours
from hanamachi.bots.hanamikoji.mind.memory import Memory
from hanamachi.bots.hanamikoji.mind.network import Chances, Net, chances
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, resample
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.games.hanamikoji.kernel import ASKED, FIELDS, MIX, MIX_AGAIN, REPLY, TURN, Packed, Rng, legal
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES

PARTICLES = 400
CANDIDATES = 16


@njit(cache=True, inline="always")
def candidates(found: Chances, count: int, faint: float, chosen: NDArray[np.int64]) -> int:
    """The most probable moves, first the first. How many there are."""
    n, taken = 0, np.zeros(count, np.bool_)
    while n < min(count, len(chosen)):
        best = -1
        for i in range(count):
            if not taken[i] and (best < 0 or found[i] > found[best]):
                best = i
        if n and found[best] < faint * found[chosen[0]]:
            break
        chosen[n], taken[best] = best, True
        n += 1
    return n


@njit(cache=True, inline="always")
def decisions_left(state: Packed) -> int:
    """About how many decisions a trial has: one and a half for each turn."""
    turn = state[TURN] - (1 if state[ASKED] == REPLY else 0)
    return (3 * (8 - turn) + 1) // 2  # type: ignore[no-any-return]


@njit(cache=True, inline="always")
def halvings(n: int) -> int:
    """How many stages it takes until two candidates are left."""
    stages = 1
    while n >> stages > 1:
        stages += 1
    return stages


@njit(cache=True, nogil=True)
def search(
    net: Net,
    favours: Favours,
    known: Packed,
    held: int,
    rows: Packed,
    memories: Memory,
    moves: Packed,
    memory: Memory,
    doubt: float,
    effort: int,
    faint: float,
    trust: float,
    rng: Rng,
    values: Weights,
    chosen: NDArray[np.int64],
    prior: Chances,
) -> int:
    """Try candidates, `effort` decisions of the network in all. How many candidates there are, best first.

    `chosen` takes their places among the legal moves, `values` their mean values; `prior` takes the network's
    probabilities of all legal moves.
    """
    listed = np.empty(MOST_MOVES, np.int16)
    count = legal(known, listed)
    chances(net, known, memory, listed, count, prior)
    n = candidates(prior, count, faint, chosen)
    if n == 1:
        values[0] = 0
        return 1
    particles, weights = np.empty((PARTICLES, FIELDS), np.int64), np.empty(PARTICLES)
    believe(net, known, held, rows, memories, moves, doubt, rng, particles, weights)
    stages = halvings(n)
    trials = max(8, effort // (decisions_left(known) * stages * n))
    picks = np.empty(trials << stages - 1, np.int64)
    resample(weights, picks, rng)
    sums, desk, deck = np.zeros(n), new_desk(), rng[0] ^ MIX_AGAIN
    tried, left = 0, n
    for stage in range(stages):
        upto = trials << stage
        for c in range(left):
            move = listed[chosen[c]]
            for t in range(tried, upto):
                particle, draws = particles[picks[t]], deck + np.uint64(t) * MIX
                sums[c] += trial(net, favours, particle, memory, move, draws, desk, rng)
        tried = upto
        _sort(sums, values, chosen, prior, trust, left, tried)
        left = (left + 1) // 2
    return n


@njit(cache=True, inline="always")
def _sort(
    sums: Weights,
    values: Weights,
    chosen: NDArray[np.int64],
    prior: Chances,
    trust: float,
    left: int,
    tried: int,
) -> None:
    """The candidates still in the race, best first."""
    for c in range(left):
        values[c] = sums[c] / tried
        k = c
        while k > 0 and _merit(values, chosen, prior, trust, k) > _merit(values, chosen, prior, trust, k - 1):
            for each in (sums, values):
                each[k], each[k - 1] = each[k - 1], each[k]
            chosen[k], chosen[k - 1] = chosen[k - 1], chosen[k]
            k -= 1


@njit(cache=True, inline="always")
def _merit(values: Weights, chosen: NDArray[np.int64], prior: Chances, trust: float, c: int) -> float:
    return values[c] + trust * np.log(prior[chosen[c]] + 1e-9)  # type: ignore[no-any-return]
