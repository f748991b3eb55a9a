"""Measure the CPU time of a move by each level of Hanamikoji, by turn of the round, and of a cold start.

python -m bench.hanamikoji_master [--games 4] [--cold]
"""

import argparse
import os
import subprocess
import sys
from collections import defaultdict
from random import Random
from statistics import mean
from tempfile import TemporaryDirectory
from time import process_time

from hanamachi.bots import make_bot
from hanamachi.core.game import NATURE, Told
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.rules import start

LEVELS = ("student", "adept", "master")
COLD = """
from time import process_time
from random import Random
from hanamachi.bots import make_bot
from hanamachi.core.game import NATURE
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.rules import start
state, rng = start(2, Options()), Random(1)
while state.actor == NATURE:
    state = state.play(state.draw(rng))
began = process_time()
make_bot("hanamikoji", "{level}", 1).choose(state.view(state.actor), state.moves(), [])
print(process_time() - began)
"""


def cold(level: str) -> float:
    """Return the seconds of CPU for the first move when nothing has been compiled."""
    with TemporaryDirectory() as folder:
        where = os.environ | {"NUMBA_CACHE_DIR": folder}
        run = subprocess.run(
            [sys.executable, "-c", COLD.format(level=level)], env=where, capture_output=True, check=True
        )
    return float(run.stdout)


def times(level: str, games: int) -> dict[int, list[float]]:
    """Return milliseconds by turn, in games of the level against itself."""
    found = defaultdict[int, list[float]](list)
    for seed in range(games + 1):  # the first one warms up
        rng, bots = Random(seed), [make_bot("hanamikoji", level, seed) for _ in range(2)]
        state, stories = start(2, Options()), ([], [])  # type: ignore[var-annotated]
        while state.todo:
            actor = state.actor
            assert actor is not None
            if actor == NATURE:
                move = state.draw(rng)
            else:
                began = process_time()
                move = bots[actor].choose(state.view(actor), state.moves(), stories[actor])
                if seed and len(state.moves()) > 1:
                    turn = 8 - sum(map(len, state.actions)) - (state.offer is not None)
                    found[turn].append(1000 * (process_time() - began))
            for seat, story in enumerate(stories):
                story.append(Told(actor, state.veil(move, seat)))
            state = state.play(move)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=4)
    parser.add_argument("--cold", action="store_true")
    given = parser.parse_args()
    for level in LEVELS:
        found = times(level, given.games)
        every = [ms for each in found.values() for ms in each]
        turns = " ".join(f"{mean(found[turn]):.1f}" for turn in sorted(found))
        print(
            f"{level}: {mean(every):.2f} ms CPU a move (most {max(every):.1f}); by turn {turns}", flush=True
        )
        if given.cold:
            print(f"{level}: cold start {cold(level):.1f} s CPU", flush=True)


if __name__ == "__main__":
    main()
