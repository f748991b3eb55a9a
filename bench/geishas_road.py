"""Geisha's Road: the kernel in random play against the rules engine, on the same seeds.

Both play by the same random generator, so decisions, legal moves, points and results must be equal over the
games that both have played. Every legal move is listed before one is picked. CPU times of one core.
"""

import statistics
import time

from hanamachi.games.geishas_road.kernel.playouts import random_games
from hanamachi.games.geishas_road.kernel.translate import new_table
from hanamachi.games.geishas_road.moves import Options
from tests.games.geishas_road.kernel.lockstep import laws_game

TABLES = {
    "basic": Options(),
    "harder": Options("harder"),
    "advanced": Options("advanced"),
    "basic, destiny": Options(destiny=True),
}
GAMES, BOTH, RUNS = 20_000, 200, 5


def main() -> None:
    print(f"geisha's road, random play, median of {RUNS} runs of {GAMES:,} games on one core")
    for name, options in TABLES.items():
        measure(name, options)


def measure(name: str, options: Options) -> None:
    table = new_table(options, 0)
    counts, seconds = random_games(table, GAMES, 1), list[float]()
    for _ in range(RUNS):
        started = time.process_time()
        again = random_games(table, GAMES, 1)
        seconds.append(time.process_time() - started)
        assert again == counts, "the same seeds must play the same games"
    started = time.process_time()
    truth = by_the_rulebook(options, BOTH)
    law = truth[0] / (time.process_time() - started)
    assert random_games(table, BOTH, 1) == truth, "the kernel must play the rulebook's games"
    speed = counts[0] / statistics.median(seconds)
    ratio = f"{speed / law:4.0f} times the rulebook's {law:,.0f}"
    print(f"  {name:16} {speed / 1e6:6.2f} million decisions/s, {ratio}")
    print(f"  {'':16} {GAMES:,} games, {counts[0]:,} decisions, {counts[1]:,} legal moves; ", end="")
    print(f"{BOTH} of them by the rulebook too, {truth[0]:,} decisions, {truth[1]:,} legal moves: the same")


def by_the_rulebook(options: Options, games: int) -> list[int]:
    """Return the counts of `random_games`, by the rules engine."""
    counts = [0] * 6
    for seed in range(1, games + 1):
        decisions, moves, end = laws_game(options, seed)
        outcome = end.outcome()
        assert outcome is not None
        result = 2 if len(outcome.winners) == 2 else outcome.winners[0]
        counts[0] += decisions
        counts[1] += moves
        counts[2] += sum(outcome.points)
        counts[3 + result] += 1
    return counts


if __name__ == "__main__":
    main()
