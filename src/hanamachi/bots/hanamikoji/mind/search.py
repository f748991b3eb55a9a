"""Search by sequential halving: try the network's candidates on the same particles, and drop the worse half
repeatedly. All candidates meet the same draws."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.memory import Seen
from hanamachi.bots.hanamikoji.mind.network import Chances, chances
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, new_particles, resample
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.kernels.chance import MIX, MIX_AGAIN, Chance
from hanamachi.games.kernels.compiling import entry, inner

CANDIDATES = 16


class SearchSettings(NamedTuple):
    effort: int = 60000  # decisions of the network in all trials of a move
    particles: int = 800  # deals of the belief
    doubt: float = 0.1  # the chance that the rival plays unlike the network
    faint: float = 0.001  # moves less probable than this share of the likeliest are not tried
    trust: float = 0.005  # prior weight: a factor of e in the network's probability, against a trial's value


class Found(NamedTuple):
    """The candidates, best first, and the network's probabilities of all moves."""

    chosen: NDArray[np.int64]  # places among the legal moves
    values: Weights  # mean values of trials
    prior: Chances  # of every legal move


def nothing_found() -> Found:
    return Found(np.empty(CANDIDATES, np.int64), np.empty(CANDIDATES), np.empty(MOST_MOVES, np.float32))


@inner(inline="always")
def candidates(found: Found, count: int, faint: float) -> int:
    """Write the most probable moves, the likeliest first. Return their number."""
    n, taken, prior = 0, np.zeros(count, np.bool_), found.prior
    while n < min(count, len(found.chosen)):
        best = -1
        for i in range(count):
            if not taken[i] and (best < 0 or prior[i] > prior[best]):
                best = i
        if n and prior[best] < faint * prior[found.chosen[0]]:
            break
        found.chosen[n], taken[best] = best, True
        n += 1
    return n


@inner(inline="always")
def decisions_left(state: Row) -> int:
    """Return about how many decisions a trial has: one and a half for each turn."""
    turn: int = state[at.TURN] - (1 if state[at.ASKED] == at.REPLY else 0)
    return (3 * (8 - turn) + 1) // 2


@inner(inline="always")
def halvings(n: int) -> int:
    """Return the number of halvings until two candidates are left."""
    stages = 1
    while n >> stages > 1:
        stages += 1
    return stages


@entry
def search(trained: Trained, seen: Seen, settings: SearchSettings, rng: Chance, found: Found) -> int:
    """Try the candidates with the effort of the settings. Return the number of candidates."""
    listed, known, memory = np.empty(MOST_MOVES, np.int16), seen.known, seen.past.memory
    count = legal(known, listed)
    chances(trained.net, known, memory, listed, count, found.prior)
    n = candidates(found, count, settings.faint)
    if n == 1:
        found.values[0] = 0
        return 1
    particles = new_particles(settings.particles)
    believe(trained.net, seen, settings.doubt, rng, particles)
    stages = halvings(n)
    trials = max(8, settings.effort // (decisions_left(known) * stages * n))
    picks = np.empty(trials << stages - 1, np.int64)
    resample(particles.weights, picks, rng)
    sums, desk, deck = np.zeros(n), new_desk(), rng[0] ^ MIX_AGAIN
    tried, left = 0, n
    for stage in range(stages):
        upto = trials << stage
        for c in range(left):
            move = listed[found.chosen[c]]
            for t in range(tried, upto):
                particle, draws = particles.states[picks[t]], deck + np.uint64(t) * MIX
                sums[c] += trial(trained, particle, memory, move, draws, desk, rng)
        tried = upto
        _sort(found, sums, left, tried, settings.trust)
        left = (left + 1) // 2
    return n


@inner(inline="always")
def _sort(found: Found, sums: Weights, left: int, tried: int, trust: float) -> None:
    """Sort the remaining candidates, the best first."""
    chosen, values = found.chosen, found.values
    for c in range(left):
        values[c] = sums[c] / tried
        k = c
        while k > 0 and _merit(found, k, trust) > _merit(found, k - 1, trust):
            for each in (sums, values):
                each[k], each[k - 1] = each[k - 1], each[k]
            chosen[k], chosen[k - 1] = chosen[k - 1], chosen[k]
            k -= 1


@inner(inline="always")
def _merit(found: Found, c: int, trust: float) -> float:
    merit: float = found.values[c] + trust * np.log(found.prior[found.chosen[c]] + 1e-9)
    return merit
