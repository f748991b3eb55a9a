"""Measure a best move on playouts that did not choose it (the remedy for the winner's curse)."""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Values: TypeAlias = NDArray[np.floating[Any]]


def confirmed(values: Values) -> float:
    """Return the worth of the best move: chosen on one half of the playouts, measured on the other.

    The rows of `values` are moves, which share their playouts. The largest of noisy means is too large,
    because luck helped to choose it.
    """
    one, other = values[:, ::2].mean(axis=1), values[:, 1::2].mean(axis=1)
    return float(other[one.argmax()] + one[other.argmax()]) / 2
