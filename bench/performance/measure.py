"""How a speed is measured: several runs, each counting steps; the median counts.

What runs on one core is measured by the processor's time, so that other programs do not count; what runs on
several, by the clock on the wall.
"""

import time
from collections.abc import Callable
from statistics import median
from typing import TypeAlias

from msgspec import Struct

SECONDS, RUNS = 1.0, 5

Burst: TypeAlias = Callable[[], int]  # plays for a while, and says how many steps that were
Clock: TypeAlias = Callable[[], float]


class Speed(Struct, frozen=True):
    """Steps per second, or why there is none."""

    system: str
    game: str
    per_second: float | None
    note: str = ""


def rate(burst: Burst, clock: Clock) -> float:
    """The median of some runs, after one that warms up (and compiles)."""
    burst()
    return median(one_run(burst, clock) for _ in range(RUNS))


def one_run(burst: Burst, clock: Clock) -> float:
    steps, began = 0, clock()
    while (spent := clock() - began) < SECONDS:
        steps += burst()
    return steps / spent


def measured(
    system: str,
    game: str,
    make: Callable[[], Burst],
    note: str = "",
    clock: Clock = time.process_time,
) -> Speed:
    """A speed; what cannot be had here is said to be missing, with the reason."""
    try:
        speed = Speed(system, game, rate(make(), clock), note)
    except Exception as error:
        return Speed(system, game, None, f"missing: {type(error).__name__}: {error}"[:120].replace("|", "/"))
    print(f"  {system} {game}: {speed.per_second:,.0f}", flush=True)
    return speed
