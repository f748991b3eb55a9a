"""make fuzz: the kernel in lockstep with the rulebook over many random rounds, under every option."""

import argparse
import itertools
import sys

from tests.games.hanamikoji.lockstep import EVERY_OPTION, compare


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1_000_000)
    given = parser.parse_args()
    games = rounds = wrong = 0
    for seed in itertools.count(given.seed):
        if rounds >= given.rounds or wrong >= 3:
            break
        try:
            rounds += compare(EVERY_OPTION[seed % len(EVERY_OPTION)], seed)
        except AssertionError as parted:
            wrong += 1
            print(f"seed {seed}: {parted}", flush=True)
        games += 1
    print(f"hanamikoji: {rounds:,} rounds of {games:,} games in lockstep, {wrong} wrong")
    sys.exit(wrong > 0)


if __name__ == "__main__":
    main()
