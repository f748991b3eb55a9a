"""A move tried on given deals, for a judge: what came of it on each. All moves meet the same draws."""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji import playouts as student
from hanamachi.bots.hanamikoji.mind.favours import Favours
from hanamachi.bots.hanamikoji.mind.memory import Memory, copy
from hanamachi.bots.hanamikoji.mind.network import Net
from hanamachi.bots.hanamikoji.mind.particles import Weights
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.games.hanamikoji.kernel import FIELDS, MIX, MIX_AGAIN, SEAT, Packed, play
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES

Picks: TypeAlias = NDArray[np.int64]


@njit(cache=True, nogil=True)
def ponder(
    net: Net,
    favours: Favours,
    particles: Packed,
    picks: Picks,
    memory: Memory,
    move: int,
    repeats: int,
    seed: int,
    values: Weights,
) -> None:
    """The mean value on each pick, from -1 to 1. The network plays on for both."""
    desk, rng = new_desk(), np.empty(1, np.uint64)
    for i in range(len(picks)):
        values[i] = 0.0
        for repeat in range(repeats):
            number = np.uint64(seed + i * repeats + repeat)
            rng[0] = number * MIX_AGAIN
            particle = particles[picks[i]]
            values[i] += trial(net, favours, particle, memory, move, number * MIX, desk, rng) / repeats


@njit(cache=True, nogil=True)
def ponder_plainly(
    favours: student.Favours,
    particles: Packed,
    picks: Picks,
    move: int,
    repeats: int,
    seed: int,
    values: Weights,
) -> None:
    """The same where the network knows nothing: the student's playouts."""
    state, buffer, rng = np.empty(FIELDS, np.int64), np.empty(MOST_MOVES, np.int16), np.empty(1, np.uint64)
    for i in range(len(picks)):
        values[i] = 0.0
        for repeat in range(repeats):
            copy(particles[picks[i]], state)
            seat = state[SEAT]
            rng[0] = np.uint64(seed + i * repeats + repeat) * MIX
            play(state, move)
            student.finish(state, rng, buffer)
            values[i] += student.worth(state, seat, favours) / repeats
