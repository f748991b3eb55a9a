"""Geisha's Road: the student against a weaker bot, over paired deals, and its thinking time.

In a pair the same seed deals twice, and the seats are exchanged. `--pairs 500` is the measure of
docs/students/geishas_road.md. Times are CPU times.
"""

import argparse
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from random import Random

from hanamachi.bots import Bot, make_bot
from hanamachi.core.game import NATURE, Move, Told
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.geishas_road.rules import start
from hanamachi.games.geishas_road.view import RoadView

TABLES = {
    "basic": Options(),
    "harder": Options("harder"),
    "advanced": Options("advanced"),
    "destiny": Options(destiny=True),
}
STUDENT = "from hanamachi.bots import make_bot; make_bot('geishas_road', 'student', 1)"


class Timed:
    """A bot, with the time of each of its answers."""

    def __init__(self, bot: Bot[RoadView]) -> None:
        self.bot, self.seconds = bot, list[float]()

    def choose(self, view: RoadView, moves: Sequence[Move], story: Sequence[Told]) -> Move:
        started = time.process_time()
        move = self.bot.choose(view, moves, story)
        self.seconds.append(time.process_time() - started)
        return move


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pairs", type=int, default=20)
    parser.add_argument("--tables", nargs="+", choices=TABLES, default=list(TABLES))
    parser.add_argument("--against", default="random")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    print_start()
    for table in given.tables:
        jobs = [(table, given.against, seed) for seed in range(given.seed, given.seed + given.pairs)]
        with ProcessPoolExecutor(given.processes) as pool:
            pairs = list(pool.map(pair, jobs))
        report(table, given.against, pairs)


def pair(job: tuple[str, str, int]) -> tuple[float, float, list[float]]:
    """Return the student's points in two games of the same deal, and its times."""
    table, against, seed = job
    points, seconds = list[float](), list[float]()
    for seat in (0, 1):
        student = Timed(make_bot("geishas_road", "student", 2 * seed + seat))
        rival = make_bot("geishas_road", against, 2 * seed + seat)
        bots: list[Bot[RoadView]] = [student, rival] if seat == 0 else [rival, student]
        winners = play(TABLES[table], bots, seed)
        points.append((seat in winners) / len(winners))
        seconds += student.seconds
    return points[0], points[1], seconds


def play(options: Options, bots: Sequence[Bot[RoadView]], seed: int) -> tuple[int, ...]:
    state, rng = start(2, options), Random(seed)
    while (seat := state.actor) is not None:
        move = state.draw(rng) if seat == NATURE else bots[seat].choose(state.view(seat), state.moves(), [])
        state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners


def report(table: str, against: str, pairs: Sequence[tuple[float, float, list[float]]]) -> None:
    games = [point for first, second, _ in pairs for point in (first, second)]
    times = sorted(second for _, _, seconds in pairs for second in seconds)
    won, shared, lost = (games.count(point) for point in (1.0, 0.5, 0.0))
    share = sum(games) / len(games)
    sums = [(first + second) / 2 - share for first, second, _ in pairs]
    half = 1.96 * (sum(each * each for each in sums) / len(sums) / len(sums)) ** 0.5
    ahead = sum(first + second > 1 for first, second, _ in pairs)
    print(f"  {table}: {share:.1%} +- {half:.1%} against {against} over {len(pairs)} paired deals", end="")
    print(f" ({won} won, {shared} shared, {lost} lost; ahead in {ahead} pairs, behind in ", end="")
    print(f"{sum(first + second < 1 for first, second, _ in pairs)});")
    print(f"    an answer takes {1e3 * sum(times) / len(times):.1f} ms, ", end="")
    print(f"at most {1e3 * times[-1]:.0f} ms ({len(times):,} answers)", flush=True)


def print_start() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"NUMBA_CACHE_DIR": folder}
        cold, warm = seconds_to_start(environment), seconds_to_start(environment)
    print(f"geisha's road, student: {cold:.1f} s to start with nothing compiled, then {warm:.1f} s")


def seconds_to_start(environment: dict[str, str]) -> float:
    before = os.times()
    subprocess.run([sys.executable, "-c", STUDENT], env=environment, check=True)
    after = os.times()
    return after.children_user - before.children_user + after.children_system - before.children_system


if __name__ == "__main__":
    main()
