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
    import numpy as np

    from hanamachi.games.geishas_road import moves as road
    from hanamachi.games.geishas_road.kernel import playouts, translate
    from hanamachi.games.hanamikoji import kernel as hanamikoji
    from hanamachi.games.mai_star import kernel as mai_star
    from hanamachi.games.mai_star.moves import Options
    from hanamachi.games.okiya import kernel as okiya

    layouts = np.random.default_rng(1).permuted(np.tile(np.arange(16), (400, 1)), axis=1)
    table = translate.new_table(road.Options(mode="advanced"), 1)
    yield "okiya: verdicts", lambda: okiya.verdicts(layouts)
    yield "hanamikoji: random games", lambda: hanamikoji.random_games(0, -1, range(4000), 1)
    yield "geishas_road: random games", lambda: playouts.random_games(table, 2000, 1)
    for seats in (3, 6):
        yield (
            f"mai_star: random games of {seats}",
            lambda seats=seats: mai_star.random_games(  # type: ignore[misc]
                seats, Options(), range(200), threads=1
            ),
        )
    for game, level, count in LEVELS:
        yield f"{game}: {level}", thinking(game, level, count)
    for game in ("okiya", "hanamikoji", "geishas_road", "mai_star"):
        yield f"{game}: board", stepping(game)


LEVELS = (
    ("okiya", "perfect", 12),
    ("hanamikoji", "student", 6),
    ("hanamikoji", "adept", 400),
    ("hanamikoji", "master", 8),
    ("geishas_road", "student", 3),
    ("mai_star", "student", 2),
)


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
        where = os.environ | {"PYTHONPATH": str(root / "src")}
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
