"""Our own systems: the rules engine, OpenSpiel and PettingZoo around it, and the vector environment."""

from functools import partial
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from bench.performance.measure import Burst, Plan
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.vector import VectorEnv
from hanamachi.core.game import NATURE
from hanamachi.games import OURS

GAMES = [setting(game.name, seats) for game in OURS for seats in sorted({game.seats[0], game.seats[-1]})]
BATCH = 4096


def named(each: Setting) -> str:
    return each.name if each.game.seats[-1] == 2 else f"{each.name}, {each.seats} players"


def law(each: Setting) -> Burst:
    """Return a burst of moves of the rules engine, nature's included."""
    rng = Random(1)

    def burst() -> int:
        state, moves = each.game.start(each.seats, each.options), 0
        while state.actor is not None:
            state = state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves()))
            moves += 1
        return moves

    return burst


SAID = {"observation_tensor": "observations", "information_state_tensor": "information states"}


def spiel(game: str, tensor: str | None = None) -> Burst:
    """Return a burst of nodes of an OpenSpiel game, decisions and chance together; deciders may get a
    tensor."""
    import pyspiel

    from hanamachi.adapters.openspiel import register_all

    register_all()
    loaded, rng = pyspiel.load_game(game), Random(1)

    def burst() -> int:
        state, nodes = loaded.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                actions, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(actions, odds)[0])
            else:
                if tensor:
                    getattr(state, tensor)(state.current_player())
                state.apply_action(rng.choice(state.legal_actions()))
            nodes += 1
        return nodes

    return burst


def zoo(env: Any) -> Burst:
    """Return a burst of steps of a PettingZoo environment by last() and step(), with observation and mask."""
    rng, games = np.random.default_rng(1), iter(range(10**9))

    def burst() -> int:
        env.reset(seed=next(games))
        steps = 0
        while env.agents:
            seen, _, over, cut, info = env.last()
            if over or cut:
                env.step(None)
                continue
            mask = seen.get("action_mask") if isinstance(seen, dict) else info.get("action_mask")
            if mask is None:
                action = env.action_space(env.agent_selection).sample()
            else:
                legal = np.flatnonzero(mask)
                action = int(legal[int(rng.random() * len(legal))])
            env.step(action)
            steps += 1
        return steps

    return burst


def our_zoo(each: Setting) -> Burst:
    import pettingzoo

    from hanamachi.adapters.pettingzoo import register_all

    register_all()
    return zoo(pettingzoo.make("aec", f"hanamachi/{each.name}-v0", seats=each.seats))


def vector(each: Setting, *, look: bool, batch: int = BATCH, threads: int = 2) -> Burst:
    """Return a burst of steps of all games at once, each with a random legal action drawn within the time."""
    env = VectorEnv(each.name, batch, seats=each.seats, threads=threads)

    def burst() -> int:
        env.step(env.sample())
        if look:
            env.look()
        return batch

    return burst


def stepping(each: Setting) -> Plan:
    """Return a plan of steps alone: the clock stands still while the actions are drawn."""
    env, spent = VectorEnv(each.name, BATCH, seats=each.seats), [0.0]

    def burst() -> int:
        actions, began = env.sample(), perf_counter()
        env.step(actions)
        spent[0] += perf_counter() - began
        return BATCH

    return Plan("hanamachi, stepping alone", named(each), lambda: burst, clock=lambda: spent[0])


NAMES = tuple(game.name for game in OURS)


def alone() -> list[Plan]:
    """Return the plans of one game at a time, without observations."""
    by_law = [Plan("hanamachi, rules engine", named(each), partial(law, each)) for each in GAMES]
    nodes = [Plan("hanamachi for OpenSpiel", game, partial(spiel, game), mix(game)) for game in NAMES]
    return [*by_law, *nodes]


def spiel_observed() -> list[Plan]:
    """Return the plans of one OpenSpiel game at a time, with a tensor for the deciding player."""
    system = "hanamachi for OpenSpiel"
    return [
        Plan(system, game, partial(spiel, game, tensor), SAID[tensor]) for game in NAMES for tensor in SAID
    ]


def mix(game: str) -> str:
    """Return how many decisions and chance nodes a random game has."""
    try:
        import pyspiel

        from hanamachi.adapters.openspiel import register_all
    except ImportError:
        return ""
    register_all()
    loaded, games = pyspiel.load_game(game), 50
    found = [counts(loaded, Random(seed)) for seed in range(games)]
    decisions, chances = (sum(each[n] for each in found) / games for n in (0, 1))
    return f"{decisions:.0f} decisions and {chances:.0f} chance nodes a game"


def counts(loaded: Any, rng: Random) -> tuple[int, int]:
    state, decisions, chances = loaded.new_initial_state(), 0, 0
    while not state.is_terminal():
        chances += state.is_chance_node()
        decisions += not state.is_chance_node()
        state.apply_action(rng.choice(state.legal_actions()))
    return decisions, chances


def observed() -> list[Plan]:
    """Return the plans of one game at a time, with observation and mask."""
    return [Plan("hanamachi for PettingZoo", named(each), partial(our_zoo, each)) for each in GAMES]


def many() -> list[Plan]:
    """Return the plans of many games at once: steps alone, with drawing actions, and with observations and
    masks."""
    acting, observing = (partial(vector, look=look) for look in (False, True))
    return [
        *(stepping(each) for each in GAMES),
        *(timed("hanamachi, acting at random", each, acting) for each in GAMES),
        *(timed("hanamachi, and observing", each, observing) for each in GAMES),
    ]


def timed(system: str, each: Setting, make: Any) -> Plan:
    return Plan(system, named(each), partial(make, each), clock=perf_counter)
