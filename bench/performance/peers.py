"""Measure games of similar size in other libraries, played the same way."""

from collections.abc import Callable
from functools import partial
from importlib import import_module
from time import perf_counter
from typing import Any

import numpy as np

from bench.performance.measure import Burst, Plan
from bench.performance.ours import SAID, spiel, zoo

IN_CPP = ("tic_tac_toe", "leduc_poker", "hearts", "hanabi", "gin_rummy")
IN_PYTHON = ("python_kuhn_poker", "python_tic_tac_toe", "python_block_dominoes")
CLASSICS = ("rps_v2", "tictactoe_v3", "connect_four_v3", "leduc_holdem_v4", "hanabi_v5", "chess_v6")
RLCARD = ("leduc-holdem", "uno", "doudizhu")
PGX = ("connect_four", "leduc_holdem", "sparrow_mahjong")
PGX_BATCH, PGX_STEPS = 1024, 50


def in_python(game: str, tensor: str | None = None) -> Burst:
    import_module("open_spiel.python.games")  # importing registers them
    return spiel(game, tensor)


def classic(name: str) -> Burst:
    return zoo(import_module(f"pettingzoo.classic.{name}").env())


def rlcard(game: str) -> Burst:
    """Return a burst of a whole game by step(), which returns observation and legal actions; actions are
    drawn as ours."""
    import rlcard as library

    env, rng = library.make(game), np.random.default_rng(1)

    def burst() -> int:
        seen, _ = env.reset()
        steps = 0
        while not env.is_over():
            legal = list(seen["legal_actions"])
            seen, _ = env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return burst


def pgx(game: str) -> Burst:
    """Return a burst of a compiled batch with auto-reset. pgx always writes observation and mask."""
    import jax
    import pgx as library
    from pgx.experimental import auto_reset

    env = library.make(game)
    step = jax.vmap(auto_reset(env.step, env.init))

    def one(state: Any, key: Any) -> tuple[Any, Any]:
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -1e9)
        return step(
            state, jax.random.categorical(key, logits, axis=-1), jax.random.split(key, PGX_BATCH)
        ), None

    run = jax.jit(lambda state, key: jax.lax.scan(one, state, jax.random.split(key, PGX_STEPS))[0])
    held = [jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), PGX_BATCH))]
    keys = iter(np.arange(10**9))

    def burst() -> int:
        held[0] = jax.block_until_ready(run(held[0], jax.random.PRNGKey(next(keys))))
        return PGX_BATCH * PGX_STEPS

    return burst


def rows(system: str, games: tuple[str, ...], make: Callable[[str], Burst]) -> list[Plan]:
    return [Plan(system, game, partial(make, game)) for game in games]


def many() -> list[Plan]:
    system = f"pgx, batch {PGX_BATCH}"
    return [Plan(system, game, partial(pgx, game), clock=perf_counter) for game in PGX]


def alone() -> list[Plan]:
    cpp = rows("OpenSpiel, C++ from Python", IN_CPP, spiel)
    return [*cpp, *rows("OpenSpiel, Python", IN_PYTHON, in_python)]


def spiel_observed() -> list[Plan]:
    """Return the plans of games with both tensors; hearts has information states alone."""
    leduc, hearts = "leduc_poker", "hearts"
    cpp = [(leduc, tensor) for tensor in SAID] + [(hearts, "information_state_tensor")]
    python = [(game, tensor) for game in ("python_kuhn_poker", "python_block_dominoes") for tensor in SAID]
    return [
        *(Plan("OpenSpiel, C++ from Python", game, partial(spiel, game, of), SAID[of]) for game, of in cpp),
        *(Plan("OpenSpiel, Python", game, partial(in_python, game, of), SAID[of]) for game, of in python),
    ]


def observed() -> list[Plan]:
    return [*rows("PettingZoo classic", CLASSICS, classic), *rows("RLCard", RLCARD, rlcard)]
