"""Run the policy network without a framework: one state at a time, in numba.

There are two networks of the same shape, one for each half of a round: features, two hidden layers with ReLU,
and a logit for each of the 534 moves. The first layer adds the rows of active features, the second skips
zeros, the last one computes legal moves only. That is faster than a matrix library, and needs none.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.features import MOST_ACTIVE, Active, features
from hanamachi.bots.hanamikoji.mind.memory import Memory
from hanamachi.bots.hanamikoji.mind.relabel import AMONG_SLOTS, relabelling
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import Ids
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner

Weights: TypeAlias = NDArray[np.float32]
Chances: TypeAlias = NDArray[np.float32]

HALVES = 2
HALF = 4  # turns


class Net(NamedTuple):
    """Weights. The first axis is the half of the round. Rows are inputs, but those of `out` are moves."""

    first: Weights
    first_bias: Weights
    second: Weights
    second_bias: Weights
    out: Weights
    out_bias: Weights


@entry
def half_of(state: Row) -> int:
    turn = state[at.TURN] - (1 if state[at.ASKED] == at.REPLY else 0)
    return 1 if turn >= HALF else 0


@entry(fastmath=True)
def scores(net: Net, half: int, active: Active, n: int, moves: Ids, count: int, found: Chances) -> None:
    """Write the logits of moves, which are given in slots."""
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


@inner(inline="always")
def to_chances(found: Chances, count: int) -> None:
    """Turn logits into probabilities, in place."""
    most, total = found[0], np.float32(0)
    for i in range(1, count):
        most = max(most, found[i])
    for i in range(count):
        found[i] = np.exp(found[i] - most)
        total += found[i]
    for i in range(count):
        found[i] /= total


@entry
def chances(net: Net, state: Row, memory: Memory, moves: Ids, count: int, found: Chances) -> None:
    """Write the network's probability of each legal move."""
    if count == 1:
        found[0] = 1
        return
    order, active, among = np.empty(7, np.int64), np.empty(MOST_ACTIVE, np.int16), np.empty(count, np.int16)
    table = AMONG_SLOTS[relabelling(state, memory, state[at.SEAT], order)]
    for i in range(count):
        among[i] = table[moves[i]]
    n = features(state, memory, state[at.SEAT], order, active)
    scores(net, half_of(state), active, n, among, count, found)
    to_chances(found, count)


@inner
def uniform(rng: Chance) -> float:
    return below(rng, 1 << 30) / (1 << 30)


@inner
def sample(found: Chances, count: int, rng: Chance) -> int:
    """Draw an index by its probability."""
    pick = uniform(rng)
    for i in range(count - 1):
        pick -= found[i]
        if pick < 0:
            return i
    return count - 1
