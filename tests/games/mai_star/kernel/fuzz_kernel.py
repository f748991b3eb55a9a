"""make fuzz: the kernel and the law in lockstep, whole tables compared at every decision.

All seat counts and options; every other batch is lively: it draws the kind of a move first.
"""

import argparse
import time
from concurrent.futures import ProcessPoolExecutor

from tests.games.mai_star.kernel.lockstep import TABLES, any_move, in_lockstep, lively_move

BATCH = 50


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    firsts = range(given.seed, given.seed + given.games, BATCH)
    started, decisions = time.perf_counter(), 0
    in_lockstep(*TABLES[0], given.seed, any_move)  # compiles, once for all processes
    with ProcessPoolExecutor(given.processes) as pool:
        for played in pool.map(batch, firsts):
            decisions += played
    seconds = time.perf_counter() - started
    print(f"mai_star kernel: {len(firsts) * BATCH} games, {decisions} decisions, all equal, {seconds:.0f} s")


def batch(first: int) -> int:
    choice = lively_move if first // BATCH % 2 else any_move
    seeds = range(first, first + BATCH)
    return sum(in_lockstep(*TABLES[seed % len(TABLES)], seed, choice) for seed in seeds)


if __name__ == "__main__":
    main()
