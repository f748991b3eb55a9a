"""What given moves are worth: each is tried equally often, on the same particles. Not for play."""

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji_mind.favours import Favours, worth
from hanamachi.bots.hanamikoji_mind.memory import LENGTH, Memory, copy, remember
from hanamachi.bots.hanamikoji_mind.network import Net
from hanamachi.bots.hanamikoji_mind.particles import Weights, believe, resample
from hanamachi.bots.hanamikoji_mind.search import PARTICLES, play_out
from hanamachi.games.hanamikoji.kernel import FIELDS, MIX, MIX_AGAIN, SEAT, Packed, Rng, play
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Ids


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
    picks: NDArray[np.int64] = np.empty(trials, np.int64)
    resample(weights, picks, rng)
    state, past = np.empty(FIELDS, np.int64), np.empty(LENGTH, np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    chance, deck = np.empty(1, np.uint64), rng[0] ^ MIX_AGAIN
    for i in range(len(tried)):
        values[i] = 0.0
        for t in range(trials):
            copy(particles[picks[t]], state)
            copy(memory, past)
            remember(state, past, tried[i])
            play(state, tried[i])
            chance[0] = deck + np.uint64(t) * MIX
            play_out(net, state, past, chance, rng, listed, found)
            values[i] += worth(state, known[SEAT], favours) / trials
