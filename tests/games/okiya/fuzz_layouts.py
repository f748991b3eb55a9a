"""make fuzz: the kernel against brute force on whole layouts, for both rules on full boards.

For each layout all 12 openings, and some thousand positions of the round chosen at random.
"""

import argparse
import itertools
import sys
from collections.abc import Iterator
from random import Random

from hanamachi.games.okiya.kernel import FullBoard, best, first_player_wins, values, winning_openings
from tests.games.okiya.exhaustive import Round

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
        compared = f"12 openings and {given.positions} other positions compared, {len(found)} wrong"
        print(f"{layout}: {len(whole):,} positions, {compared}", *found[:3], sep="\n  ", flush=True)
    print(f"okiya: {given.layouts} layouts under both rules, {wrong} wrong")
    sys.exit(wrong > 0)


def openings(layout: list[int], whole: Round) -> Iterator[str]:
    """What is wrong about the empty board."""
    for rule in RULES:
        truth = worths, _ = whole.worths(0, 0, rule), whole.value(0, 0, rule)
        winning = [square for square, worth in enumerate(worths) if worth is not None and worth > 0]
        if (values(layout, 0, 0, -1, rule), best(layout, 0, 0, -1, rule)) != truth:
            yield f"openings, {rule}: {truth}"
        if winning_openings(layout, rule) != winning or first_player_wins([layout], rule)[0] != bool(winning):
            yield f"winning openings, {rule}: {winning}"


def inner(layout: list[int], whole: Round, count: int, rng: Random) -> Iterator[str]:
    """What is wrong about positions chosen at random."""
    for spot, rule in itertools.product([whole.spot(rng) for _ in range(count)], RULES):
        position = (layout, spot.mine, spot.theirs, spot.last, rule)
        truth = whole.worths(spot.ply, spot.place, rule), whole.value(spot.ply, spot.place, rule)
        if (values(*position), best(*position)) != truth:
            yield f"{position}: {truth}"


if __name__ == "__main__":
    main()
