"""Try a move on given deals, for the judge, and return its value on each deal and whose geishas are
in the end. All moves meet the same draws."""

from typing import NamedTuple

import numpy as np

from hanamachi.bots.hanamikoji import playouts
from hanamachi.bots.hanamikoji.favours import Favours, worth
from hanamachi.bots.hanamikoji.mind.memory import Memory, remember
from hanamachi.bots.hanamikoji.mind.network import chances
from hanamachi.bots.hanamikoji.mind.particles import Picks, Weights
from hanamachi.bots.hanamikoji.mind.trial import new_desk, trial
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal, play
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.pieces import ITEMS
from hanamachi.games.kernels.chance import MIX, MIX_AGAIN
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy


class Sample(NamedTuple):
    """The deals on which a move is tried, how often on each, and a seed."""

    states: Rows
    picks: Picks
    repeats: int
    seed: int


GEISHAS = len(ITEMS)


@inner
def _count(state: Row, seat: int, gets: Weights) -> None:
    """Count the geishas whose art tokens a seat has."""
    for geisha in range(GEISHAS):
        gets[geisha] += state[at.TOKENS + seat] >> geisha & 1


@entry
def ponder(
    trained: Trained, memory: Memory, move: int, sample: Sample, values: Weights, gets: Weights
) -> None:
    """Write the mean value on each deal, from -1 to 1, and how often the seat gets each geisha. The network
    plays on for both seats."""
    desk, rng = new_desk(), np.empty(1, np.uint64)
    for i in range(len(sample.picks)):
        values[i] = 0.0
        for repeat in range(sample.repeats):
            number = np.uint64(sample.seed + i * sample.repeats + repeat)
            rng[0] = number * MIX_AGAIN
            particle = sample.states[sample.picks[i]]
            values[i] += trial(trained, particle, memory, move, number * MIX, desk, rng) / sample.repeats
            _count(desk.state, particle[at.SEAT], gets)


@entry
def answered(trained: Trained, memory: Memory, move: int, sample: Sample, shares: Weights) -> int:
    """Write how likely the rival gives each answer to an offer, by the network. Return how many there are."""
    desk, count = new_desk(), 0
    for pick in sample.picks:
        copy(sample.states[pick], desk.state)
        copy(memory, desk.memory)
        remember(desk.state, desk.memory, move)
        play(desk.state, move)
        count = legal(desk.state, desk.listed)
        chances(trained.net, desk.state, desk.memory, desk.listed, count, desk.found)
        for i in range(count):
            shares[i] += desk.found[i] / len(sample.picks)
    return count


@entry
def answered_plainly(_favours: Favours, move: int, sample: Sample, shares: Weights) -> int:
    """Write the same without the network, by the student's answers."""
    state, buffer, count = np.empty(at.FIELDS, np.int64), np.empty(MOST_MOVES, np.int16), 0
    for pick in sample.picks:
        copy(sample.states[pick], state)
        play(state, move)
        count = legal(state, buffer)
        best = playouts.greedy(state, buffer, count)
        for i in range(count):
            shares[i] += (buffer[i] == best) / len(sample.picks)
    return count


@entry
def ponder_plainly(favours: Favours, move: int, sample: Sample, values: Weights, gets: Weights) -> None:
    """Write the same without the network, by the student's playouts."""
    state, rng = np.empty(at.FIELDS, np.int64), np.empty(1, np.uint64)
    buffer = np.empty(MOST_MOVES, np.int16)
    for i in range(len(sample.picks)):
        values[i] = 0.0
        for repeat in range(sample.repeats):
            copy(sample.states[sample.picks[i]], state)
            seat = state[at.SEAT]
            rng[0] = np.uint64(sample.seed + i * sample.repeats + repeat) * MIX
            play(state, move)
            playouts.finish(state, rng, buffer)
            values[i] += worth(state, seat, favours) / sample.repeats
            _count(state, seat, gets)
