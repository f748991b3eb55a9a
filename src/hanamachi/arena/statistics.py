"""Estimate strength from scores: intervals, Elo, the sequential test (SPRT), ratings. Pure arithmetic.

A sample is one deal: the mean score of a bot over the games that shared its cards. Games of a deal depend on
each other and deals do not, so intervals are taken over deals.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from math import exp, inf, log, log10, pi, sqrt, tan
from statistics import NormalDist, fmean, variance

from msgspec import Struct

SURE = 0.95
TAIL = (1 - SURE) / 2
PER_NEPER = 400 / log(10)  # Elo points in one unit of the natural logarithm of odds
PAIR_SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)  # mean scores that a pair of games can have
UNSEEN = 1e-3  # the count of a result that never came, as in fishtest


class Interval(Struct, frozen=True):
    """A mean and its interval of 95 % confidence."""

    mean: float
    low: float
    high: float


def interval(samples: Sequence[float]) -> Interval:
    """Return the mean and interval of scores between 0 and 1, one for each deal.

    This is Wilson's interval, which also holds near 0 and 1, with Student's t. Deals count as the number of
    independent games that would have the same variance: more where the two games of a pair balance each
    other.

    Equal samples have no variance to measure. All that n of them (each c) show is that a deal with another
    score is rare: if its chance were above 1 - q with q^n = 2.5 %, one should have come. So the mean is at
    least c q, and at most 1 - (1 - c) q.
    """
    count = len(samples)
    if count == 0:
        return Interval(0.5, 0.0, 1.0)
    mean = fmean(samples)
    if min(samples) == max(samples):
        rare = TAIL ** (1 / count)
        return Interval(mean, mean * rare, 1 - (1 - mean) * rare)
    games = count * mean * (1 - mean) / variance(samples)
    t = student(count - 1)
    centre, widen = mean + t**2 / (2 * games), 1 + t**2 / games
    reach = t * sqrt(mean * (1 - mean) / games + t**2 / (4 * games**2))
    return Interval(mean, (centre - reach) / widen, (centre + reach) / widen)


def student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t: exact for 1 and 2, else by Fisher's expansion (within
    0.03)."""
    if freedom == 1:
        return tan(pi * (0.5 - TAIL))
    if freedom == 2:
        chance = 1 - TAIL
        return (2 * chance - 1) / sqrt(2 * chance * (1 - chance))
    z, n = NormalDist().inv_cdf(1 - TAIL), freedom
    terms = (
        (z**3 + z) / (4 * n),
        (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2),
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3),
    )
    return z + sum(terms)


def elo(score: float) -> float:
    """Return the difference in Elo that predicts this score."""
    if score <= 0:
        return -inf
    return inf if score >= 1 else -400 * log10(1 / score - 1)


def expected(difference: float) -> float:
    """Return the score that a difference in Elo predicts."""
    return float(1 / (1 + 10 ** (-difference / 400)))


def elo_interval(score: Interval) -> Interval:
    return Interval(elo(score.mean), elo(score.low), elo(score.high))


def pentanomial(pairs: Sequence[float]) -> tuple[int, ...]:
    """Count the pairs of games that brought 0, 1/2, 1, 3/2 and 2 points. Pairs are given by their mean
    score."""
    return tuple(sum(pair == score for pair in pairs) for score in PAIR_SCORES)


def tally(samples: Sequence[float]) -> dict[float, float]:
    """Count how often each score came. 0 and 1 are always included, with the count UNSEEN if they never
    came."""
    return {0.0: UNSEEN, 1.0: UNSEEN} | Counter(samples)


def likelihood_ratio(counts: Mapping[float, float], elo0: float, elo1: float) -> float:
    """Return the logarithm of the likelihood ratio of elo1 to elo0, each with its best-fitting chances.

    Under each hypothesis the chances of the scores are the likeliest ones among all that have its mean (Van
    den Bergh's generalized test).
    """
    total = sum(counts.values())
    observed = {score: count / total for score, count in counts.items()}
    zero, one = (best_chances(observed, expected(difference)) for difference in (elo0, elo1))
    return sum(count * log(one[score] / zero[score]) for score, count in counts.items())


def best_chances(observed: Mapping[float, float], mean: float) -> dict[float, float]:
    """Return the likeliest chances of the scores with this mean: observed / (1 + t (score - mean))."""
    low, high = -1 / (1 - mean), 1 / mean  # between them every chance is positive
    for _ in range(60):
        t = (low + high) / 2
        slope = sum(p * (score - mean) / (1 + t * (score - mean)) for score, p in observed.items())
        low, high = (t, high) if slope > 0 else (low, t)
    return {score: p / (1 + t * (score - mean)) for score, p in observed.items()}


class Sprt(Struct, frozen=True):
    """A sequential probability ratio test: is the first bot elo1 stronger, or only elo0? Both errors are 5
    %."""

    elo0: float
    elo1: float

    @property
    def bound(self) -> float:
        return log((1 - 0.05) / 0.05)

    def ratio(self, samples: Sequence[float]) -> float:
        return likelihood_ratio(tally(samples), self.elo0, self.elo1)

    def verdict(self, ratio: float) -> str:
        """Return "accepted" (elo1), "rejected" (elo0), or "open"."""
        return "accepted" if ratio >= self.bound else "rejected" if ratio <= -self.bound else "open"


Matrix = Sequence[Sequence[float]]


def bradley_terry(wins: Matrix, prior: float = 0.5) -> list[Interval]:
    """Return ratings in Elo, around zero, from points won by each bot (row) against each other (column).

    They are found by minorization (Hunter 2004). Each pair of bots that met gets `prior` points more on both
    sides, as in a drawn game, so that a bot that won everything has a rating. The intervals assume
    independent games.
    """
    size = range(len(wins))
    points = [[wins[i][j] + (prior if wins[i][j] + wins[j][i] else 0) for j in size] for i in size]
    strengths = minorize(points)
    spread = uncertainty(points, strengths)
    reach = NormalDist().inv_cdf(1 - TAIL)
    return [
        Interval(PER_NEPER * s, PER_NEPER * (s - reach * d), PER_NEPER * (s + reach * d))
        for s, d in zip(strengths, spread, strict=True)
    ]


def minorize(points: Matrix, rounds: int = 10_000) -> list[float]:
    """Return the logarithms of the strengths, with mean zero."""
    size = range(len(points))
    strengths = [0.0] * len(points)
    for _ in range(rounds):
        old = strengths
        power = [exp(s) for s in old]
        met = [
            sum((points[i][j] + points[j][i]) / (power[i] + power[j]) for j in size if j != i) for i in size
        ]
        new = [log(sum(points[i]) / met[i]) for i in size]
        strengths = [s - fmean(new) for s in new]
        if max(abs(a - b) for a, b in zip(strengths, old, strict=True)) < 1e-9:
            break
    return strengths


def uncertainty(points: Matrix, strengths: Sequence[float]) -> list[float]:
    """Return the standard deviations of the strengths: roots of the diagonal of the information's
    pseudo-inverse."""
    size = range(len(points))
    whole = [
        [1 / len(points)] * len(points) for _ in size
    ]  # makes the matrix invertible; subtracted again below
    for i in size:
        for j in size:
            if i != j:
                chance = 1 / (1 + exp(strengths[j] - strengths[i]))
                weight = (points[i][j] + points[j][i]) * chance * (1 - chance)
                whole[i][j] -= weight
                whole[i][i] += weight
    return [sqrt(max(0.0, row[i] - 1 / len(points))) for i, row in enumerate(inverse(whole))]


def inverse(matrix: Matrix) -> list[list[float]]:
    """Invert a matrix by Gaussian elimination, with the largest pivot first."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for column in range(size):
        pivot = max(range(column, size), key=lambda r: abs(rows[r][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for r in range(size):
            if r != column:
                factor = rows[r][column]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[size:] for row in rows]
