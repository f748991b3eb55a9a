"""Okiya's solver: its speed beside the same algorithm in C++, and the facts it must reproduce.

Times are CPU times of one core.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.games.okiya.kernel import (
    COMPLETING,
    best,
    first_player_wins,
    values,
    verdicts,
    winning_openings,
)
from tests.games.okiya.exhaustive import Round

Layouts = NDArray[np.int64]
NATIVE = Path(__file__).with_suffix(".cpp")
IMPORT = [sys.executable, "-c", "import hanamachi.games.okiya.kernel"]


def main() -> None:
    layouts = random_layouts(20_000, seed=1)
    print("okiya, one random layout                        ms  positions")
    compare_verdicts(layouts[:4000])
    openings = timed("which of the 12 openings win", winning_openings, layouts[:10_000])
    timed("best points", lambda layout: best(layout, 0, 0, -1), layouts[:2000])
    timed("exact value of each opening", lambda layout: values(layout, 0, 0, -1), layouts[:1000])
    print_start()
    print_verdicts(first_player_wins(layouts))
    print_openings(np.array([len(winning) for winning in openings]))
    print_random_play(*random_rounds(1_000_000, 1))
    print_positions(layouts[:3])


def random_layouts(count: int, seed: int) -> Layouts:
    return np.random.default_rng(seed).permuted(np.tile(np.arange(16), (count, 1)), axis=1)


def line(name: str, ms: float, rest: str = "") -> None:
    print(f"  {name:40} {ms:8.3f}  {rest}", flush=True)


def timed(name: str, solve: Callable[[Any], Any], layouts: Layouts) -> list[Any]:
    rows = layouts.tolist()
    solve(rows[0])
    started = time.process_time()
    found = [solve(layout) for layout in rows]
    line(name, 1e3 * (time.process_time() - started) / len(rows))
    return found


def compare_verdicts(layouts: Layouts, rounds: int = 3) -> None:
    """Time ours and the native one by turns, so that a busy machine affects both. The best of each counts."""
    with tempfile.TemporaryDirectory() as folder:
        binary = compile_native(Path(folder))
        ours = native = (0, 0, float("inf"))
        for _ in range(rounds):
            ours = min(ours, our_verdicts(layouts), key=lambda run: run[2])
            native = (
                min(native, native_verdicts(binary, layouts), key=lambda run: run[2]) if binary else native
            )
    line("does the first player win: numba", ours[2], f"{ours[1] / len(layouts):9,.0f}")
    if not binary:
        print("  There is no g++ here, so there is nothing native to compare with.")
        return
    line("does the first player win: C++", native[2], f"{native[1] / len(layouts):9,.0f}")
    same = "the same" if ours[:2] == native[:2] else "NOT the same"
    print(f"  numba / C++ = {ours[2] / native[2]:.2f}; {same} verdicts and positions")


def our_verdicts(layouts: Layouts) -> tuple[int, int, float]:
    started = time.process_time()
    wins, positions = verdicts(layouts)
    return int(wins.sum()), positions, 1e3 * (time.process_time() - started) / len(layouts)


def native_verdicts(binary: Path, layouts: Layouts) -> tuple[int, int, float]:
    text = "\n".join(" ".join(map(str, layout)) for layout in layouts.tolist())
    run = subprocess.run([binary], input=text, capture_output=True, text=True, check=True)
    wins, positions, ms = run.stdout.split()
    return int(wins), int(positions), float(ms)


def compile_native(folder: Path) -> Path | None:
    if not shutil.which("g++"):
        return None
    binary = folder / "okiya"
    subprocess.run(["g++", "-O3", "-march=native", "-o", binary, NATIVE], check=True)
    return binary


def print_start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        cold, warm = seconds_to_import(environment), seconds_to_import(environment)
    print(
        f"  start of Python and import of the kernel: {cold:.1f} s to compile all, then {warm:.1f} s (wall)"
    )


def seconds_to_import(environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run(IMPORT, env=environment, check=True)
    return time.perf_counter() - started


def print_verdicts(wins: NDArray[np.bool_]) -> None:
    share, half = wins.mean(), 1.96 * wins.std() / len(wins) ** 0.5
    interval = f"95 % interval {share - half:.2%} to {share + half:.2%}"
    print(f"the first player wins {share:.2%} of {len(wins):,} layouts ({interval}; stated: 67.57 %)")


def print_openings(counts: NDArray[np.int64]) -> None:
    half = 1.96 * counts.std() / len(counts) ** 0.5
    print(f"winning openings of {len(counts):,} layouts: {counts.mean():.3f} +- {half:.3f} (stated: 1.37)")


def print_random_play(plies: int, pattern: int, blocked: int, full: int) -> None:
    rounds = pattern + blocked + full
    shares = ", ".join(f"{ended / rounds:.1%}" for ended in (pattern, blocked, full))
    print(f"random play, {rounds:,} rounds: {plies / rounds:.2f} plies; pattern, blocked, full: {shares}")
    print("                      (stated: 13.22 plies; 58.7 %, 31.5 %, 9.8 %)")


def print_positions(layouts: Layouts) -> None:
    counts = ", ".join(f"{len(Round(layout)):,}" for layout in layouts.tolist())
    print(f"positions that can be reached in {len(layouts)} layouts: {counts} (stated: about 9.46 million)")


def _random_rounds(rounds: int, seed: int) -> tuple[int, int, int, int]:
    """Return the plies played, and how many rounds ended by a pattern, by blocking and on a full board."""
    np.random.seed(seed)
    layout = np.arange(16)
    plies = pattern = blocked = 0
    for _ in range(rounds):
        np.random.shuffle(layout)
        mine, theirs, legal = 0, 0, 0xF99F
        while legal:
            square = np.random.randint(16)
            if not legal >> square & 1:
                continue
            plies += 1
            if COMPLETING[mine] >> square & 1:
                pattern += 1
                break
            mine, theirs = theirs, mine | 1 << square
            legal = 0
            for other in range(16):
                match = layout[other] // 4 == layout[square] // 4 or layout[other] % 4 == layout[square] % 4
                legal |= (match and not (mine | theirs) >> other & 1) << other
        else:
            blocked += mine | theirs != 0xFFFF
    return plies, pattern, blocked, rounds - pattern - blocked


random_rounds: Any = njit(_random_rounds)

if __name__ == "__main__":
    main()
