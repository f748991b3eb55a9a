"""Compile a board before it is needed."""

from hanamachi.adapters.vector import VectorEnv


def warm(game: str) -> None:
    """Call every compiled function of a board once."""
    env = VectorEnv(game, 1, threads=1)
    env.step(env.sample())
    env.board.see(0, env.observations)
    env.close()
