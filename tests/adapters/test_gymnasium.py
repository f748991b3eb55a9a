"""Gymnasium's own check, for every game; the learner's seat; and MaskablePPO on it."""

from typing import Any

import numpy as np
import pytest

pytestmark = [
    pytest.mark.filterwarnings("ignore:.*different from the unwrapped", "ignore:.*Box observation space"),
]

GAMES = [
    ("okiya", {}),
    ("okiya", {"match": "series", "seat": 1}),
    ("hanamikoji", {"opponents": "student"}),
    ("hanamikoji", {"box": "small", "seat": 1}),
    ("geishas_road", {"mode": "advanced"}),
    ("mai_star", {"seats": 4, "seat": 2, "opponents": ["random", "novice", "random"]}),
]


def make(name: str, **more: Any) -> Any:
    import gymnasium

    import hanamachi.adapters.gymnasium as ours

    ours.register_all()
    return gymnasium.make(f"hanamachi/{name}-v0", disable_env_checker=True, **more)


def play(env: Any, seed: int) -> tuple[float, bool, bool, int]:
    """A game by the first legal action; its reward, and how it ended after how many steps."""
    _, info = env.reset(seed=seed)
    steps, over, cut, reward = 0, False, False, 0.0
    while not (over or cut):
        _, reward, over, cut, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        steps += 1
        assert reward == 0 or over
    return reward, over, cut, steps


@pytest.mark.parametrize(("name", "more"), GAMES)
def test_gymnasiums_check_env(name: str, more: dict[str, Any]) -> None:
    from gymnasium.utils.env_checker import check_env

    check_env(make(name, illegal="loss", render_mode="rgb_array", **more).unwrapped)


@pytest.mark.parametrize(("name", "more"), GAMES)
def test_games_end_and_repeat(name: str, more: dict[str, Any]) -> None:
    env = make(name, render_mode="ansi", **more)
    first = play(env, 7)
    assert first[1:3] == (True, False)
    assert -1 <= first[0] <= 1
    assert play(env, 7) == first
    assert "\n" in env.render()
    env.unwrapped.render_mode = "rgb_array"
    assert env.render().shape[2] == 3
    assert env.render().std() > 10  # something is drawn
    assert not env.unwrapped.action_masks().any()


def test_the_learner_sees_its_own_view_and_bots_theirs() -> None:
    from hanamachi.adapters.tensors import observation

    env = make("hanamikoji", seat=1).unwrapped
    seen, info = env.reset(seed=1)
    assert env.state.actor == 1
    assert (seen == observation("hanamikoji", env.state.view(1))).all()
    assert np.flatnonzero(info["action_mask"]).tolist() == env.table.legal(env.state)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


def test_max_plies_truncates() -> None:
    assert play(make("mai_star", opponents="random", max_plies=40), 3)[1:3] == (False, True)


def test_bad_actions_are_gymnasiums_errors_and_change_nothing() -> None:
    from gymnasium import error

    env = make("okiya").unwrapped
    with pytest.raises(error.ResetNeeded, match="has not begun"):
        env.step(0)
    env.reset(seed=1)
    before = env.state
    masked = int(np.flatnonzero(~env.action_masks())[0])
    wrong = ((99, "no action 99"), (-1, "no action -1"), (True, "no action True"), (None, "no action None"))
    for action, words in (*wrong, ("a1", "no action a1"), (masked, "is not allowed now")):
        with pytest.raises(error.InvalidAction, match=words):
            env.step(action)
    assert env.state is before
    play(env, 1)
    with pytest.raises(error.ResetNeeded, match="The game is over"):
        env.step(0)


@pytest.mark.parametrize(("name", "seats", "loss"), [("okiya", 2, -1.0), ("mai_star", 5, -0.25)])
def test_an_illegal_action_may_lose(name: str, seats: int, loss: float) -> None:
    """It costs what losing costs."""
    env = make(name, seats=seats, opponents="random", illegal="loss").unwrapped
    env.reset(seed=1)
    _, reward, over, _, info = env.step(int(np.flatnonzero(~env.action_masks())[0]))
    assert (reward, over) == (loss, True)
    assert not info["action_mask"].any()


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ({"opponents": "dragon"}, "Unknown opponent: dragon"),
        ({"opponents": ["novice", "novice"]}, "1 opponents are needed, not 2"),
        ({"seat": 2}, "no seat 2: seats go from 0 to 1"),
        ({"komi": 7}, "no option komi"),
        ({"illegal": "forgive"}, "illegal is one of"),
        ({"max_plies": 0}, "from 1 on"),
    ],
)
def test_bad_keywords_are_gymnasiums_errors(more: dict[str, Any], words: str) -> None:
    from gymnasium import error

    with pytest.raises(error.Error, match=words):
        make("okiya", **more)


@pytest.mark.extras
def test_maskable_ppo_trains() -> None:
    from sb3_contrib import MaskablePPO

    env = make("hanamikoji", opponents="random")
    model = MaskablePPO("MlpPolicy", env.unwrapped, n_steps=512, batch_size=256, n_epochs=2, seed=1)
    before = [parameter.detach().clone() for parameter in model.policy.parameters()]
    model.learn(3000)
    assert model.num_timesteps >= 3000
    changed = zip(before, model.policy.parameters(), strict=True)
    assert any((old != new).any() for old, new in changed)
