"""PettingZoo's own tests, for every game, mode and number of seats; and what they do not ask."""

import copy
import pickle
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from hanamachi.adapters.setting import Setting, setting
from hanamachi.core.options import chosen

pytestmark = [
    pytest.mark.filterwarnings(
        "ignore:The old environment creation API:DeprecationWarning",  # its own test module uses it
        "ignore:Observation is not a NumPy array",
        "ignore:Observation space for each",
    ),
]

MODES = [
    *(setting("okiya", 2, {"match": match}) for match in ("single", "series", "points")),
    setting("okiya", 2, {"match": "series", "full_board": "draw"}),
    setting("hanamikoji"),
    setting("hanamikoji", 2, {"rounds": "until_won"}),
    setting("hanamikoji", 2, {"box": "small"}),
    *(
        setting("geishas_road", 2, {"mode": mode, "destiny": destiny})
        for mode in ("basic", "harder", "advanced")
        for destiny in (False, True)
    ),
    setting("geishas_road", 2, {"mode": "advanced", "double_counter_gift": "literal"}),
    setting("mai_star", 3, {"management": True, "limited_guests": "at_once"}),
    setting("mai_star", 5, {"limited_guests": "end_of_turn"}),
    setting("mai_star", 6, {"management": True, "last_lap": False}),
    setting("mai_star", 4, {"black_requirement": "all"}),
]
ONE_OF_EACH = [setting(name) for name in ("okiya", "hanamikoji", "geishas_road", "mai_star")]


def make(each: Setting, **more: Any) -> Any:
    import pettingzoo

    import hanamachi.adapters.pettingzoo as ours

    ours.register_all()
    return pettingzoo.make(
        "aec", f"hanamachi/{each.name}-v0", seats=each.seats, **chosen(each.options), **more
    )


def play(env: Any, steps: int, seed: int = 0) -> int:
    """So many random steps at most; how many there were until nobody was left."""
    rng, done = np.random.default_rng(seed), 0
    env.reset(seed=seed)
    while env.agents and done < steps:
        seen, _, over, cut, _ = env.last()
        env.step(None if over or cut else rng.choice(np.flatnonzero(seen["action_mask"])))
        done += not (over or cut)
    return done


@pytest.mark.parametrize("each", MODES, ids=str)
def test_pettingzoos_api_test(each: Setting) -> None:
    from pettingzoo.test import api_test

    api_test(make(each), num_cycles=400)


@pytest.mark.parametrize("each", MODES, ids=str)
def test_pettingzoos_seed_test(each: Setting) -> None:
    from pettingzoo.test import seed_test

    seed_test(lambda: make(each), num_cycles=200)


@pytest.mark.parametrize("each", MODES, ids=str)
def test_pettingzoos_render_test(each: Setting, capsys: pytest.CaptureFixture[str]) -> None:
    from pettingzoo.test import render_test

    render_test(lambda render_mode: make(each, render_mode=render_mode), {"ansi": lambda text: "\n" in text})
    assert "player" in capsys.readouterr().out


@pytest.mark.parametrize("each", ONE_OF_EACH, ids=str)
def test_an_environment_is_what_the_law_says(each: Setting) -> None:
    from hanamachi.adapters.actions import actions
    from hanamachi.adapters.setting import returns
    from hanamachi.adapters.tensors import observation

    env = make(each, render_mode="ansi")
    env.reset(seed=3)
    rng = np.random.default_rng(3)
    while True:
        env.render()  # the law catches up
        state = env.unwrapped._lockstep.state
        if state.actor is None:
            break
        seen, _, _, _, info = env.last()
        assert env.agent_selection == f"player_{state.actor}"
        legal = actions(each).legal(state)
        assert np.flatnonzero(seen["action_mask"]).tolist() == legal
        assert np.flatnonzero(info["action_mask"]).tolist() == legal
        for seat, agent in enumerate(env.agents):
            assert (
                env.observe(agent)["observation"].tolist()
                == observation(each.name, state.view(seat)).tolist()
            )
            assert env.observe(agent)["action_mask"].any() == (seat == state.actor)
        env.step(rng.choice(legal))
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == pytest.approx(returns(state.outcome()))
    assert env._cumulative_rewards == env.rewards


def test_max_plies_truncates() -> None:
    env = make(setting("mai_star", 4), max_plies=25)
    assert play(env, 10**6) == 25
    env.reset(seed=1)
    for _ in range(25):
        assert not any(env.truncations.values())
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert set(env.rewards.values()) == {0.0}


def test_modules_registry_and_pickles_give_the_same_environment() -> None:
    from hanamachi.adapters.pettingzoo import geishas_road_v0, hanamikoji_v0, mai_star_v0, okiya_v0

    with warnings.catch_warnings():
        warnings.simplefilter("error")  # registering again warns
        make(setting("okiya"))
    for module in (okiya_v0, hanamikoji_v0, geishas_road_v0, mai_star_v0):
        env = module.env()
        again = pickle.loads(pickle.dumps(module.raw_env()))
        env.reset(seed=5)
        again.reset(seed=5)
        assert (env.last()[0]["observation"] == again.last()[0]["observation"]).all()


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))])
@pytest.mark.parametrize("each", ONE_OF_EACH, ids=str)
def test_a_begun_game_survives_a_copy(each: Setting, copied: Callable[[Any], Any]) -> None:
    """The copy goes on as the game does, into the next one too, and neither touches the other."""
    env = make(each, max_plies=60, render_mode="ansi")
    assert copied(env).possible_agents == env.possible_agents
    play(env, 9, seed=4)
    again = copied(env)
    before, table = again.last(), again.render()
    played = journal(env)
    np.testing.assert_equal(again.last(), before)
    assert again.render() == table
    np.testing.assert_equal(journal(again), played)


def journal(env: Any) -> list[Any]:
    """Everything that is told until the next game has ended, by a fixed way to choose."""
    told = []
    for _ in range(2):
        while env.agents:
            told.append((env.agent_selection, env.last(), env.render()))
            over = any(env.terminations.values()) or any(env.truncations.values())
            env.step(None if over else int(np.flatnonzero(env.last()[0]["action_mask"])[-1]))
        env.reset()
    return told


@pytest.mark.parametrize(
    ("action", "words"),
    [
        (True, "no action True"),
        (np.bool_(False), "no action False"),
        (16, "no action 16"),
        (-1, "no action -1"),
        (None, "no action None"),
        (5, "Action 5 is not allowed now"),
    ],
)
def test_a_bad_action_is_a_value_error_and_changes_nothing(action: Any, words: str) -> None:
    env = make(setting("okiya"))
    env.reset(seed=1)
    before, agent = env.last()[0], env.agent_selection
    with pytest.raises(ValueError, match=words):
        env.step(action)
    assert env.agent_selection == agent
    assert all((env.last()[0][key] == before[key]).all() for key in before)


def test_a_finished_game_takes_no_action() -> None:
    env = make(setting("okiya"))
    env.reset(seed=1)
    while not any(env.terminations.values()):
        env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    with pytest.raises(ValueError, match="The game is over"):
        env.step(0)
    assert len(env.agents) == 2


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"komi": 7}, "no option komi"),
        ({"match": "long"}, "long is not a value of match"),
        ({"seats": 5}, "for 2 players, not 5"),
        ({"max_plies": 0}, "max_plies takes a number from 1 on"),
        ({"render_mode": "hologram"}, "no render mode hologram"),
    ],
)
def test_bad_keywords_are_value_errors(more: dict[str, Any], words: str) -> None:
    from hanamachi.adapters.pettingzoo import okiya_v0

    with pytest.raises(ValueError, match=words):
        okiya_v0.env(**more)
