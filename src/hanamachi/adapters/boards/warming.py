"""Compile boards once, before somebody waits for them: python -m hanamachi.adapters.boards.warming GAME..."""

import sys

from hanamachi.adapters.vector import VectorEnv


def warm(game: str) -> None:
    """Every compiled function of a board, once."""
    env = VectorEnv(game, 1, threads=1)
    env.step(env.sample())
    env.board.see(0, env.observations)
    env.close()


if __name__ == "__main__":
    for name in sys.argv[1:]:
        warm(name)
