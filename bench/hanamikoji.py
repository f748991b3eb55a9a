"""Hanamikoji's kernel: decisions per second in random play, beside the rules engine in the same run.

All legal moves are listed at every decision; one is picked. The rules engine also plays the first games, by
the same chance: both must count the same decisions, legal moves and winners. Times are CPU times of one core.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections import deque
from itertools import chain

from hanamachi.games.hanamikoji.kernel import Batch, random_games
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.moves import Options
from tests.games.hanamikoji.lockstep import decisions

GAMES, GAMES_BY_LAW, RUNS = 200_000, 2000, 5
FIRST_GAME = "from hanamachi.games.hanamikoji.kernel import random_games; random_games(0, 0, [1])"


def main() -> None:
    by_law, seconds = law(GAMES_BY_LAW)
    same = random_games(0, at.NOBODY, range(GAMES_BY_LAW))
    assert counted(same) == by_law, (counted(same), by_law)
    slow = by_law[0] / seconds
    runs = [kernel(GAMES) for _ in range(RUNS)]
    fast = statistics.median(batch.decisions / seconds for batch, seconds in runs)
    print("hanamikoji, random play on one core: games, decisions, legal moves, decisions/s")
    print(f"  the law    {GAMES_BY_LAW:9,} {by_law[0]:11,} {by_law[1]:13,} {slow:13,.0f}")
    print(f"  the kernel {GAMES_BY_LAW:9,} {same.decisions:11,} {same.choices:13,}")
    print(f"  the kernel {GAMES:9,} {runs[0][0].decisions:11,} {runs[0][0].choices:13,} {fast:13,.0f}")
    print(f"  kernel / law = {fast / slow:.0f} (median of {RUNS} runs); on the same seeds the same sums")
    print_start()


def law(games: int) -> tuple[tuple[int, int, list[int]], float]:
    """Return decisions, legal moves and winners of random games by the rules engine, and the time it took."""
    started = time.process_time()
    for seed in range(games):
        deque(decisions(Options(), seed), maxlen=0)
    seconds = time.process_time() - started
    asked, choices, winners = 0, 0, list[int]()
    for state, answer in chain.from_iterable(decisions(Options(), seed) for seed in range(games)):
        asked += answer is not None
        choices += len(state.moves())
        if outcome := state.outcome():
            winners.append(outcome.winners[0] if outcome.winners else at.NOBODY)
    return (asked, choices, winners), seconds


def kernel(games: int) -> tuple[Batch, float]:
    started = time.process_time()
    batch = random_games(0, at.NOBODY, range(games), threads=1)
    return batch, time.process_time() - started


def counted(batch: Batch) -> tuple[int, int, list[int]]:
    return batch.decisions, batch.choices, list(map(int, batch.winners))


def print_start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        cold, warm = seconds_to_a_game(environment), seconds_to_a_game(environment)
    print(f"  start of Python and a first game: {cold:.1f} s with an empty cache, then {warm:.1f} s (wall)")


def seconds_to_a_game(environment: dict[str, str]) -> float:
    started = time.perf_counter()
    subprocess.run([sys.executable, "-c", FIRST_GAME], env=environment, check=True)
    return time.perf_counter() - started


if __name__ == "__main__":
    main()
