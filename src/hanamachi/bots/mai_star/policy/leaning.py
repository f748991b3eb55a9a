"""Choose a move by the leaning, a linear softmax policy: score the legal moves by their features' weights."""

from math import exp

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy.features import LOOK, kind_of, look, of_kind, of_move
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.layout import Moves, Table

Numbers = NDArray[np.int64]
Weights = NDArray[np.float32]
Scores = NDArray[np.float64]
FINE = 1 << 30  # resolution of a random number between 0 and 1


@inner
def total(weights: Weights, found: Numbers, first: int, end: int) -> float:
    whole = 0.0
    for i in range(first, end):
        whole += weights[found[i]]
    return whole


@inner
def score(
    table: Table, weights: Weights, moves: Moves, n: int, seen: Numbers, found: Numbers, scores: Scores
) -> None:
    """Write the score of each move. Moves of a kind are adjacent, so the kind's features are summed once."""
    look(table, seen)
    last, common = -1, 0.0
    for i in range(n):
        kind, fact = moves[i] // at.KIND, moves[i] % at.KIND
        if kind != last:
            last, common = kind, total(weights, found, 0, of_kind(table, seen, kind_of(seen, kind), found))
        scores[i] = common + total(weights, found, 0, of_move(table, seen, kind, fact, found, 0))


@inner
def chances(scores: Scores, n: int) -> None:
    """Turn scores into probabilities, in place."""
    most, whole = scores[0], 0.0
    for i in range(1, n):
        most = max(most, scores[i])
    for i in range(n):
        scores[i] = exp(scores[i] - most)
        whole += scores[i]
    for i in range(n):
        scores[i] /= whole


@inner
def drawn(scores: Scores, n: int, chance: Chance) -> int:
    """Draw an index by its probability."""
    left = below(chance, FINE) / FINE
    for i in range(n - 1):
        left -= scores[i]
        if left < 0:
            return i
    return n - 1


@inner
def lean(
    table: Table,
    weights: Weights,
    moves: Moves,
    n: int,
    seen: Numbers,
    found: Numbers,
    scores: Scores,
    chance: Chance,
) -> int:
    """Draw the index of a move from the softmax of the scores."""
    if n == 1:
        return 0
    score(table, weights, moves, n, seen, found, scores)
    chances(scores, n)
    return drawn(scores, n, chance)


def room() -> tuple[Moves, Numbers, Numbers, Scores]:
    """Return working arrays for moves, the look, features and scores."""
    return (
        np.empty(at.MOST_MOVES, np.int64),
        np.empty(LOOK, np.int64),
        np.empty(f.MOST, np.int64),
        np.empty(at.MOST_MOVES),
    )
