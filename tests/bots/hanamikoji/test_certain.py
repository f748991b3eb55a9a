"""The last answer of a round is never one that another beats whatever is hidden."""

from itertools import chain
from random import Random

import numpy as np
import pytest

from hanamachi.bots import make_bot
from hanamachi.bots.hanamikoji.favours import worth
from hanamachi.bots.hanamikoji.lookout import HanamikojiLookout, table
from hanamachi.bots.hanamikoji.mind.player import among
from hanamachi.core.game import NATURE, Move
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.kernel import play
from hanamachi.games.hanamikoji.move_ids import encode
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import pack
from hanamachi.games.hanamikoji.rules import State
from tests.bots.hanamikoji.test_mind import questions
from tests.games.hanamikoji.lockstep import EVERY_OPTION


def tokens_after(state: State, move: Move, seat: int) -> tuple[float, list[bool], list[bool]]:
    """By the law, after the last answer of a round: the result if there is one, and whose each token is."""
    number, state = state.round, state.play(move)
    while state.actor == NATURE and state.round == number and not state.outcome():
        state = state.play(state.draw(Random(1)))
    outcome = state.outcome()
    won = (outcome.winners == (seat,)) - (outcome.winners == (1 - seat,)) if outcome else 0.0
    return won, [token == seat for token in state.tokens], [token != 1 - seat for token in state.tokens]


@pytest.mark.parametrize("level", ["student", "adept", "master"])
def test_a_dominated_answer_is_never_given(level: str) -> None:
    """Counted anew with the law: of two answers one may bring every token the other brings, and more."""
    found = 0
    for seed in range(30):
        for state, story in questions(Options(), seed):
            seat, view, moves = state.actor, state.view(state.actor), state.moves()
            assert seat is not None
            left = HanamikojiLookout().best(view, moves)
            assert left
            if len(left) == len(moves):
                continue
            found += 1
            assert make_bot("hanamikoji", level, seed).choose(view, moves, story) in left
            if view.offer is None:
                continue
            for _ in range(5):
                truth = imagine(view, Random(seed))
                ends = {move: tokens_after(truth, move, seat) for move in moves}
                best = max(ends[move] for move in left)
                assert all(best >= ends[move] or not ends[move][0] for move in moves if move not in left)
    assert found > 2


@pytest.mark.parametrize("options", EVERY_OPTION[::2], ids=lambda o: f"{o.rounds}-{o.box}-{o.starter}")
def test_before_the_last_action_every_move_is_left(options: Options) -> None:
    for state, _ in questions(options, 3):
        view, moves = state.view(state.actor), state.moves()
        if sum(map(len, state.actions)) > 1:
            assert HanamikojiLookout().best(view, moves) == moves


@pytest.mark.parametrize("options", EVERY_OPTION[::2], ids=lambda o: f"{o.rounds}-{o.box}-{o.starter}")
def test_a_promise_is_what_the_kernel_says(options: Options) -> None:
    """And each state that is looked at is one that the view allows."""
    promises = 0
    for state, _ in chain.from_iterable(questions(options, seed) for seed in range(8)):
        view, lookout = state.view(state.actor), HanamikojiLookout()
        for each in lookout.states(view):
            assert each.view(view.seat) == view
            row = pack(each)
            after = each.play(each.moves()[0])
            play(row, encode(each.moves()[0], each.offer))
            while after.actor == NATURE and lookout.settled(after, 0) is None:
                after = after.play(after.draw(Random(1)))
            value = lookout.settled(after, 0)
            if value is not None:
                promises += 1
                assert value == pytest.approx((1 + worth(row, 0, table())) / 2)
    assert promises > 2


def test_a_policy_is_kept_to_what_is_left() -> None:
    left = np.array([True, False, True])
    assert among(left, [0.2, 0.6, 0.2]) == [0.5, 0.0, 0.5]
    assert among(left, [0.0, 1.0, 0.0]) == [0.5, 0.0, 0.5]
