"""The kernel beside the rulebook: move for move, and card for card."""

from collections import Counter
from random import Random

import numpy as np
import pytest

from hanamachi.core.game import NATURE
from hanamachi.games.mai_star import GAME
from hanamachi.games.mai_star.imagine import imagine
from hanamachi.games.mai_star.kernel import (
    Position,
    imagined,
    move_number,
    move_of,
    random_ends,
    random_games,
    ranks,
    tables_of,
)
from hanamachi.games.mai_star.kernel.layout import Tables
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.rules import State, start
from hanamachi.games.mai_star.view import MaiStarView
from tests.games.mai_star.kernel.lockstep import (
    TABLES,
    Chance,
    Choice,
    any_move,
    in_lockstep,
    law_alone,
    lively_move,
)
from tests.games.mai_star.lively import lively_story
from tests.games.mai_star.staging import play, side, table

OTHER = Options(management=True, limited_guests="at_once", black_requirement="all")


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("choice", [any_move, lively_move])
def test_the_law_in_lockstep(choice: Choice, seats: int) -> None:
    """Every choice of options once, and 50,000 games by `make fuzz`: the same legal moves in the same order, the same
    tables, the same end."""
    tables = [options for places, options in TABLES if places == seats]
    for seed, options in enumerate(tables):
        assert in_lockstep(seats, options, 1000 * seats + seed, choice, every=4) > 20


@pytest.mark.parametrize(("seats", "options"), [(3, Options()), (6, Options()), (4, OTHER)])
def test_batches_are_the_same_games(seats: int, options: Options) -> None:
    """In one thread or two; and decisions and choices are counted as the law counts them."""
    seeds = range(200)
    one, two = (random_games(seats, options, seeds, threads) for threads in (1, 2))
    assert (one.tables == two.tables).all()
    assert one[1:] == two[1:]
    for seed in seeds[:5]:
        end, *counted = law_alone(seats, options, seed)
        alone = random_games(seats, options, [seed])
        assert list(alone[1:]) == counted
        assert alone.tables[0] == one.tables[seed] == tables_of(end)[0]


def test_every_decision_has_a_number() -> None:
    decisions = GAME.universe(6, Options()).decisions
    numbers = [move_number(move) for move in decisions]
    assert len(set(numbers)) == len(numbers)
    assert [move_of(number) for number in numbers] == list(decisions)


def test_nature_is_not_asked() -> None:
    with pytest.raises(ValueError, match=r"a player must be asked\."):
        tables_of(start(3, Options()))


def test_chance_is_splitmix64() -> None:
    """The first words of the published generator for seed 1234567."""
    chance = Chance(1234567)
    words = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [chance.throw(2**32) for _ in words] == [word >> 32 for word in words]


def test_M32_ranks() -> None:
    """More points; then fewer cards left; then a shared place."""
    tables = random_games(4, Options(), [1]).tables
    tables["totals"] = [[5, 9, 9, 9, 0, 0]]
    tables["left"] = [[0, 2, 1, 1, 0, 0]]
    assert ranks(tables).tolist() == [[4, 3, 1, 1, 0, 0]]


def test_play_goes_on_from_any_state() -> None:
    state = play(table(side("hazy", "red-thief blue-citizen")), "guest red-thief")
    position = Position(tables_of(state), seed=1)
    assert [move_of(number) for number in position.moves()] == state.moves()
    before = position.tables.copy()
    played = random_ends(np.repeat(position.tables, 3), np.arange(3, dtype=np.uint64))
    assert not played.tables["todo_count"].any()
    assert position.tables[0] == before[0]


# ------------------------------------------------------------------ imagined tables


def views(count: int, seed: int) -> list[MaiStarView]:
    """What seats see when they are asked, in games in which much happens."""
    rng, found = Random(seed), list[MaiStarView]()
    while len(found) < count:
        seats, options = rng.choice(TABLES)
        states = lively_story(seats, options, rng).states
        asked = [state for state in states if state.todo and state.actor != NATURE]
        found += [state.view(state.actor) for state in rng.sample(asked, 10)]
    return found


def test_an_imagined_table_is_one_the_view_allows() -> None:
    """It has all 75 cards, and differs from a state that the law imagines in hidden cards alone."""
    for seed, view in enumerate(views(200, seed=3)):
        one = imagined(view, 1, seed)
        state = imagine(view, Random(seed))
        law = tables_of(state)
        seat = view.seat
        assert one["hands"][0, seat].tolist() == law["hands"][0, seat].tolist()
        assert sizes(one, state) == sizes(law, state)
        assert cards(one, state.seats) == cards(law, state.seats)
        for name in ("hands", "pool") if view.bottom is not None else ("hands", "pool", "bottom"):
            one[name] = law[name]
        assert one[0] == law[0]


def sizes(tables: Tables, state: State) -> list[int]:
    return [sum(int(mask).bit_count() for mask in hand) for hand in tables["hands"][0, : state.seats]]


def cards(tables: Tables, seats: int) -> list[int]:
    """Every card of the box, wherever it lies."""
    one, found = tables[0], list[int]()
    for masks in (*one["hands"], one["pool"], one["discards"]):
        found += [card for mask in masks for card in range(64) if int(mask) >> card & 1]
    for seat in range(seats):
        found += one["guests"][seat, : one["guest_count"][seat]].tolist()
        found += one["advertisers"][seat, : one["advertiser_count"][seat]].tolist()
    return sorted(found + one["bottom"][: one["bottom_count"]].tolist())


def test_known_cards_stay_where_they_are() -> None:
    known = [view for view in views(300, seed=4) if any(view.known)]
    assert len(known) > 20
    for view in known:
        for each in imagined(view, 5, 1):
            for seat, certain in enumerate(view.known):
                for card, copies in Counter(certain).items():
                    assert each["hands"][seat, copies - 1] >> card & 1


def test_imagined_hands_are_as_likely_as_the_law_imagines_them() -> None:
    """How often each unseen card lies in the next hand, within five standard errors."""
    for view in views(10, seed=5):
        assert view.seat is not None
        other, samples = (view.seat + 1) % len(view.places), 1500
        masks = imagined(view, samples, 9)["hands"][:, other, :]
        rng = Random(1)
        law = Counter(card for _ in range(samples) for card in imagine(view, rng).places[other].hand)
        for card in range(42):
            mine = int((masks >> card & 1).sum())
            assert abs(mine - law[card]) <= 5 * (2 * max(mine, law[card], 1)) ** 0.5
