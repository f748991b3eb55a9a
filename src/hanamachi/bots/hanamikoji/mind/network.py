"""The network without a framework: one state at a time, in numba.

Two nets of the same shape, one for the first half of a round and one for the second: features, two hidden
layers with ReLU, a number for each of the 534 moves. The first layer adds the rows of the features that hold,
the second skips what is zero, the last one looks at legal moves only. That is faster than a library for
matrices, and without one.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.features import MOST_ACTIVE, Active, features
from hanamachi.bots.hanamikoji.mind.memory import Memory
from hanamachi.bots.hanamikoji.mind.relabel import AMONG_SLOTS, relabelling
from hanamachi.games.hanamikoji.kernel import ASKED, REPLY, SEAT, TURN, Packed, Rng, below
from hanamachi.games.hanamikoji.move_ids import Ids

Weights: TypeAlias = NDArray[np.float32]
Chances: TypeAlias = NDArray[np.float32]

HALVES = 2
HALF = 4  # turns


class Net(NamedTuple):
    """Weights; the first axis is the half of the round. Rows are inputs, but those of `out` are moves."""

    first: Weights
    first_bias: Weights
    second: Weights
    second_bias: Weights
    out: Weights
    out_bias: Weights


@njit(cache=True)
def half_of(state: Packed) -> int:
    turn = state[TURN] - (1 if state[ASKED] == REPLY else 0)
    return 1 if turn >= HALF else 0


@njit(cache=True, fastmath=True)
def scores(net: Net, half: int, active: Active, n: int, moves: Ids, count: int, found: Chances) -> None:
    """The scores (logits) of moves, written in slots."""
    width = net.first_bias.shape[1]
    one, two = np.empty(width, np.float32), np.empty(width, np.float32)
    for k in range(width):
        one[k], two[k] = net.first_bias[half, k], net.second_bias[half, k]
    for i in range(n):
        row = net.first[half, active[i]]
        for k in range(width):
            one[k] += row[k]
    for i in range(width):
        if one[i] > 0:
            row, value = net.second[half, i], one[i]
            for k in range(width):
                two[k] += value * row[k]
    for k in range(width):
        two[k] = max(two[k], np.float32(0))
    for i in range(count):
        row, total = net.out[half, moves[i]], np.float32(0)
        for k in range(width):
            total += two[k] * row[k]
        found[i] = total + net.out_bias[half, moves[i]]


@njit(cache=True, inline="always")
def to_chances(found: Chances, count: int) -> None:
    """From scores to probabilities, in place."""
    most, total = found[0], np.float32(0)
    for i in range(1, count):
        most = max(most, found[i])
    for i in range(count):
        found[i] = np.exp(found[i] - most)
        total += found[i]
    for i in range(count):
        found[i] /= total


@njit(cache=True)
def chances(net: Net, state: Packed, memory: Memory, moves: Ids, count: int, found: Chances) -> None:
    """With which probability the network takes each of the legal moves."""
    if count == 1:
        found[0] = 1
        return
    order, active, among = np.empty(7, np.int64), np.empty(MOST_ACTIVE, np.int16), np.empty(count, np.int16)
    table = AMONG_SLOTS[relabelling(state, memory, state[SEAT], order)]
    for i in range(count):
        among[i] = table[moves[i]]
    n = features(state, memory, state[SEAT], order, active)
    scores(net, half_of(state), active, n, among, count, found)
    to_chances(found, count)


@njit(cache=True)
def uniform(rng: Rng) -> float:
    return below(rng, 1 << 30) / (1 << 30)


@njit(cache=True)
def sample(found: Chances, count: int, rng: Rng) -> int:
    """An index, by its probability."""
    pick = uniform(rng)
    for i in range(count - 1):
        pick -= found[i]
        if pick < 0:
            return i
    return count - 1
