"""A policy tells how a bot weighs its moves, and the bot plays by it."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from hanamachi.bots import ladders, make_bot
from hanamachi.core.game import NATURE, Move, State, Told
from hanamachi.games import GAMES
from hanamachi.games.okiya.solver import solve
from tests.games.okiya.garden import laid

BOTS = [(game, level) for game, ladder in ladders().items() for level in ladder.levels]


def some_decision(game: str, seed: int) -> State:
    """Some decision with a choice, a few moves into a game."""
    rng = Random(seed)
    state = GAMES[game].start(GAMES[game].seats[0], GAMES[game].options())
    decisions = 0
    while state.actor == NATURE or len(state.moves()) < 2 or decisions < 4:
        decisions += state.actor != NATURE
        state = state.play(state.draw(rng) if state.actor == NATURE else rng.choice(state.moves()))
    return state


@pytest.mark.parametrize(("game", "level"), BOTS)
def test_a_policy_is_a_distribution_and_the_bot_plays_by_it(game: str, level: str) -> None:
    state = some_decision(game, 3)
    question: tuple[Any, Sequence[Move], list[Told]] = state.view(state.actor), state.moves(), []
    policy = make_bot(game, level, 5).policy(*question)  # type: ignore[attr-defined]
    assert len(policy) == len(state.moves())
    assert sum(policy) == pytest.approx(1)
    assert min(policy) >= 0
    choice = make_bot(game, level, 5).choose(*question)
    assert policy[list(state.moves()).index(choice)] > 0


def test_a_perfect_policy_holds_only_best_moves() -> None:
    state = laid()
    policy = make_bot("okiya", "perfect", 1).policy(state.view(0), state.moves(), [])  # type: ignore[attr-defined]
    best = solve(state).best_moves()
    assert all(move in best for move, chance in zip(state.moves(), policy, strict=True) if chance)
