"""The last answer of a round is never one that another beats whatever is hidden."""

from random import Random

import numpy as np

from bots.hanamikoji.test_mind import questions
from hanamachi.bots import make_bot
from hanamachi.bots.hanamikoji.mind.certain import undominated
from hanamachi.bots.hanamikoji.mind.player import among
from hanamachi.bots.hanamikoji.mind.weights import trained
from hanamachi.core.game import NATURE, Move
from hanamachi.games.hanamikoji.imagine import imagine
from hanamachi.games.hanamikoji.moves import Options
from hanamachi.games.hanamikoji.packing import told
from hanamachi.games.hanamikoji.rules import State


def tokens_after(state: State, move: Move, seat: int) -> tuple[float, list[bool], list[bool]]:
    """By the law, after the last answer of a round: the result if there is one, and whose each token is."""
    number, state = state.round, state.play(move)
    while state.actor == NATURE and state.round == number and not state.outcome():
        state = state.play(state.draw(Random(1)))
    outcome = state.outcome()
    won = (outcome.winners == (seat,)) - (outcome.winners == (1 - seat,)) if outcome else 0.0
    return won, [token == seat for token in state.tokens], [token != 1 - seat for token in state.tokens]


def test_a_dominated_answer_is_never_given() -> None:
    """Counted anew with the law: of two answers one may bring every token the other brings, and more."""
    favours, found = trained().favours, 0
    for seed in range(30):
        for state, story in questions(Options(), seed):
            seat, view = state.actor, state.view(state.actor)
            assert seat is not None
            left = undominated(told(view), favours)
            assert left.any()
            if left.all():
                continue
            found += 1
            choice = make_bot("hanamikoji", "adept", seed).choose(view, state.moves(), story)
            assert left[list(state.moves()).index(choice)]
            for _ in range(5):
                truth = imagine(view, Random(seed))
                ends = [tokens_after(truth, move, seat) for move in state.moves()]
                best = max(ends[i] for i in np.flatnonzero(left))
                assert all(best >= ends[i] or not ends[i][0] for i in np.flatnonzero(~left))
    assert found > 2


def test_before_the_last_answer_every_move_is_left() -> None:
    for state, _ in list(questions(Options(), 3))[:6]:
        assert undominated(told(state.view(state.actor)), trained().favours).all()


def test_a_policy_is_kept_to_what_is_left() -> None:
    left = np.array([True, False, True])
    assert among(left, [0.2, 0.6, 0.2]) == [0.5, 0.0, 0.5]
    assert among(left, [0.0, 1.0, 0.0]) == [0.5, 0.0, 0.5]
