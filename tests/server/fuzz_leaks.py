"""make fuzz: the leak test on the wire, a thousand stories of each game."""

from random import Random

from hanamachi.games import GAMES
from tests.server.live.test_leaks import TABLES, check_retelling

STORIES = 1000


def main() -> None:
    for name, seats in dict(TABLES).items():
        found = sum(check_retelling(GAMES[name], seats, Random(seed)) for seed in range(STORIES))
        print(
            f"{name}, {seats} seats: {STORIES} stories, {found} other tellings, every stream equal",
            flush=True,
        )


if __name__ == "__main__":
    main()
