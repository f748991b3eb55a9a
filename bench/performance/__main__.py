"""Measure everything and write docs/performance.md and docs/performance.svg."""

import re
import sys
from collections.abc import Callable, Sequence
from functools import partial
from importlib.metadata import distributions
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from bench.performance import ours, peers
from bench.performance.chart import chart
from bench.performance.measure import RUNS, SECONDS, Plan, Speed, machine, measured
from hanamachi.adapters.setting import Setting, setting

DOCS = Path(__file__).parents[2] / "docs"
PACKAGES = ("hanamachi", "numpy", "numba", "open_spiel", "pettingzoo", "rlcard", "pgx", "jax")
HOUSE = "<!-- the house: written by make load -->"  # the last part of the page
BATCHES, THREADS = (1, 16, 256, 1024, 4096, 16384), (1, 2)


def the_house(page: str) -> str:
    """Return the part of the page that `make load` wrote, which stays."""
    _, begin, rest = page.partition(HOUSE)
    return f"\n{begin}{rest}" if begin else ""


def installed() -> str:
    """Return the versions of the measured packages."""
    here = {each.metadata["Name"].replace("-", "_"): each.version for each in distributions()}
    return ", ".join(f"{name} {here[name]}" for name in PACKAGES if name in here)


def number(speed: Speed) -> str:
    return f"{speed.per_second:,.0f}" if speed.per_second else "–"


def block(own: Sequence[Plan], others: Sequence[Plan]) -> list[str]:
    """Measure both and return all rows, each with its ratio to the fastest peer, and a sentence about that
    peer."""
    found = measured([*own, *others])
    mine, theirs = found[: len(own)], found[len(own) :]
    fastest = max(theirs, key=lambda each: each.per_second or 0.0)
    best = fastest.per_second
    lines = ["| system | game | per second | to the fastest peer | |", "|---|---|---:|---:|---|"]
    for speed in found:
        ratio = f"{speed.per_second / best:.2f}" if speed.per_second and best else "–"
        lines.append(f"| {speed.system} | {speed.game} | {number(speed)} | {ratio} | {speed.note} |")
    return [*lines, "", passed(fastest, mine)] if best else lines


def passed(fastest: Speed, mine: Sequence[Speed]) -> str:
    """Return a sentence about where the fastest peer is faster than ours."""
    slower = [each for each in mine if (each.per_second or 0.0) < (fastest.per_second or 0.0)]
    if not slower:
        return f"No peer is faster here; the fastest is {fastest.system}, {fastest.game}."
    whom = "all of our rows" if len(slower) == len(mine) else f"{len(slower)} of our {len(mine)} rows"
    return f"{fastest.system}, {fastest.game}, is faster than {whom}."


def growth() -> list[str]:
    """Return how the vector environment's speed depends on batch size and threads."""
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
    return number(*measured([Plan("growth", f"{each.name} {batch} {threads}", make, clock=perf_counter)]))


def by_players() -> list[str]:
    lines = ["| players | rules engine, moves | vector, steps | vector, observed |", "|---:|---:|---:|---:|"]
    for seats in range(3, 7):
        each = setting("mai_star", seats)
        makes = (partial(ours.law, each), *(partial(ours.vector, each, look=look) for look in (False, True)))
        plans = [Plan("players", str(seats), make, clock=perf_counter) for make in makes]
        lines.append(f"| {seats} | " + " | ".join(map(number, measured(plans))) + " |")
    return lines


class Section(NamedTuple):
    title: str
    about: str
    lines: Callable[[], list[str]]


SECTIONS = {
    "alone": Section(
        "One game at a time, nothing observed",
        "Moves of the rules engine (with nature's) and nodes of OpenSpiel (decisions and chance), one core.",
        lambda: block(ours.alone(), peers.alone()),
    ),
    "openspiel": Section(
        "One game at a time in OpenSpiel, observed",
        "The same nodes, but the deciding player gets `observation_tensor` or `information_state_tensor`,\n"
        "which has the whole story.",
        lambda: block(ours.spiel_observed(), peers.spiel_observed()),
    ),
    "observed": Section(
        "One game at a time, with observation and mask",
        "Steps through `last()` and `step()` (RLCard: `step()`, which returns both), on environments as\n"
        "their users make them, wrappers included. All draw their actions alike, from the legal ones.",
        lambda: block(ours.observed(), peers.observed()),
    ),
    "many": Section(
        "Many games at once",
        f"Steps of {ours.BATCH:,} games at once in two threads: alone (the clock stands while random legal\n"
        "actions are drawn), with drawing them, and with observations and masks too.\n"
        "pgx always writes observation and mask.",
        lambda: block(ours.many(), peers.many()),
    ),
    "growth": Section(
        "How it grows",
        "Steps per second with observation and mask:",
        lambda: [*growth(), "", "Mai-Star, by the number of players:", "", *by_players()],
    ),
}


def written(section: Section, old: str, *, anew: bool) -> str:
    """Return a section, measured anew or as it stands on the old page."""
    kept = re.search(rf"^## {section.title}\n.*?(?=^## |^<!-- |\Z)", old, re.M | re.S)
    if kept and not anew:
        return kept.group(0)
    lines = [section.about, "", *section.lines(), "", f"Measured on {machine()}; {installed()}."]
    return "\n".join([f"## {section.title}", "", *lines, "", ""])


def speeds_on(page: str) -> list[Speed]:
    """Read the rows of the page's tables, for the chart."""
    rows = re.findall(r"^\| ([A-Za-z][^|]*) \| ([^|]+) \| ([\d,]+) \| [^|]+ \| ([^|]*) \|$", page, re.M)
    said = [
        (system, f"{game}, {note}" if note in ours.SAID.values() else game, speed)
        for system, game, speed, note in rows
    ]
    return [Speed(system, game, float(speed.replace(",", ""))) for system, game, speed in said]


def main(*names: str) -> None:
    """Measure all sections, or those that are named, and write the page."""
    path = DOCS / "performance.md"
    old = path.read_text("utf-8") if path.exists() else ""
    head = [
        "# Performance",
        "",
        "Written by `make bench` (some sections: `python -m bench.performance observed`), each section in",
        f"one run on one machine. Each number is the median of {RUNS} rounds in which every system of a",
        f"table plays at random for {SECONDS} seconds in turn. On a machine that others use too, ratios mean",
        "more than numbers. A dash is what could not be measured here, with the reason. What runs on one",
        "core is measured by the processor's time, the rest by the clock. Kernels and bots have scripts of",
        "their own in `bench`.",
        "",
        "![Speeds](performance.svg)",
        "",
        "",
    ]
    sections = [written(each, old, anew=not names or name in names) for name, each in SECTIONS.items()]
    page = "\n".join(head) + "".join(sections)
    path.write_text(page.rstrip() + "\n" + the_house(old), "utf-8")
    (DOCS / "performance.svg").write_text(chart("Steps per second, random play", speeds_on(page)), "utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
