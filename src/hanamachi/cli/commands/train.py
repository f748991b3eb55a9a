"""hanamachi train: train a game's network or leaning (linear policy) by self-play, in a resumable folder."""

import os
from collections.abc import Sequence
from importlib.util import find_spec
from pathlib import Path

from hanamachi.bots.ladder import named
from hanamachi.cli import BadUsage, new_parser
from hanamachi.cli.support.game_options import find_game
from hanamachi.core.words import Words
from hanamachi.train import TAUGHT, course_of
from hanamachi.train.worker_pool import RayPool, ThreadPool


def run(args: Sequence[str], words: Words) -> int:
    parser = new_parser("train", words)
    parser.add_argument("game", help=words("flag.game"))
    parser.add_argument("--folder", type=Path, required=True, metavar="DIR", help=words("flag.folder"))
    parser.add_argument("--minutes", type=float, default=60.0, metavar="M", help=words("flag.minutes"))
    parser.add_argument("--iterations", type=int, metavar="N", help=words("flag.iterations"))
    parser.add_argument("--seed", type=int, default=1, metavar="N", help=words("flag.training_seed"))
    parser.add_argument("--threads", type=int, default=2, metavar="N", help=words("flag.threads"))
    parser.add_argument("--ray", metavar="ADDRESS", help=words("flag.ray"))
    parser.add_argument("--publish", action="store_true", help=words("flag.publish"))
    given = parser.parse_args(args)
    game = find_game(given.game, words).name
    if game not in TAUGHT:
        raise BadUsage("not_taught", name=given.game, known=tuple(TAUGHT))
    course = course_of(game)
    if course.torch and find_spec("torch") is None:
        raise BadUsage("no_torch")
    os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # before torch loads: waiting threads must not spin
    chosen = {} if given.iterations is None else {"iterations": given.iterations}
    recipe = named(course.recipe)(seed=given.seed, **chosen)
    pool = RayPool(given.ray) if given.ray else ThreadPool(given.threads)
    try:
        named(course.train)(given.folder, given.minutes, recipe, pool, given.publish)
    finally:
        pool.close()
    return 0
