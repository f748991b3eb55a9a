"""Glicko-2: work out a player's rating, deviation and volatility from results. Pure arithmetic.

After Mark Glickman, "Example of the Glicko-2 system" (glicko.net), with two additions. A result has a
weight, so that a game of n players, which is n - 1 results, weighs as much as a game of two. And periods are
counted by the clock instead of the calendar: a game ends a period, however long ago the last one was.

All sums are exact (`fsum`) and every number is rounded, so neither the order of the seats nor the last bit of
a machine's logarithm shows in a rating.
"""

from collections.abc import Callable, Sequence
from math import exp, fsum, log, pi, sqrt

from msgspec import Struct

START, UNKNOWN, RESTLESS = 1500.0, 350.0, 0.06  # rating, deviation and volatility of a newcomer
PROVISIONAL = 110.0  # a rating with a larger deviation is provisional
SETTLED, YEAR = 60.0, 365 * 86_400.0
SCALE = 400 / log(10)  # rating points in one unit of Glicko-2's own scale
CONSTRAINT = 0.5  # tau: how fast a volatility may change
CLOSE = 1e-6  # how close the volatility is worked out
DIGITS = 6  # to which every number is rounded, far below what anybody sees
# So long that a newcomer's volatility makes a settled rating provisional in a year.
PERIOD = YEAR * (RESTLESS * SCALE) ** 2 / (PROVISIONAL**2 - SETTLED**2)


class Rating(Struct, frozen=True):
    """What is known of a player's strength."""

    rating: float = START
    deviation: float = UNKNOWN
    volatility: float = RESTLESS

    @property
    def provisional(self) -> bool:
        """Return True if too little is known for a place in a list."""
        return self.deviation > PROVISIONAL


class Score(Struct, frozen=True):
    """A result against one opponent: 1 for a win, 0.5 for a tie, 0 for a loss."""

    opponent: Rating
    score: float
    weight: float = 1.0


NEWCOMER = Rating()


def rested(player: Rating, periods: float) -> Rating:
    """Return the rating after a time without games: less certain, but never less than a newcomer's."""
    deviation = sqrt(player.deviation**2 + (SCALE * player.volatility) ** 2 * max(0.0, periods))
    return Rating(player.rating, rounded(min(UNKNOWN, deviation)), player.volatility)


def rated(player: Rating, scores: Sequence[Score], periods: float = 1.0) -> Rating:
    """Return the rating after a period with these results. The opponents are as they were before them."""
    if not scores:
        return rested(player, periods)
    mu, phi = (player.rating - START) / SCALE, player.deviation / SCALE
    terms = [(each.weight, impact(each.opponent), expected(mu, each.opponent), each.score) for each in scores]
    information = fsum(weight * g * g * e * (1 - e) for weight, g, e, _ in terms)
    surprise = fsum(weight * g * (score - e) for weight, g, e, score in terms)
    sigma = changed_volatility(phi, player.volatility, 1 / information, surprise / information)
    wider = min(UNKNOWN / SCALE, sqrt(phi**2 + sigma**2 * max(0.0, periods)))
    narrower = 1 / sqrt(1 / wider**2 + information)
    rating = START + SCALE * (mu + narrower**2 * surprise)
    return Rating(rounded(rating), rounded(SCALE * narrower), rounded(sigma))


def impact(opponent: Rating) -> float:
    """Return how much a result against this opponent tells: less, the less is known of them."""
    return 1 / sqrt(1 + 3 * (opponent.deviation / SCALE / pi) ** 2)


def expected(mu: float, opponent: Rating) -> float:
    """Return the expected score against this opponent."""
    return 1 / (1 + exp(-impact(opponent) * (mu - (opponent.rating - START) / SCALE)))


def changed_volatility(phi: float, sigma: float, variance: float, improvement: float) -> float:
    """Return the new volatility: the root of the paper's step 5, by the Illinois algorithm."""
    start = log(sigma**2)

    def slope(x: float) -> float:
        square = phi**2 + variance + exp(x)
        return exp(x) * (improvement**2 - square) / (2 * square**2) - (x - start) / CONSTRAINT**2

    low, high = start, bound(slope, start, improvement**2 - phi**2 - variance)
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > CLOSE:
        between = low + (low - high) * at_low / (at_high - at_low)
        at_between = slope(between)
        if at_between * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = between, at_between
    return exp(low / 2)


def bound(slope: Callable[[float], float], start: float, excess: float) -> float:
    """Return the other end of the interval that holds the root."""
    if excess > 0:
        return log(excess)
    steps = 1
    while slope(start - steps * CONSTRAINT) < 0:
        steps += 1
    return start - steps * CONSTRAINT


def rounded(value: float) -> float:
    return round(value, DIGITS)
