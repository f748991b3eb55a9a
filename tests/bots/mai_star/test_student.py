"""The student: it sees a view only, answers the same for the same seed, and knows what is good for it."""

from collections.abc import Sequence
from random import Random

import pytest

from hanamachi.bots import levels, make_bot
from hanamachi.bots.bot import Bot, RandomBot
from hanamachi.bots.certain import Careful
from hanamachi.bots.mai_star.student import Student
from hanamachi.core.conformance import Story, check_retellings, told
from hanamachi.core.game import NATURE, Move, Seat
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.moves import Advertise, Decline, Guest, Oiran, Options, Target, Use
from hanamachi.games.mai_star.rules import State
from hanamachi.games.mai_star.view import MaiStarView
from tests.games.mai_star.kernel.lockstep import TABLES
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.staging import card, play, side, table


def choice(state: State, seed: int = 1, playouts: int = 3000) -> Move:
    assert state.actor is not None
    return Student(seed, playouts).choose(state.view(state.actor), state.moves(), [])


def to_the_end(bots: Sequence[Bot[MaiStarView]], options: Options, seed: int) -> tuple[Seat, ...]:
    state, rng = GAME.start(len(bots), options), Random(seed)
    while (seat := state.actor) is not None:
        if seat == NATURE:
            state = state.play(state.draw(rng))
        else:
            moves = state.moves()
            move = bots[seat].choose(state.view(seat), moves, [])
            assert move in moves
            state = state.play(move)
    outcome = state.outcome()
    assert outcome is not None
    return outcome.winners


def test_it_stands_above_the_novice() -> None:
    assert levels("mai_star")[:4] == ["random", "novice", "apprentice", "student"]
    chosen = make_bot("mai_star", "student", 1)
    assert isinstance(chosen, Careful)
    assert isinstance(chosen.bot, Student)


@pytest.mark.parametrize(("seats", "options"), TABLES[::3])
def test_it_plays_at_every_table(seats: int, options: Options) -> None:
    to_the_end([Student(seat, playouts=30) for seat in range(seats)], options, seats)


def test_it_beats_random_play() -> None:
    """bench/mai_star_student.py plays 300 games; here one."""
    assert to_the_end([RandomBot(0), Student(1), RandomBot(2)], Options(), 1) == (1,)


@pytest.mark.parametrize("seats", [3, 6])
def test_over_retellings_the_same_seed_chooses_the_same(seats: int) -> None:
    """Whatever the others hold: a state in which the seat sees and hears the same gets the same answer."""
    rng = Random(seats)
    story = lively_story(seats, Options(), rng)
    asked = [ply for ply, state in enumerate(story.states[:-1]) if state.actor != NATURE]
    other_hands = 0
    for ply in rng.sample(asked, 25):
        truth = story.states[ply]
        assert isinstance(truth, State)
        assert truth.actor is not None
        retold = imagine(truth.view(truth.actor), rng)
        heard = told(Story(GAME, seats, story.states[: ply + 1], story.moves[:ply]), truth.actor)
        other_hands += retold.places != truth.places
        answers = {
            Student(7, playouts=150).choose(state.view(truth.actor), state.moves(), heard)
            for state in (truth, retold)
        }
        assert len(answers) == 1
    assert other_hands > 15
    check_retellings(story, 0, rng)


def test_the_same_seed_plays_the_same() -> None:
    state = table(side("hazy", "red-thief blue-citizen green-courtesan"))
    assert [choice(state, 3, 100) for _ in range(3)] == [choice(state, 3, 100)] * 3
    assert len({choice(state, seed, 40) for seed in range(30)}) > 1


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
    last = table(side("hazy", "red-actor", "red-thief"), side("summer_sea", "red-ronin blue-ronin"))
    assert choice(last, seed) == Guest(card("red-actor"))


@pytest.mark.parametrize("seed", range(3))
def test_cancels_what_hurts(seed: int) -> None:
    """A Doctor's income is worth Oiran."""
    attacker = side("hazy", "red-thief red-merchant")
    rich = side("summer_sea", "oiran blue-ronin blue-courtesan", "red-actor red-doctor")
    assert choice(play(table(attacker, rich), "guest red-thief", "target 2"), seed) == Oiran()


@pytest.mark.parametrize("seed", range(3))
def test_builds_a_name_before_a_great_guest(seed: int) -> None:
    """A Daimyo in hand, one point of reputation short, and nobody near the end: an advertiser first."""
    mover = side("hazy", "red-daimyo red-citizen red-actor", "", "red-okaasan red-ronin")
    calm = "green-emissary green-doctor green-thief blue-doctor blue-emissary"
    state = table(mover, side("morning_star", calm), side("summer_sea", "red-samurai green-samurai"))
    assert choice(state, seed) in (Advertise(card("red-citizen")), Advertise(card("red-actor")))


def test_the_only_move_needs_no_thought() -> None:
    state = table(side("hazy", "red-courtesan blue-thief"))
    assert choice(play(state, "guest red-courtesan"), playouts=0) == Decline()
