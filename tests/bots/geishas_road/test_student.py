"""The student: far better than chance, blind to what is hidden, the same for the same seed."""

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from hanamachi.bots import levels, make_bot
from hanamachi.bots.bot import RandomBot
from hanamachi.bots.certain import Careful
from hanamachi.bots.geishas_road.search import deal_anew, search
from hanamachi.bots.geishas_road.student import PLAYOUTS, student
from hanamachi.bots.geishas_road.walker import Steady
from hanamachi.core.conformance import random_story
from hanamachi.core.game import NATURE
from hanamachi.games.geishas_road import GAME
from hanamachi.games.geishas_road.agenda import turns
from hanamachi.games.geishas_road.imagine import imagine
from hanamachi.games.geishas_road.kernel.layout import CHANCE, Row
from hanamachi.games.geishas_road.kernel.translate import from_state
from hanamachi.games.geishas_road.moves import Choose, Lay, Left, Options
from hanamachi.games.geishas_road.pieces import GIFT, INTRIGUE, REVEAL
from hanamachi.games.geishas_road.rules import State
from tests.bots.geishas_road.test_novice import MODES, ON, choice, winners
from tests.games.geishas_road.tables import card, lanterns, play, table


def decisions(mode: Any, seeds: range, every: int) -> list[State]:
    """Some decisions of random, lively games."""
    found = list[State]()
    for seed in seeds:
        options = Options(mode, destiny=bool(seed % 2))
        story = random_story(GAME, 2, options, Random(seed), 400, lively=True)
        asked = [state for state in story.states if state.actor not in (None, NATURE)]
        found += [state for state in asked if isinstance(state, State)][seed % every :: every]
    return found


@pytest.mark.parametrize("mode", MODES)
def test_beats_random_play(mode: Any) -> None:
    """Nine of ten and more (500 paired deals, docs/students); here a clear majority of a few will do."""
    won = sum(winners((student(n), RandomBot(n)), Options(mode), n) == (0,) for n in range(3))
    won += sum(winners((RandomBot(n), student(n)), Options(mode), n) == (1,) for n in range(3))
    assert won >= 5


@pytest.mark.parametrize("mode", MODES)
def test_what_is_hidden_changes_nothing(mode: Any) -> None:
    """Ends of other retellings, in which the unseen cards lie elsewhere: the same answer for the same seed."""
    changed = 0
    for number, state in enumerate(decisions(mode, range(4), 12)):
        seat = state.actor
        assert seat is not None
        chosen = choice(student(number), state, seat)
        assert chosen in state.moves()
        other = imagine(state.view(seat), Random(number))
        changed += other.hands != state.hands
        assert choice(student(number), other, seat) == chosen
    assert changed > 15


LATE: dict[str, Any] = {"todo": ON, "mine": "pink2 pink3 pink4 red2", "theirs": "red3 red4 yellow1 green1"}


@pytest.mark.parametrize("seed", range(4))
def test_takes_the_better_part_of_an_offer(seed: int) -> None:
    """Blue lies open to both; pink and red are decided."""
    pool = "blue1 blue2 yellow3 yellow4 green2"
    under: dict[str, Any] = {
        "lefts": (card("green3"), card("green4")),
        "rights": (card("yellow2"), card("blue3")),
    }
    state = table("pink1 red1 blue4", "", pool=pool, tokens=((GIFT,), (REVEAL,)), **under, **LATE)
    laid = play(state, "gift", "lay pink1", "lay red1", "lay blue4")
    assert choice(student(seed), laid, 1) == Choose((2,))


@pytest.mark.parametrize("seed", range(4))
def test_keeps_the_card_of_an_intrigue_that_wins_a_geisha(seed: int) -> None:
    """Blue lies open, and has a lantern; pink is won without another card."""
    pool = "blue1 blue2 yellow2 yellow3 yellow4 green2 green3 red1"
    under: dict[str, Any] = {"lefts": (None, card("green4")), "rights": (None, card("blue3"))}
    tiles = ((), (), lanterns(4), (), ())
    tokens = ((INTRIGUE,), (REVEAL,))
    state = table("pink1 blue4", "", pool=pool, tokens=tokens, tiles=tiles, **under, **LATE)
    assert choice(student(seed), play(state, "intrigue"), 0) == Left(card("blue4"))


def test_the_only_move_needs_no_thought() -> None:
    state = table("pink1", tokens=((0,), ()))
    assert choice(student(1), play(state, "reveal"), 0) == Lay(card("pink1"))


def test_every_answer_is_tried_and_all_playouts_are_spent() -> None:
    for state in decisions("advanced", range(3), 12):
        tries = search(from_state(state, 0)[np.newaxis], PLAYOUTS, 1)
        assert len(tries) == len(state.moves())
        assert sum(tries) == PLAYOUTS
        assert min(tries) >= 10


def test_it_deals_unseen_cards_as_imagine_does() -> None:
    """Each way of laying them is as likely; with a card face down in an offer and an Intrigue of the rival."""
    state = table(
        "pink1 pink2 red1",
        "blue1 blue2 blue3 green1",
        options=Options("advanced"),
        mine="yellow1 yellow2 yellow3 yellow4",
        theirs="green2 green3 green4 red2 red3 red4",
        pool="pink3",
        todo=turns(0)[-4:],
        lefts=(None, card("pink4")),
        rights=(None, card("blue4")),
    )
    laid = play(state, "gift hidden", "hide blue1", "lay blue2", "lay green1")
    assert laid.actor == 0
    rng, rows = Random(1), Counter[bytes]()
    for n in range(12_000):
        row = from_state(laid, 1000 * n)
        deal_anew(row, 0)
        rows[named(row)] += 1
    truth = Counter(named(from_state(imagine(laid.view(0), rng), 0)) for _ in range(2_000))
    assert set(rows) == set(truth)
    assert len(rows) == 5 * 4 * 3 * 2  # down, left, right, in hand; the last one is in the pool
    assert all(60 <= times <= 145 for times in rows.values())


def named(row: Row) -> bytes:
    """A table without its chance."""
    row[CHANCE] = 0
    return row.tobytes()


def test_the_student_is_a_level_above_the_novice() -> None:
    assert levels("geishas_road")[:3] == ["random", "novice", "student"]
    chosen = make_bot("geishas_road", "student", 1)
    assert isinstance(chosen, Careful)
    assert isinstance(chosen.bot, Steady)
    assert type(chosen.bot.bot) is type(student(1))
