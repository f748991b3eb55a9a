"""What given moves are worth: each is tried equally often, on the same particles. Not for play."""

import numpy as np
from numba import njit

from hanamachi.bots.hanamikoji.mind.favours import Favours
from hanamachi.bots.hanamikoji.mind.memory import Memory
from hanamachi.bots.hanamikoji.mind.network import Net
from hanamachi.bots.hanamikoji.mind.particles import Weights, believe, resample
from hanamachi.bots.hanamikoji.mind.search import PARTICLES
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.games.hanamikoji.kernel import FIELDS, MIX, MIX_AGAIN, Packed, Rng
from hanamachi.games.hanamikoji.move_ids import Ids


@njit(cache=True)
def weigh(
    net: Net,
    favours: Favours,
    known: Packed,
    held: int,
    rows: Packed,
    memories: Memory,
    moves: Packed,
    memory: Memory,
    doubt: float,
    tried: Ids,
    trials: int,
    rng: Rng,
    values: Weights,
) -> None:
    """The mean value of each move in `tried`, from -1 to 1."""
    particles, weights = np.empty((PARTICLES, FIELDS), np.int64), np.empty(PARTICLES)
    believe(net, known, held, rows, memories, moves, doubt, rng, particles, weights)
    picks = np.empty(trials, np.int64)
    resample(weights, picks, rng)
    desk, deck = new_desk(), rng[0] ^ MIX_AGAIN
    for i in range(len(tried)):
        values[i] = 0.0
        for t in range(trials):
            particle, draws = particles[picks[t]], deck + np.uint64(t) * MIX
            values[i] += trial(net, favours, particle, memory, tried[i], draws, desk, rng) / trials
