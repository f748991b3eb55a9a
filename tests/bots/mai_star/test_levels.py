"""Adept and master: playouts as they have learned to lean, and no sure thing missed."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import numpy as np
import pytest

from hanamachi.bots import make_bot
from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.certain import Careful
from hanamachi.bots.mai_star.halving import search
from hanamachi.bots.mai_star.levels import ADEPT, MASTER, Leaner, adept, master
from hanamachi.bots.mai_star.policy.facts import FACTS
from hanamachi.bots.mai_star.policy.leaning import Scores
from hanamachi.bots.mai_star.policy.trained import FILE, SHEET, read, trained, write
from hanamachi.bots.weights import BadWeights
from hanamachi.core.game import NATURE, Move
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.kernel.imagine import unseen_of
from hanamachi.games.mai_star.kernel.translate import move_number
from hanamachi.games.mai_star.moves import Decline, Options, Target, Use
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.view import MaiStarView
from tests.bots.mai_star.test_student import to_the_end
from tests.games.mai_star.kernel.lockstep import TABLES
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.staging import card, play, side, table


def choice(state: State, seed: int = 1, playouts: int = 600) -> Move:
    assert state.actor is not None
    return Leaner(seed, playouts).choose(state.view(state.actor), state.moves(), [])


def asked(seats: int, options: Options, count: int) -> Iterator[State]:
    rng = Random(seats)
    states = [each for each in lively_story(seats, options, rng).states[:-1] if each.actor != NATURE]
    for state in rng.sample(states, count):
        assert isinstance(state, State)
        yield state


@pytest.mark.parametrize(("seats", "options"), [(3, Options()), (6, Options(management=True))])
def test_what_is_hidden_changes_nothing(seats: int, options: Options) -> None:
    for number, state in enumerate(asked(seats, options, 12)):
        assert state.actor is not None
        retold = imagine(state.view(state.actor), Random(number))
        assert choice(retold, 7, 60) == choice(state, 7, 60)


@pytest.mark.parametrize(("seats", "options"), TABLES[::3])
def test_it_plays_at_every_table(seats: int, options: Options) -> None:
    to_the_end([Leaner(seat, 20) for seat in range(seats)], options, seats)


def test_the_same_seed_plays_the_same() -> None:
    state = table(side("hazy", "red-thief blue-citizen green-courtesan"))
    assert {choice(state, 3, 100) for _ in range(3)} == {choice(state, 3, 100)}
    assert len({tuple(searched(state, seed)[1]) for seed in range(3)}) == 3


def test_it_beats_random_play() -> None:
    assert to_the_end([RandomBot(0), Leaner(1, 200), RandomBot(2)], Options(), 1) == (1,)


@pytest.mark.parametrize("seed", range(3))
def test_robs_the_others_and_not_itself(seed: int) -> None:
    mover = side("hazy", "red-thief blue-citizen green-citizen")
    state = table(mover, side("summer_sea", "red-ronin", "red-actor"), side("maple_leaf", "blue-ronin"))
    assert choice(play(state, "guest red-thief"), seed) == Target(1)
    alone = table(mover, side("summer_sea", "red-ronin"), side("maple_leaf", "blue-ronin"))
    assert choice(play(alone, "guest red-thief"), seed) == Decline()


@pytest.mark.parametrize("seed", range(3))
def test_takes_what_is_free(seed: int) -> None:
    strong = "red-actor red-actor blue-actor blue-actor green-actor"
    lord = table(side("hazy", "red-daimyo blue-citizen", "", strong))
    assert choice(play(lord, "guest red-daimyo"), seed) == Use()


def searched(state: State, seed: int = 1, trust: float = 0.0) -> tuple[int, Scores]:
    tables, missing = unseen_of(state.view(state.actor))
    assert state.actor is not None
    numbers = np.array([move_number(move) for move in state.moves()])
    return search(tables, missing, numbers, state.actor, trained(), 300, seed, trust)


def test_playouts_are_spent_on_the_better_half() -> None:
    """A finished game is worth 1 or 0: the mean of a move is a share of the victory."""
    state = table(side("hazy", "red-thief blue-citizen green-courtesan"))
    best, means = searched(state)
    assert 0 <= min(means) <= max(means) <= 1
    assert 0 <= best < len(means)


def test_blind_trust_plays_as_it_leans_and_no_trust_by_playouts_alone() -> None:
    apart = 0
    for state in asked(3, Options(), 12):
        leanings = {searched(state, seed, trust=1000.0)[0] for seed in range(3)}
        assert len(leanings) == 1  # no playout can change it
        apart += searched(state)[0] not in leanings
    assert apart > 0


def test_the_only_move_needs_no_thought() -> None:
    state = table(side("hazy", "red-courtesan blue-thief"))
    assert choice(play(state, "guest red-courtesan"), playouts=0) == Decline()
    assert card("red-courtesan") in state.places[0].hand


@pytest.mark.parametrize(("level", "playouts"), [(adept, ADEPT), (master, MASTER)])
def test_levels_are_careful(level: Callable[[int], Bot[MaiStarView]], playouts: int) -> None:
    bot = level(1)
    assert isinstance(bot, Careful)
    assert isinstance(bot.bot, Leaner)
    assert bot.bot.at(3) == playouts
    assert bot.bot.at(6) == playouts * 2 // 3
    assert isinstance(make_bot("mai_star", level.__name__, 1), Careful)


def test_weights_are_those_that_the_sheet_names(tmp_path: Path) -> None:
    file, sheet = tmp_path / "weights.npz", tmp_path / "weights.json"
    write(file, sheet, np.ones(FACTS, np.float32), 600, {})
    assert read(file, sheet).sum() == FACTS
    file.write_bytes(FILE.read_bytes())
    with pytest.raises(BadWeights):
        read(file, sheet)
    assert len(read(FILE, SHEET)) == FACTS
