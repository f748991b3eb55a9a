"""Measure cold starts: how long each level takes to its first answer when no kernel is compiled yet.

python -m bench.cold_start [GAME[:LEVEL] ...] [--functions]

Each level and judge answers its first question in a process of its own with an empty cache of kernels, and
then in another one with that cache. Without names a last process prepares everything, like a server. With
`--functions` the dearest functions are listed: their own seconds, without those that they call.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

Kind = tuple[str, str | None]


class Compiled(Struct):
    """One function that was compiled: `own` seconds are those without the functions that it called."""

    name: str
    own: float


class Run(Struct):
    """What one process spent, from its start to its answer."""

    wall: float
    cpu: float
    functions: list[Compiled]


def kinds_of(names: list[str]) -> list[Kind]:
    from hanamachi.server.engines.warmup import all_kinds

    wanted = [tuple(name.split(":")) for name in names]
    every = sorted(all_kinds(), key=lambda kind: (kind[0], kind[1] is None))
    return [
        kind
        for kind in every
        if not wanted or any(name in ((kind[0],), (kind[0], kind[1] or "judge")) for name in wanted)
    ]


def answer_all(kinds: list[Kind]) -> None:
    """Prepare these levels in this process, and print what was compiled."""
    functions = watched()
    from hanamachi.server.engines.tasks import prepare

    for kind in kinds:
        prepare(*kind)
    print(msgspec.json.encode(functions).decode())


def watched() -> list[Compiled]:
    """Return a list that grows with every function that numba compiles."""
    from numba.core import event

    done: list[Compiled] = []
    inside: list[float] = []
    began: list[float] = []

    class Listener(event.Listener):
        def on_start(self, event: Any) -> None:
            began.append(time.process_time())
            inside.append(0.0)

        def on_end(self, event: Any) -> None:
            whole = time.process_time() - began.pop()
            done.append(Compiled(name_of(event.data), whole - inside.pop()))
            if inside:
                inside[-1] += whole

    register: Any = event.register
    register("numba:compile", Listener())
    return done


def name_of(data: Any) -> str:
    function = data["dispatcher"].py_func
    return f"{function.__module__.removeprefix('hanamachi.')}.{function.__qualname__}"


def run(kinds: list[Kind], cache: str) -> Run:
    """Prepare these levels in a new process."""
    given = msgspec.json.encode(kinds).decode()
    environment = os.environ | {"NUMBA_CACHE_DIR": cache}
    before, began = os.times(), time.monotonic()
    said = subprocess.run(
        [sys.executable, "-m", "bench.cold_start", "--answer", given],
        env=environment,
        check=True,
        capture_output=True,
        cwd=Path(__file__).parents[1],
    ).stdout
    after, wall = os.times(), time.monotonic() - began
    cpu = after.children_user + after.children_system - before.children_user - before.children_system
    return Run(wall, cpu, msgspec.json.decode(said, type=list[Compiled]))


def measure(name: str, kinds: list[Kind]) -> list[Compiled]:
    """Print a row of the table: a cold start and a warm one."""
    with tempfile.TemporaryDirectory() as cache:
        cold, warm = run(kinds, cache), run(kinds, cache)
        files = [file.stat().st_size for file in Path(cache).rglob("*.kernel")]
    told = (f"{cold.wall:7.1f}", f"{cold.cpu:7.1f}", f"{len(cold.functions):6}")
    kept = (f"{sum(files) / 1e6:6.1f}", f"{warm.wall:6.1f}", f"{warm.cpu:6.1f}", f"{len(warm.functions):6}")
    print(f"{name:24}", *told, *kept, flush=True)
    return cold.functions


def print_dearest(functions: list[Compiled]) -> None:
    """Print the forty functions that cost most, and how often each was compiled."""
    seconds, times = defaultdict[str, float](float), defaultdict[str, int](int)
    for each in functions:
        seconds[each.name] += each.own
        times[each.name] += 1
    for name in sorted(seconds, key=lambda name: -seconds[name])[:40]:
        print(f"    {seconds[name]:6.2f} s {times[name]:3} x  {name}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kinds", nargs="*")
    parser.add_argument("--functions", action="store_true")
    parser.add_argument("--answer", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.answer:
        return answer_all(msgspec.json.decode(given.answer, type=list[Kind]))
    head = (
        f"{'':24} {'cold s':>7} {'CPU s':>7} {'funcs':>6} {'MB':>6} {'warm s':>6} {'CPU s':>6} {'funcs':>6}"
    )
    print(head)
    for kind in kinds_of(given.kinds):
        functions = measure(f"{kind[0]} {kind[1] or 'judge'}", [kind])
        if given.functions:
            print_dearest(functions)
    if not given.kinds:
        functions = measure("all in one process", kinds_of([]))
        if given.functions:
            print_dearest(functions)
    return None


if __name__ == "__main__":
    main()
