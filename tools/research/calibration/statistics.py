"""Compare chances with what came of them: bins with simultaneous intervals, scores, and the fitted curve."""

from math import sqrt
from statistics import NormalDist
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.curve import Curve, odds

Numbers: TypeAlias = NDArray[np.float64]

BINS = 10
SURE = 0.95
LEAST = 0.005  # a chance below this counts as this one in the log loss
WORTH = 3.0  # independent predictions that all those of a game count as in the fit
PRIOR = np.array([40.0, 10.0])  # weight of slope 1 and of shift 0: few games say little of a slope


class Predictions(NamedTuple):
    """Chances, what came of them, and the game of each."""

    chances: Numbers
    won: Numbers
    games: NDArray[np.int64]


class Bin(NamedTuple):
    """The predictions of a tenth: their mean, their number and games, and how often they came true."""

    mean: float
    decisions: int
    games: int
    won: float
    low: float
    high: float

    @property
    def meets(self) -> bool:
        """Return whether the interval contains what was predicted."""
        return self.low <= self.mean <= self.high


def bins(found: Predictions) -> list[Bin]:
    """Return the tenths that have predictions. Their intervals hold together (Bonferroni). All predictions
    of a game share its result, so that an interval counts each game once."""
    tenth = np.minimum((found.chances * BINS).astype(int), BINS - 1)
    filled = [number for number in range(BINS) if (tenth == number).any()]
    z = NormalDist().inv_cdf(1 - (1 - SURE) / (2 * len(filled)))
    return [_bin(found, tenth == number, z) for number in filled]


def _bin(found: Predictions, inside: NDArray[np.bool_], z: float) -> Bin:
    games, won = len(set(found.games[inside].tolist())), float(found.won[inside].mean())
    low, high = wilson(won, games, z)
    return Bin(float(found.chances[inside].mean()), int(inside.sum()), games, won, low, high)


def wilson(share: float, count: int, z: float) -> tuple[float, float]:
    """Return the Wilson interval of a share."""
    middle = (share + z * z / (2 * count)) / (1 + z * z / count)
    half = z / (1 + z * z / count) * sqrt(share * (1 - share) / count + z * z / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


def brier(chances: Numbers, won: Numbers) -> float:
    return float(np.mean((chances - won) ** 2))


def log_loss(chances: Numbers, won: Numbers) -> float:
    held = np.clip(chances, LEAST, 1 - LEAST)
    return float(-np.mean(won * np.log(held) + (1 - won) * np.log(1 - held)))


def skill(chances: Numbers, constant: Numbers, won: Numbers) -> float:
    """Return the Brier skill: the share of the constant's error that the chances avoid."""
    return 1 - brier(chances, won) / brier(constant, won)


class Mean(NamedTuple):
    mean: float
    half: float  # of the 95 % interval


def mean(values: Numbers, games: NDArray[np.int64]) -> Mean:
    """Return the mean of values and its interval over games."""
    around = values - values.mean()
    sums = [around[games == game].sum() for game in np.unique(games)]
    return Mean(float(values.mean()), 1.96 * float(np.sqrt(np.sum(np.square(sums)))) / len(values))


def fitted(found: Predictions) -> Curve:
    """Fit the curve by Newton's method: the greatest likelihood, with a little weight on no change. Each game
    counts alike."""
    x = np.array([odds(chance) for chance in found.chances])
    _, which, counts = np.unique(found.games, return_inverse=True, return_counts=True)
    weights = WORTH / counts[which]
    rows, parameters = np.stack([x, np.ones_like(x)], axis=1), np.array([1.0, 0.0])
    for _ in range(50):
        mapped = 1 / (1 + np.exp(-rows @ parameters))
        slope = rows.T @ (weights * (found.won - mapped)) - PRIOR * (parameters - [1.0, 0.0])
        bend = (rows * (weights * mapped * (1 - mapped))[:, np.newaxis]).T @ rows + np.diag(PRIOR)
        parameters = parameters + np.linalg.solve(bend, slope)
    return Curve(round(float(parameters[0]), 3), round(float(parameters[1]), 3), len(counts))
