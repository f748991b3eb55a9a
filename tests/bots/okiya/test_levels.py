"""Okiya's bots: what each never does."""

from random import Random

import pytest

from games.okiya.garden import laid
from hanamachi.bots import UnknownLevel, levels, make_bot
from hanamachi.bots.okiya.perfect import saving_replies
from hanamachi.core.game import Move
from hanamachi.games.okiya.moves import Scoring
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import solve


def positions(count: int, seed: int) -> list[State]:
    """Random positions in which somebody must take a tile."""
    rng, found = Random(seed), list[State]()
    while len(found) < count:
        state = laid(tuple(rng.sample(range(16), 16)))
        for _ in range(rng.randrange(13)):
            state = state.play(rng.choice(state.moves()))
            if isinstance(state.todo[0], Scoring):
                break
        else:
            found.append(state)
    return found


def wins_at_once(state: State, move: Move) -> bool:
    step = state.play(move).todo[0]
    return isinstance(step, Scoring) and step.score.winner == state.actor


def choice(level: str, state: State, seed: int = 1) -> Move:
    return make_bot("okiya", level, seed).choose(state.view(state.actor), state.moves(), [])


@pytest.mark.parametrize("level", ["novice", "student", "perfect"])
def test_no_level_misses_a_win_in_one(level: str) -> None:
    chances = [s for s in positions(600, 4) if any(wins_at_once(s, m) for m in s.moves())]
    assert len(chances) > 40
    assert all(wins_at_once(state, choice(level, state)) for state in chances)


def test_student_sees_a_loss_coming() -> None:
    """With a safe move at hand, it does not give the rival a win in one."""
    for state in positions(60, 5):
        safe = [m for m in state.moves() if not gives_a_win(state, m)]
        if safe and not any(wins_at_once(state, m) for m in state.moves()):
            assert choice("student", state) in safe


def gives_a_win(state: State, move: Move) -> bool:
    after = state.play(move)
    return not isinstance(after.todo[0], Scoring) and any(wins_at_once(after, m) for m in after.moves())


def test_perfect_never_errs_and_sets_traps() -> None:
    for state in positions(40, 6):
        solution = solve(state)
        move = choice("perfect", state)
        assert move in solution.best_moves()
        traps = {m: saving_replies(state.play(m)) for m in solution.best_moves()}
        assert traps[move] == min(traps.values())


def test_perfect_wins_what_is_won_against_any_level() -> None:
    for seed, state in enumerate(positions(10, 7)):
        hero, verdict = state.actor, solve(state).best.result
        while not isinstance(state.todo[0], Scoring):
            level = "perfect" if state.actor == hero else "student"
            state = state.play(choice(level, state, seed))
        winner = state.todo[0].score.winner
        assert winner == hero or verdict == "loss"


def test_levels_by_name() -> None:
    assert levels("okiya") == ["random", "novice", "student", "perfect"]
    assert levels("unheard") == ["random"]
    with pytest.raises(UnknownLevel) as caught:
        make_bot("okiya", "god", 1)
    assert caught.value.facts["level"] == "god"


def test_the_same_seed_plays_the_same() -> None:
    state = laid()
    assert [choice("novice", state, 3) for _ in range(3)] == [choice("novice", state, 3)] * 3
    assert len({choice("random", state, seed) for seed in range(30)}) > 5
