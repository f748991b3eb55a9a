"""Estimate the chances of every move on random deals that a view allows; the network plays both seats on.

All moves meet the same deals and the same draws, so that their differences are surer than their values.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.ponder import GEISHAS, Sample, ponder
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.games.hanamikoji.kernel import imagine
from hanamachi.games.hanamikoji.move_ids import encode
from hanamachi.games.hanamikoji.packing import told
from hanamachi.puzzles.path import Position

Values = NDArray[np.float64]

SURE = 1.96  # standard errors to each side of an interval of 95 %


class Sampled(NamedTuple):
    """The chance to win after each move, the half width of its interval, and the least that the best gains
    over any other."""

    chances: list[float]
    margins: list[float]
    gain: float


def sampled(position: Position, deals: int, seed: int) -> Sampled:
    """Return the chances over so many deals, drawn uniformly from those that the view allows."""
    view, mind = position.view, trained()
    known, memory = told(view), recall(view, position.story).memory
    states, rng = np.tile(known, (deals, 1)), np.array([seed], np.uint64)
    for state in states:
        imagine(state, view.hands[1 - position.seat], rng)
    sample = Sample(states, np.arange(deals), 1, seed)
    tried = np.empty((len(position.moves), deals))
    for values, move in zip(tried, position.moves, strict=True):
        ponder(mind, memory, encode(move, view.offer), sample, values, np.zeros(GEISHAS))
    return summed((tried + 1) / 2)


def summed(tried: Values) -> Sampled:
    """Sum up the results, a row for each move."""
    means, root = tried.mean(axis=1), np.sqrt(tried.shape[1])
    margins = SURE * tried.std(axis=1) / root
    best = int(means.argmax())
    gaps = np.delete(tried[best] - tried, best, axis=0)
    gain = (gaps.mean(axis=1) - SURE * gaps.std(axis=1) / root).min()
    return Sampled(means.tolist(), margins.tolist(), float(gain))
