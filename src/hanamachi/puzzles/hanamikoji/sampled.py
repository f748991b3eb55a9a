"""Estimate the chances of every move on random deals that a view allows; the network plays both seats on.

All moves meet the same deals and the same draws, so that their differences are surer than their values.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.ponder import GEISHAS, Sample, ponder
from hanamachi.bots.hanamikoji.mind.recall import recall
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.games.hanamikoji.kernel import imagine
from hanamachi.games.hanamikoji.kernel.layout import Rows
from hanamachi.games.hanamikoji.move_ids import encode
from hanamachi.games.hanamikoji.packing import told
from hanamachi.puzzles.path import Position

Values = NDArray[np.float64]

SURE = 1.96  # standard errors to each side of an interval of 95 %
STAGES = ((150, 0.03), (1500, 0.02))  # deals, and by how much the gain may seem too low on so few


class Sampled(NamedTuple):
    """The chance to win after each move, and the half width of its interval."""

    chances: list[float]
    margins: list[float]


class Sampler:
    """Tries the moves of a position on the same deals, drawn uniformly from those that the view allows."""

    def __init__(self, position: Position, seed: int) -> None:
        self.position, self.seed, self.mind = position, seed, trained()
        view = position.view
        self.known, self.memory = told(view), recall(view, position.story).memory
        self.held = view.hands[1 - position.seat]
        self.rng = np.array([seed], np.uint64)
        self.deals = self._drawn(0)

    def results(self, places: Sequence[int], deals: int) -> Values:
        """Return what some moves bring on so many deals, a row for each: 1 for a win, 0 for a loss."""
        more = self._drawn(max(0, deals - len(self.deals)))
        self.deals = np.concatenate([self.deals, more])
        sample = Sample(self.deals, np.arange(deals), 1, self.seed)
        tried = np.empty((len(places), deals))
        for values, place in zip(tried, places, strict=True):
            move = encode(self.position.moves[place], self.position.view.offer)
            ponder(self.mind, self.memory, move, sample, values, np.zeros(GEISHAS))
        return (tried + 1) / 2

    def _drawn(self, deals: int) -> Rows:
        rows = np.tile(self.known, (deals, 1))
        for row in rows:
            imagine(row, self.held, self.rng)
        return rows


def sampled(position: Position, gain: float, deals: int, seed: int) -> Sampled | None:
    """Return the chances over so many deals if the best move surely gains so much over all others, else None.

    Fewer deals show first whether that can be, then all deals for the two best moves alone.
    """
    sampler, places = Sampler(position, seed), range(len(position.moves))
    two = list(places)
    for some, doubt in STAGES:
        means = sampler.results(places, some).mean(axis=1)
        two = means.argsort()[-2:].tolist()
        if means[two[1]] - means[two[0]] < gain - doubt:
            return None
    if least_gain(sampler.results(two, deals)) < gain:
        return None
    tried = sampler.results(places, deals)
    return summed(tried) if least_gain(tried) >= gain else None


def least_gain(tried: Values) -> float:
    """Return the least that the best move gains over any other, at the lower ends of the intervals."""
    best, root = int(tried.mean(axis=1).argmax()), np.sqrt(tried.shape[1])
    gaps = np.delete(tried[best] - tried, best, axis=0)
    return float((gaps.mean(axis=1) - SURE * gaps.std(axis=1) / root).min())


def summed(tried: Values) -> Sampled:
    """Sum up the results, a row for each move."""
    margins = SURE * tried.std(axis=1) / np.sqrt(tried.shape[1])
    return Sampled(tried.mean(axis=1).tolist(), margins.tolist())
