"""List what the benchmarks measure of Okiya."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from hanamachi.games.okiya import kernel

TABLES: list[tuple[int, dict[str, Any]]] = [(2, {})]
LEVELS = [("perfect", 12)]


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    layouts = np.random.default_rng(1).permuted(np.tile(np.arange(16), (400, 1)), axis=1)
    yield "verdicts", lambda: kernel.verdicts(layouts)
