"""What is learned about moves: facts that the seat itself can see, each with a number of its own."""

from random import Random
from typing import Any

import numpy as np
import pytest

from hanamachi.bots.mai_star.policy import facts
from hanamachi.bots.mai_star.policy.features import facts_of
from hanamachi.core.game import NATURE
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.kernel.translate import move_number, tables_of
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.rules import State
from tests.games.mai_star.lively import lively_story


def told(state: State) -> list[list[int]]:
    """The facts about every move, and that counting them has changed nothing."""
    found, tables = np.empty(facts.MOST, np.int64), tables_of(state)
    before = tables.tobytes()
    every = [sorted(found[: facts_of(tables, move_number(move), found)].tolist()) for move in state.moves()]
    assert tables.tobytes() == before
    return every


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
def test_facts_tell_nothing_that_the_seat_does_not_know(seats: int) -> None:
    """Whatever others hold and whatever lies in the deck: the same view has the same facts."""
    rng, other_hands = Random(seats), 0
    limit: Any = "at_once" if seats == 5 else "no"
    story = lively_story(seats, Options(management=seats == 4, limited_guests=limit), rng)
    for state in rng.sample([each for each in story.states[:-1] if each.actor != NATURE], 60):
        assert isinstance(state, State)
        assert state.actor is not None
        retold = imagine(state.view(state.actor), rng)
        other_hands += retold.places != state.places
        assert told(retold) == told(state)
    assert other_hands > 30


def test_every_fact_has_a_number_of_its_own() -> None:
    story, seen = lively_story(3, Options(), Random(7)), set[int]()
    for state in story.states[:-1]:
        if state.actor != NATURE:
            assert isinstance(state, State)
            for numbers in told(state):
                assert facts.OF_A_KIND <= len(set(numbers)) == len(numbers)
                seen.update(numbers)
    assert min(seen) >= 0
    assert max(seen) < facts.FACTS
