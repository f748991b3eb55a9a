"""How a speed is measured: several runs of a second, each counting steps; the median counts."""

import time
from collections.abc import Callable
from statistics import median
from typing import TypeAlias

from msgspec import Struct

SECONDS, RUNS = 1.0, 5

Burst: TypeAlias = Callable[[], int]  # plays for a while, and says how many steps that were


class Speed(Struct, frozen=True):
    """Steps per second, or why there is none."""

    system: str
    game: str
    per_second: float | None
    note: str = ""


def rate(burst: Burst) -> float:
    """The median of some runs, after one that warms up (and compiles)."""
    burst()
    return median(one_run(burst) for _ in range(RUNS))


def one_run(burst: Burst) -> float:
    steps, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < SECONDS:
        steps += burst()
    return steps / spent


def measured(system: str, game: str, make: Callable[[], Burst], note: str = "") -> Speed:
    """A speed; what cannot be had here is said to be missing, with the reason."""
    try:
        speed = Speed(system, game, rate(make()), note)
    except Exception as error:
        return Speed(system, game, None, f"missing: {type(error).__name__}: {error}"[:120].replace("|", "/"))
    print(f"  {system} {game}: {speed.per_second:,.0f}", flush=True)
    return speed
