"""Compile a board once, before somebody waits for it."""

from hanamachi.adapters.vector import VectorEnv


def warm(game: str) -> None:
    """Every compiled function of a board, once."""
    env = VectorEnv(game, 1, threads=1)
    env.step(env.sample())
    env.board.see(0, env.observations)
    env.close()
