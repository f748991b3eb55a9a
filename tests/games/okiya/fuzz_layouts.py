"""make fuzz: the kernel against brute force on whole layouts, for both rules on full boards.

For each layout all 12 openings, and some thousand positions of the round chosen at random.
"""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random

import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2]))

from games.okiya.exhaustive import Round, fields, won
from hanamachi.games.okiya.kernel import FullBoard, best, first_player_wins, values, winning_openings

RULES: tuple[FullBoard, ...] = ("last_mover", "draw")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--layouts", type=int, default=20)
    parser.add_argument("--positions", type=int, default=3000, help="inner positions of each layout")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, wrong = Random(given.seed), 0
    for _ in range(given.layouts):
        layout = rng.sample(range(16), 16)
        whole = Round(layout)
        found = [*openings(layout, whole), *inner(layout, whole, given.positions, rng)]
        wrong += len(found)
        print(
            f"{layout}: {len(whole):,} positions, 12 openings and {given.positions} of them compared, "
            f"{len(found)} wrong",
            *found[:3],
            sep="\n  ",
            flush=True,
        )
    print(f"okiya: {given.layouts} layouts under both rules, {wrong} wrong")
    sys.exit(wrong > 0)


def openings(layout: list[int], whole: Round) -> Iterator[str]:
    """What is wrong about the empty board."""
    for rule in RULES:
        worths = whole.worths(0, 0, rule)
        winning = [square for square, worth in enumerate(worths) if worth is not None and worth > 0]
        if values(layout, 0, 0, -1, rule) != worths or best(layout, 0, 0, -1, rule) != whole.value(
            0, 0, rule
        ):
            yield f"openings, {rule}: {worths}"
        if winning_openings(layout, rule) != winning or first_player_wins([layout], rule)[0] != bool(winning):
            yield f"winning openings, {rule}: {winning}"


def inner(layout: list[int], whole: Round, count: int, rng: Random) -> Iterator[str]:
    """What is wrong about positions chosen at random, each ply as often as another."""
    for _ in range(count):
        ply, place, mine, theirs, last = choose(whole, rng)
        for rule in RULES:
            position = (layout, mine, theirs, last, rule)
            truth = whole.worths(ply, place, rule), whole.value(ply, place, rule)
            if (values(*position), best(*position)) != truth:
                yield f"{position}: {truth}"


def choose(whole: Round, rng: Random) -> tuple[int, int, int, int, int]:
    """A position in which nobody has a pattern: its ply and place, the mover's geishas, the other's, the last."""
    while True:
        ply = rng.randrange(1, 17)
        place = rng.randrange(len(whole.plies[ply].positions))
        first, second, last = (
            int(field[0]) for field in fields(whole.plies[ply].positions[place : place + 1])
        )
        if not won(np.array([first, second])).any():
            mine, theirs = (first, second) if ply % 2 == 0 else (second, first)
            return ply, place, mine, theirs, last - 1


if __name__ == "__main__":
    main()
