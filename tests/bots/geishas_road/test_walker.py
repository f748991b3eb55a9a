"""Players who search a tree: blind to what is hidden, the same for the same seed, and not absurd."""

from functools import reduce
from itertools import permutations
from random import Random
from typing import Any

import numpy as np
import pytest

from hanamachi.bots.geishas_road.standing import LEADS
from hanamachi.bots.geishas_road.tree import grown, search
from hanamachi.bots.geishas_road.walker import Walker, imagined
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.layout import TOTAL
from hanamachi.games.geishas_road.kernel.translate import from_state
from hanamachi.games.geishas_road.moves import Choose, Lay, Left
from hanamachi.games.geishas_road.pieces import GIFT, INTRIGUE, REVEAL
from tests.bots.geishas_road.test_novice import MODES, choice
from tests.bots.geishas_road.test_student import LATE, decisions
from tests.games.geishas_road.tables import card, lanterns, play, table


@pytest.mark.parametrize("mode", MODES)
def test_what_is_hidden_changes_nothing(mode: Any) -> None:
    changed = 0
    for number, state in enumerate(decisions(mode, range(3), 15)):
        seat = state.actor
        assert seat is not None
        other = imagine(state.view(seat), Random(number))
        changed += other.hands != state.hands
        chosen = choice(Walker(number, 200), state, seat)
        assert chosen in state.moves()
        assert choice(Walker(number, 200), other, seat) == chosen
    assert changed > 5


@pytest.mark.parametrize("seed", range(3))
def test_takes_the_better_part_of_an_offer(seed: int) -> None:
    """Blue lies open to both; pink and red are decided."""
    pool = "blue1 blue2 yellow3 yellow4 green2"
    under: dict[str, Any] = {
        "lefts": (card("green3"), card("green4")),
        "rights": (card("yellow2"), card("blue3")),
    }
    state = table("pink1 red1 blue4", "", pool=pool, tokens=((GIFT,), (REVEAL,)), **under, **LATE)
    laid = play(state, "gift", "lay pink1", "lay red1", "lay blue4")
    assert choice(Walker(seed, 2000), laid, 1) == Choose((2,))


@pytest.mark.parametrize("seed", range(3))
def test_keeps_the_card_of_an_intrigue_that_wins_a_geisha(seed: int) -> None:
    pool = "blue1 blue2 yellow2 yellow3 yellow4 green2 green3 red1"
    under: dict[str, Any] = {"lefts": (None, card("green4")), "rights": (None, card("blue3"))}
    tiles = ((), (), lanterns(4), (), ())
    tokens = ((INTRIGUE,), (REVEAL,))
    state = table("pink1 blue4", "", pool=pool, tokens=tokens, tiles=tiles, **under, **LATE)
    assert choice(Walker(seed, 2000), play(state, "intrigue"), 0) == Left(card("blue4"))


def test_the_only_move_needs_no_thought() -> None:
    state = table("pink1", tokens=((0,), ()))
    assert choice(Walker(1, 0), play(state, "reveal"), 0) == Lay(card("pink1"))


def test_every_answer_is_tried_and_all_iterations_are_spent() -> None:
    for state in decisions("advanced", range(2), 15):
        assert state.actor is not None
        tried = search(imagined(state.view(state.actor), Random(1)), 300, 1)
        assert len(tried.tries) == len(state.moves())
        assert sum(tried.tries) == 300
        assert min(tried.tries) > 0
        assert all(0 <= worth <= 1 for worth in tried.worths)


def test_cards_of_an_offer_lead_to_one_node_in_any_order() -> None:
    """Each order has its own way there."""
    pool = "blue1 blue2 yellow2 yellow3 yellow4 green2 green3 red1"
    state = play(table("pink1 pink2 blue4 red3", "", pool=pool, tokens=((GIFT,), (REVEAL,)), **LATE), "gift")
    one, two, three = card("pink1"), card("blue4"), card("red3")
    child = grown(from_state(state, 0)[np.newaxis], 0, state.round, 2000, 1).child

    def node(*cards: int) -> int:
        return reduce(lambda at, answer: int(child[at, answer]), cards, 0)

    assert len({node(*order) for order in permutations((one, two, three))}) == 1
    assert len({0, node(one), node(two), node(one, two), node(one, three), node(one, two, three)}) == 6


def test_answers_that_are_given_too_few_iterations_are_worth_nothing() -> None:
    state = decisions("basic", range(1), 15)[0]
    tried = search(from_state(state, 0)[np.newaxis], 1, 1)
    assert sorted(tried.tries)[-2:] == [0, 1]


def test_a_lead_after_the_first_round_is_worth_more_than_none() -> None:
    """A player far ahead in points expects to win, whatever it answers."""
    state = decisions("harder", range(1), 15)[0]
    row = from_state(state, 0)
    row[TOTAL + row[1]] += 20 * LEADS[1]
    assert min(search(row[np.newaxis], 300, 1).worths) > 0.9
