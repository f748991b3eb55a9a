"""Measure the speed of all kernels, also against another checkout: python -m bench.beside [OTHER] [--runs
10].

OTHER is the root of another working tree (git worktree add OTHER COMMIT). Both sides do the same work in
processes of their own, in turns, so that other load on the machine affects both. Times are CPU times of one
thread; the best run of each side counts. A ratio above 1 means slower here.
"""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

HERE = Path(__file__).parents[1]


def works() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield pieces of work of some tens of milliseconds each, under names that change seldom."""
    from importlib import import_module

    from hanamachi.games import modules

    for game, module in modules("bench.games.{}").items():
        own = import_module(module)
        yield from ((f"{game}: {name}", work) for name, work in own.works())
        yield from ((f"{game}: {level}", thinking(game, level, count)) for level, count in own.LEVELS)
        yield f"{game}: board", stepping(game)


def thinking(name: str, level: str, count: int) -> Callable[[], object]:
    """Return the work of a bot's answers to questions spread over a random game."""
    from hanamachi.bots import make_bot
    from hanamachi.core.game import NATURE, Told
    from hanamachi.games import GAMES

    game, rng, asked = GAMES[name], Random(1), list[Any]()
    state: Any = game.start(game.seats[0], game.options())
    stories: list[list[Told]] = [[] for _ in range(game.seats[0])]
    while (actor := state.actor) is not None:
        move = state.draw(rng) if actor == NATURE else rng.choice(state.moves())
        if actor != NATURE and len(state.moves()) > 1:
            asked.append((state.view(actor), state.moves(), [*stories[actor]]))
        for seat, story in enumerate(stories):
            story.append(Told(actor, state.veil(move, seat)))
        state = state.play(move)
    some = [asked[len(asked) * i // count] for i in range(count)]
    return lambda: [make_bot(name, level, 1).choose(*question) for question in some]


def stepping(game: str) -> Callable[[], object]:
    from hanamachi.adapters.vector import VectorEnv

    env = VectorEnv(game, 512, threads=1)

    def steps() -> None:
        env.reset(seed=1)
        for _ in range(20):
            env.step(env.sample())
            env.look()

    return steps


def work() -> None:
    """Run one side: for each name on standard input, print the seconds it took."""
    known = dict(works())
    for run in known.values():
        run()
    print(*known, sep="|", flush=True)
    for line in sys.stdin:
        began = time.process_time()
        known[line.rstrip("\n")]()
        print(time.process_time() - began, flush=True)


class Side:
    def __init__(self, root: Path) -> None:
        where = os.environ | {"PYTHONPATH": os.pathsep.join([str(root / "src"), str(HERE)])}
        command = [sys.executable, __file__, "--work"]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, env=where, stdin=pipe, stdout=pipe, text=True)
        self.names = self.hear().rstrip("\n").split("|")

    def hear(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def seconds(self, name: str) -> float:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{name}\n")
        self.process.stdin.flush()
        return float(self.hear())


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("other", type=Path, nargs="?")
    parser.add_argument("--runs", type=int, default=10)
    parser.add_argument("--work", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.work:
        work()
        return
    sides = [Side(root.resolve()) for root in (HERE, given.other) if root]
    print(f"kernels, milliseconds of CPU: the best of {given.runs} runs here, there, and their ratio")
    for name in sides[0].names:
        runs = [[side.seconds(name) for side in sides] for _ in range(given.runs)]
        best = [1000 * min(times) for times in zip(*runs, strict=True)]
        ratio = f"{best[0] / best[1]:10.3f}" if given.other else ""
        print(f"  {name:32}", *(f"{each:10.2f}" for each in best), ratio, flush=True)


if __name__ == "__main__":
    main()
