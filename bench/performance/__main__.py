"""Measures everything and writes docs/performance.md and docs/performance.svg."""

import os
import platform
from collections.abc import Sequence
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from time import perf_counter

from bench.performance import ours, peers
from bench.performance.chart import chart
from bench.performance.measure import RUNS, SECONDS, Speed, measured

from hanamachi.adapters.setting import Setting, setting

DOCS = Path(__file__).parents[2] / "docs"
PACKAGES = ("hanamachi", "numpy", "numba", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax")
HOUSE = "<!-- the house: written by make load -->"  # it stands last
BATCHES, THREADS = (1, 16, 256, 1024, 4096, 16384), (1, 2)


def machine() -> str:
    """The processor's own name, and how many of its cores there are here."""
    cpuinfo = Path("/proc/cpuinfo")
    names = (
        [line for line in cpuinfo.read_text().splitlines() if "model name" in line]
        if cpuinfo.exists()
        else []
    )
    name = names[0].partition(":")[2].strip() if names else platform.processor() or platform.machine()
    return f"{name}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


def the_house(page: str) -> str:
    """The part of the page that `make load` wrote, which stays."""
    _, begin, rest = page.partition(HOUSE)
    return f"\n{begin}{rest}" if begin else ""


def installed(package: str) -> str:
    try:
        return f"{package} {version(package)}"
    except PackageNotFoundError:
        return f"{package} is missing"


def number(speed: Speed) -> str:
    return f"{speed.per_second:,.0f}" if speed.per_second else "–"


def best(speeds: Sequence[Speed]) -> float:
    return max((speed.per_second or 0.0 for speed in speeds), default=0.0)


def table(own: Sequence[Speed], others: Sequence[Speed]) -> list[str]:
    """All rows, each beside the fastest of the others."""
    fastest = best(others)
    lines = ["| system | game | per second | to the fastest peer | |", "|---|---|---:|---:|---|"]
    for speed in (*own, *others):
        ratio = f"{speed.per_second / fastest:.2f}" if speed.per_second and fastest else "–"
        lines.append(f"| {speed.system} | {speed.game} | {number(speed)} | {ratio} | {speed.note} |")
    return lines


def growth() -> list[str]:
    """How the vector environment's speed depends on batch size and threads."""
    columns = [(each, threads) for each in ours.GAMES[:2] for threads in THREADS]
    head = [f"{each.name}, {threads} thread{'s' * (threads > 1)}" for each, threads in columns]
    lines = ["| games at once | " + " | ".join(head) + " |", "|---:|" + "---:|" * len(head)]
    for batch in BATCHES:
        cells = [grown(each, batch, threads) for each, threads in columns]
        lines.append(f"| {batch:,} | " + " | ".join(cells) + " |")
    return lines


def grown(each: Setting, batch: int, threads: int) -> str:
    if threads > batch:
        return ""
    make = partial(ours.vector, each, look=True, batch=batch, threads=threads)
    return number(measured("growth", f"{each.name} {batch} {threads}", make, clock=perf_counter))


def by_players() -> list[str]:
    lines = ["| players | the law, moves | vector, steps | vector, observed |", "|---:|---:|---:|---:|"]
    for seats in range(3, 7):
        each = setting("mai_star", seats)
        makes = (partial(ours.law, each), *(partial(ours.vector, each, look=look) for look in (False, True)))
        cells = [number(measured("players", str(seats), make, clock=perf_counter)) for make in makes]
        lines.append(f"| {seats} | " + " | ".join(cells) + " |")
    return lines


def main() -> None:
    alone, theirs_alone = ours.alone(), peers.alone()
    seen, theirs_seen = ours.observed(), peers.observed()
    pairs, theirs_many = ours.many(), peers.many()
    own_many = [pair[kind] for kind in range(3) for pair in pairs]
    page = [
        "# Performance",
        "",
        f"Written by `make bench` in one run on one machine. Each number is the median of {RUNS} runs of",
        f"{SECONDS} seconds, in random play. A dash is what could not be measured here, with the",
        "reason. What runs on one core is measured by the processor's time, the rest by the clock.",
        "Kernels and bots have scripts of their own in `bench`.",
        "",
        f"- machine: {machine()}",
        f"- versions: {', '.join(map(installed, PACKAGES))}",
        "",
        "![Speeds](performance.svg)",
        "",
        "## One game at a time, nothing observed",
        "",
        "Moves of the law (nature's too) and nodes of OpenSpiel (decisions and chance together), one core.",
        "",
        *table(alone, theirs_alone),
        "",
        "## One game at a time, with observation and mask",
        "",
        "Steps through `last()` and `step()`, on environments as their users make them, wrappers included.",
        "",
        *table(seen, theirs_seen),
        "",
        "## Many games at once",
        "",
        f"Steps of {ours.BATCH:,} games at once in two threads: alone (the clock stands while random legal",
        "actions are drawn), with drawing them, and with observations and masks too.",
        "pgx always writes observation and mask.",
        "",
        *table(own_many, theirs_many),
        "",
        "## How it grows",
        "",
        "Steps per second with observation and mask:",
        "",
        *growth(),
        "",
        "Mai-Star, by the number of players:",
        "",
        *by_players(),
        "",
    ]
    path = DOCS / "performance.md"
    old = path.read_text("utf-8") if path.exists() else ""
    path.write_text("\n".join(page) + the_house(old), "utf-8")
    shown = [*alone, *theirs_alone, *seen, *theirs_seen, *own_many, *theirs_many]
    (DOCS / "performance.svg").write_text(chart("Steps per second, random play", shown), "utf-8")


if __name__ == "__main__":
    main()
