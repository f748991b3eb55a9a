"""Mai-Star's kernel beside the rules engine: decisions per second of random play, on one core.

Every legal move is listed, then one is played. Both follow the same seeds, so both must count the same
decisions and the same choices. Times are CPU times; the kernel's is the median of five runs.
"""

import os
import statistics
import subprocess
import sys
import tempfile
import time

from hanamachi.games.mai_star.kernel import random_games
from hanamachi.games.mai_star.moves import Options
from tests.games.mai_star.kernel.lockstep import law_alone

GAMES, GAMES_OF_THE_LAW, RUNS = 5000, 100, 5
ANSWER = """
import time
from hanamachi.bots import make_bot
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.moves import First, Options
state = GAME.start(3, Options()).play(First(0))
for _ in range(2):
    started, cpu = time.perf_counter(), time.process_time()
    make_bot("mai_star", "student", 1).choose(state.view(0), state.moves(), [])
    print(time.perf_counter() - started, time.process_time() - cpu)
"""


def main() -> None:
    print("mai_star, random play, one core      decisions/s      games   decisions       choices")
    for seats in (3, 6):
        compare(seats)
    print_first_answer()


def compare(seats: int) -> None:
    law, decisions, choices = time_of_the_law(seats)
    few = random_games(seats, Options(), range(GAMES_OF_THE_LAW), threads=1)
    assert (few.decisions, few.choices) == (decisions, choices), "the kernel is not the law"
    line(f"{seats} seats, rules", decisions / law, GAMES_OF_THE_LAW, decisions, choices)
    times = []
    for _ in range(RUNS):
        started = time.process_time()
        played = random_games(seats, Options(), range(GAMES), threads=1)
        times.append(time.process_time() - started)
    fast = played.decisions / statistics.median(times)
    line(f"{seats} seats, kernel", fast, GAMES, played.decisions, played.choices)
    print(
        f"  kernel / rules = {fast / (decisions / law):.0f}; the same decisions and choices on the same seeds"
    )


def time_of_the_law(seats: int) -> tuple[float, int, int]:
    started = time.process_time()
    played = [law_alone(seats, Options(), seed) for seed in range(GAMES_OF_THE_LAW)]
    seconds = time.process_time() - started
    return seconds, sum(game[1] for game in played), sum(game[2] for game in played)


def line(name: str, speed: float, games: int, decisions: int, choices: int) -> None:
    print(f"  {name:32} {speed:14,.0f} {games:10,} {decisions:11,} {choices:13,}", flush=True)


def print_first_answer() -> None:
    """Print the time of the student's first answer when nothing is compiled yet, and of its next."""
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        for cache in ("an empty", "a filled"):
            run = subprocess.run(
                [sys.executable, "-c", ANSWER], env=environment, check=True, capture_output=True, text=True
            )
            (wall, cpu), (_, then) = (map(float, row.split()) for row in run.stdout.splitlines())
            first = f"first answer {wall:.1f} s ({cpu:.1f} s CPU), then {then:.3f} s CPU"
            print(f"  student with {cache} cache: {first}", flush=True)


if __name__ == "__main__":
    main()
