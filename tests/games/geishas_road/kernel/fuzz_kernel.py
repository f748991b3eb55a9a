"""make fuzz: the kernel against the rulebook, in lockstep over many games of all options.

Every other round of options is lively: it draws the kind of a move first, so that rare kinds come more often.
"""

import argparse
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.games.geishas_road.kernel.lockstep import ALL_OPTIONS, any_move, in_lockstep, lively

BATCH = 500


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    starts = range(given.seed, given.seed + given.games, BATCH)
    kinds = Counter[str]()
    with ProcessPoolExecutor(given.processes) as pool:
        for played in pool.map(batch, starts):
            kinds += played
    rare = ", ".join(f"{n:,} {kind}" for kind, n in kinds.most_common()[::-1])
    print(f"geishas_road: {len(starts) * BATCH:,} games in lockstep, {kinds.total():,} decisions ({rare})")


def batch(first: int) -> Counter[str]:
    """Games in lockstep; a difference raises AssertionError."""
    kinds = Counter[str]()
    for game in range(first, first + BATCH):
        pick = lively if game // len(ALL_OPTIONS) % 2 else any_move
        kinds.update(in_lockstep(ALL_OPTIONS[game % len(ALL_OPTIONS)], game, pick))
    return kinds


if __name__ == "__main__":
    main()
