"""The vector environment plays by the law, decision by decision, and takes nothing that is not legal."""

import numpy as np
import pytest

from hanamachi.adapters.actions import actions
from hanamachi.adapters.boards.board import seeds
from hanamachi.adapters.lockstep import Chance, LockstepGame
from hanamachi.adapters.setting import Setting, returns
from hanamachi.adapters.tensors import observation
from hanamachi.adapters.vector import CUT, ON, OVER, VectorEnv
from hanamachi.core.options import chosen
from tests.adapters.stories import MODES

GAMES, STEPS = 3, 260


def made(each: Setting, games: int, **more: int) -> VectorEnv:
    return VectorEnv(each.name, games, seats=each.seats, **more, **chosen(each.options))


def compare(env: VectorEnv, lockstep_games: list[LockstepGame]) -> None:
    """What is asked, seen and allowed in each game is what the law says."""
    each = env.setting
    for game, lockstep in enumerate(lockstep_games):
        state = lockstep.state
        assert env.actors[game] == state.actor
        assert env.observations[game].tolist() == observation(each.name, state.view(state.actor)).tolist()
        assert np.flatnonzero(env.masks[game]).tolist() == actions(each).legal(state)


@pytest.mark.parametrize("each", MODES, ids=str)
def test_in_lockstep_with_the_law(each: Setting) -> None:
    env = made(each, GAMES, threads=2)
    env.reset(seed=11)
    words = seeds(11, 2 * GAMES)[:GAMES].tolist()
    lockstep_games = [LockstepGame(each, Chance(each.name, word)) for word in words]
    ended = 0
    for n in range(STEPS):
        if n % 4 == 0:
            env.look()
            compare(env, lockstep_games)
        taken = env.sample().copy()
        env.step(taken)
        for game, lockstep in enumerate(lockstep_games):
            lockstep.play(int(taken[game]))
            outcome = lockstep.state.outcome()
            assert env.ends[game] == (OVER if outcome else ON)
            assert env.rewards[game].tolist() == pytest.approx(
                returns(outcome) if outcome else [0] * each.seats
            )
            if outcome:
                ended += 1
                lockstep_games[game] = LockstepGame(each, lockstep.chance)
    assert ended or each.name == "mai_star"
    env.close()


@pytest.mark.parametrize("each", MODES, ids=str)
def test_the_end_of_a_game_looks_as_the_law_says_to_every_seat(each: Setting) -> None:
    env = made(each, 1, threads=1)
    lockstep = LockstepGame(each, Chance(each.name, int(seeds(4, 2)[0])))
    env.reset(seed=4)
    observations = np.zeros((1, env.layout.size), np.int8)
    while lockstep.state.actor is not None:
        (taken,) = env.sample().tolist()
        env.board.step(env.ids, env.rewards, env.ends)
        lockstep.play(taken)
    for seat in range(each.seats):
        env.board.see(seat, observations)
        assert observations[0].tolist() == observation(each.name, lockstep.state.view(seat)).tolist()
    assert env.actors.tolist() == [-1]
    env.board.look(observations, env.masks)
    assert not env.masks.any()
    assert env.board.check(env.ids) == 0
    env.close()


def test_threads_change_nothing() -> None:
    ends = []
    for threads in (1, 2, 3):
        env = VectorEnv("hanamikoji", 64, threads=threads)
        env.reset(seed=5)
        for _ in range(50):
            env.step(env.sample())
        env.look()
        ends.append((env.observations.tobytes(), env.masks.tobytes(), env.actors.tolist()))
        env.close()
    assert ends[0] == ends[1] == ends[2]


def test_max_plies_cuts_games() -> None:
    env = VectorEnv("mai_star", 8, seats=4, max_plies=10)
    for n in range(1, 31):
        env.step(env.sample())
        assert env.truncated.all() == (n % 10 == 0)
        assert not env.terminated.any()
        assert not env.rewards.any()
    assert (env.ends == CUT).all()
    env.close()


def test_what_is_not_legal_is_refused_and_changes_nothing() -> None:
    env = VectorEnv("okiya", 6)
    before = env.observations.copy(), env.actors.copy()
    ids = env.sample().copy()
    for wrong in (5, 16, -1, 1 << 40):  # the centre is closed at first
        ids[4] = wrong
        with pytest.raises(ValueError, match=f"Action {wrong} is not allowed in game 4"):
            env.step(ids)
    for bad in ([1, 2], np.zeros(6), "go"):
        with pytest.raises(ValueError, match="Each of the 6 games needs one whole number"):
            env.step(bad)
    env.look()
    assert (env.observations == before[0]).all()
    assert (env.actors == before[1]).all()
    env.close()


@pytest.mark.parametrize(
    ("game", "more", "words"),
    [
        ("go", {}, "Unknown game: go"),
        ("okiya", {"seats": 3}, "not 3"),
        ("okiya", {"komi": 1}, "no option komi"),
        ("okiya", {"threads": 0}, "threads takes a number from 1 on"),
        ("okiya", {"max_plies": -1}, "max_plies takes a number from 1 on"),
    ],
)
def test_a_bad_setting_is_refused(game: str, more: dict[str, int], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        VectorEnv(game, 4, **more)
