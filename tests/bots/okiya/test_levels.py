"""Okiya's bots: what each never does."""

from random import Random

import pytest

from hanamachi.bots import UnknownLevel, ladder_of, levels, make_bot
from hanamachi.bots.okiya.far_sighted import SIGHT
from hanamachi.bots.okiya.perfect import saving_replies
from hanamachi.core.game import Move
from hanamachi.games.okiya.moves import Scoring, Take
from hanamachi.games.okiya.rules import State
from hanamachi.games.okiya.solver import solve
from tests.games.okiya.garden import laid


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


@pytest.mark.parametrize("level", ladder_of("okiya").levels)
def test_no_level_misses_a_win_in_one(level: str) -> None:
    chances = [s for s in positions(600, 4) if any(wins_at_once(s, m) for m in s.moves())]
    assert len(chances) > 40
    assert all(wins_at_once(state, choice(level, state)) for state in chances)


@pytest.mark.parametrize("level", ["student", "adept"])
def test_from_student_up_a_loss_is_seen_coming(level: str) -> None:
    """With a safe move at hand, it does not give the rival a win in one."""
    for state in positions(60, 5):
        safe = [m for m in state.moves() if not gives_a_win(state, m)]
        if safe and not any(wins_at_once(state, m) for m in state.moves()):
            assert choice(level, state) in safe


def test_the_apprentice_sees_patterns_where_the_novice_sees_none() -> None:
    some = [state for state in positions(60, 8) if len(state.moves()) > 3]
    novice, apprentice = (
        [evenly for s in some if len(evenly := options(level, s)) == len(s.moves())]
        for level in ("novice", "apprentice")
    )
    assert len(novice) > 2 * len(apprentice)


def options(level: str, state: State) -> list[float]:
    """The chances of the moves that it would choose from."""
    policy = make_bot("okiya", level, 1).policy(state.view(state.actor), state.moves(), [])  # type: ignore[attr-defined]
    return [chance for chance in policy if chance]


def test_the_adept_errs_only_where_more_than_twelve_tiles_are_to_be_seen_through() -> None:
    erred = 0
    for state in positions(150, 9):
        solution, move = solve(state), choice("adept", state)
        assert isinstance(move, Take)
        if (value := solution.moves[move.square]).result != solution.best.result:
            assert max(value.plies, solution.best.plies) > SIGHT
            erred += 1
    assert erred


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
    assert levels("okiya") == ["random", "novice", "apprentice", "student", "adept", "perfect"]
    assert levels("unheard") == ["random"]
    with pytest.raises(UnknownLevel) as caught:
        make_bot("okiya", "god", 1)
    assert caught.value.facts["level"] == "god"


def test_the_same_seed_plays_the_same() -> None:
    state = laid()
    assert [choice("novice", state, 3) for _ in range(3)] == [choice("novice", state, 3)] * 3
    assert len({choice("random", state, seed) for seed in range(30)}) > 5
