"""Measure speeds: several rounds of all systems in turn, each counting steps. The median counts.

Work on one core is measured by the processor's time, so that other programs do not count; work on several by
the clock on the wall.
"""

import os
import platform
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from statistics import median
from typing import TypeAlias

from msgspec import Struct

SECONDS, RUNS = 0.5, 5

Burst: TypeAlias = Callable[[], int]  # plays for a while, and returns the number of steps
Clock: TypeAlias = Callable[[], float]


class Speed(Struct, frozen=True):
    """Steps per second, or the reason why there is no number."""

    system: str
    game: str
    per_second: float | None
    note: str = ""


class Plan(Struct, frozen=True):
    """A system to measure, and the clock to use."""

    system: str
    game: str
    make: Callable[[], Burst]
    note: str = ""
    clock: Clock = time.process_time


def machine() -> str:
    """Return the processor's name, and the number of its cores."""
    cpuinfo = Path("/proc/cpuinfo")
    names = (
        [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        if cpuinfo.exists()
        else []
    )
    name = names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def one_run(burst: Burst, clock: Clock) -> float:
    steps, began = 0, clock()
    while (spent := clock() - began) < SECONDS:
        steps += burst()
    return steps / spent


def measured(plans: Sequence[Plan]) -> list[Speed]:
    """Measure all systems in rounds, one after the other, so that a busy moment does not affect one alone.

    The median of the rounds counts. A system that is not installed is listed as missing, with the reason.
    """
    made = [ready(plan) for plan in plans]
    rounds = [
        [
            one_run(burst, plan.clock) if not isinstance(burst, str) else None
            for plan, burst in zip(plans, made, strict=True)
        ]
        for _ in range(RUNS)
    ]
    return [speed(*each) for each in zip(plans, made, zip(*rounds, strict=True), strict=True)]


def ready(plan: Plan) -> Burst | str:
    """Return the burst after it has run once (and compiled), or why there is none."""
    try:
        burst = plan.make()
        burst()
    except Exception as error:
        return f"missing: {type(error).__name__}: {error}"[:120].replace("|", "/")
    return burst


def speed(plan: Plan, made: Burst | str, found: Sequence[float | None]) -> Speed:
    if isinstance(made, str):
        return Speed(plan.system, plan.game, None, made)
    middle = median(each for each in found if each is not None)
    print(f"  {plan.system} {plan.game}: {middle:,.0f}", flush=True)
    return Speed(plan.system, plan.game, middle, plan.note)
