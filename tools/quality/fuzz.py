"""make fuzz: play many random games of every game, seat count and option, under the laws of
core/conformance.py.

Each game is played to its end; one in fifty is checked by every law. Every other batch draws the kind of a
move first, so that rare kinds come more often.
"""

import argparse
import itertools
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from random import Random
from typing import Any

from hanamachi import GAMES
from hanamachi.core.conformance import check_end, conform, law, random_story
from hanamachi.core.options import Option, choose, describe

BATCH = 50
NO_BOUND = 20_000  # plies that no random game without a bound should reach


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25_000, help="random games of each game")
    parser.add_argument("--only", choices=GAMES, help="one game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    for name in [given.only] if given.only else GAMES:
        fuzz(name, given.games, given.seed, given.processes)


def fuzz(name: str, games: int, seed: int, processes: int) -> None:
    tables = list(all_tables(name))
    jobs = [(name, *tables[n % len(tables)], seed + n) for n in range(-(-games // BATCH))]
    started, plies = time.perf_counter(), 0
    with ProcessPoolExecutor(processes) as pool:
        for played in pool.map(batch, jobs):
            plies += played
    seconds = time.perf_counter() - started
    print(f"{name}: {len(jobs) * BATCH} games at {len(tables)} tables, {plies} plies, {seconds:.0f} s")
    sys.stdout.flush()


def all_tables(name: str) -> Any:
    """Yield every seat count with every allowed combination of options."""
    game = GAMES[name]
    values = [[(option.name, value) for value in some_values(option)] for option in describe(game.options)]
    for seats, chosen in itertools.product(game.seats, itertools.product(*values)):
        try:
            game.start(seats, choose(game.options, dict(chosen)))
        except ValueError:
            continue  # a forbidden combination
        yield seats, dict(chosen)


def some_values(option: Option) -> list[Any]:
    """Return every choice; of a number its default and its least value."""
    if option.kind == "bool":
        return [True, False]
    return list(option.choices) or [option.default, option.least]


def batch(job: tuple[str, int, dict[str, Any], int]) -> int:
    name, seats, chosen, seed = job
    game, rng = GAMES[name], Random(seed)
    options = choose(game.options, chosen)
    limit = game.bound(seats, options) or NO_BOUND
    lively = bool(seed % 2)
    plies = len(conform(game, seats, options, rng, limit, lively=lively).moves)
    for _ in range(BATCH - 1):
        story = random_story(game, seats, options, rng, limit, lively=lively)
        check_end(story)
        law(game.pieces(story.states[-1]) == game.pieces(story.states[0]), "pieces are conserved")
        plies += len(story.moves)
    return plies


if __name__ == "__main__":
    main()
