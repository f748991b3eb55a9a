"""The kernel against brute force, against the rulebook, and against itself."""

import itertools
from collections.abc import Callable
from random import Random
from typing import Any, get_args

import numpy as np
import pytest
from numpy.typing import NDArray

from hanamachi.games.okiya.kernel import (
    FullBoard,
    best,
    first_player_wins,
    values,
    verdicts,
    winning_openings,
)
from hanamachi.games.okiya.moves import Options, Scoring, Take
from hanamachi.games.okiya.rules import State
from tests.games.okiya.exhaustive import Round, neighbours
from tests.games.okiya.garden import laid

RULES: tuple[FullBoard, ...] = get_args(FullBoard)
PLAIN = tuple(range(16))


def layouts(count: int, seed: int) -> NDArray[np.int64]:
    return np.random.default_rng(seed).permuted(np.tile(np.arange(16), (count, 1)), axis=1)


def known(worths: list[int | None]) -> dict[int, int]:
    return {square: worth for square, worth in enumerate(worths) if worth is not None}


def after_six_plies(layout: list[int], rng: Random) -> tuple[int, int, int]:
    """Six moves at random: too few to end a round."""
    allowed, players, last = neighbours(layout), [0, 0], -1
    for ply in range(6):
        taken = players[0] | players[1]
        last = rng.choice(
            [square for square in range(16) if allowed[last + 1, square] and not taken >> square & 1]
        )
        players[ply % 2] |= 1 << last
    return players[0], players[1], last


@pytest.mark.parametrize("seed", range(4))
def test_every_move_is_worth_what_brute_force_says(seed: int) -> None:
    """2,000 positions with at most 10 tiles left."""
    rng = Random(seed)
    for _ in range(50):
        layout = rng.sample(range(16), 16)
        tail = Round(layout, *after_six_plies(layout, rng))
        for spot, rule in itertools.product([tail.spot(rng) for _ in range(10)], RULES):
            position = (layout, spot.mine, spot.theirs, spot.last, rule)
            assert values(*position) == tail.worths(spot.ply, spot.place, rule), position
            assert best(*position) == tail.value(spot.ply, spot.place, rule), position


@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("seed", range(5))
def test_kernel_and_rulebook_in_lockstep(rule: FullBoard, seed: int) -> None:
    """O4 to O10: the same moves are legal all along, and a move that ends the round is worth the same."""
    rng = Random(seed)
    layout = tuple(rng.sample(range(16), 16))
    state = laid(layout, Options(full_board=rule))
    while not isinstance(state.todo[0], Scoring):
        mine, theirs = state.geishas if state.todo[0].seat == 0 else state.geishas[::-1]
        worths = known(values(layout, mine, theirs, -1 if state.last is None else state.last, rule))
        assert list(worths) == state.legal()
        for square, worth in worths.items():
            compare_end(state, state.play(Take(square)), worth)
        state = state.play(Take(rng.choice(state.legal())))


def compare_end(before: State, after: State, worth: int) -> None:
    if isinstance(after.todo[0], Scoring):
        score = after.todo[0].score
        assert worth == (0 if score.winner is None else score.points + 1)
        assert score.winner in (None, before.todo[0].seat)


@pytest.mark.parametrize("rule", RULES)
def test_all_answers_agree(rule: FullBoard) -> None:
    gardens = layouts(40, seed=1)
    for layout, win in zip(gardens, first_player_wins(gardens, rule), strict=True):
        worths = known(values(layout, 0, 0, -1, rule))
        assert list(worths) == [0, 1, 2, 3, 4, 7, 8, 11, 12, 13, 14, 15]  # O4
        assert best(layout, 0, 0, -1, rule) == max(worths.values())
        assert winning_openings(layout, rule) == [square for square, worth in worths.items() if worth > 0]
        assert win == (max(worths.values()) > 0)


def test_the_first_player_wins_two_layouts_in_three() -> None:
    gardens = layouts(1000, seed=2)
    wins = first_player_wins(gardens)
    sigma = (0.6757 * 0.3243 / len(gardens)) ** 0.5
    assert abs(wins.mean() - 0.6757) < 5 * sigma
    again, positions = verdicts(gardens)
    assert (wins == again).all()
    assert positions > len(gardens)


def test_layouts_of_any_integers_and_none_at_all() -> None:
    assert first_player_wins(layouts(3, seed=3).astype(np.uint8)).tolist() == (
        first_player_wins(layouts(3, seed=3).tolist()).tolist()
    )
    assert first_player_wins(np.empty((0, 16), np.int64)).tolist() == []


def test_a_full_board() -> None:
    """O10, seen by the player who would move next: rows of two and two, without a pattern."""
    first, second, c1 = 0xC3C3, 0x3C3C, 2
    assert best(PLAIN, first, second, c1) == -1
    assert best(PLAIN, first, second, c1, "draw") == 0
    assert values(PLAIN, first, second, c1) == [None] * 16


@pytest.mark.parametrize("rule", RULES)
def test_a_blocked_player(rule: FullBoard) -> None:
    """O9: after a1 only its row and its column match, and they are taken."""
    b1_c1_a2, a1_d1_a3_a4 = 0x0016, 0x1109
    assert best(PLAIN, b1_c1_a2, a1_d1_a3_a4, 0, rule) == 7 - 17
    assert values(PLAIN, b1_c1_a2, a1_d1_a3_a4, 0, rule) == [None] * 16


@pytest.mark.parametrize(
    ("layouts", "sentence"),
    [
        (PLAIN, r"rows of 16 tiles, not an array of shape \(16,\)\."),
        ([range(15)], r"rows of 16 tiles, not an array of shape \(1, 15\)\."),
        ([[tile + 0.0 for tile in PLAIN]], r"whole numbers, not float64\."),
        ([PLAIN, (0, *PLAIN[:-1])], r"each tile from 0 to 15 exactly once\."),
        ([range(1, 17)], r"each tile from 0 to 15 exactly once\."),
    ],
)
def test_bad_layouts_get_a_sentence(layouts: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        first_player_wins(layouts)
    with pytest.raises(ValueError, match=sentence):
        verdicts(layouts)


def test_a_bad_layout_of_one_round_gets_a_sentence() -> None:
    for call in (values, best):
        with pytest.raises(ValueError, match="rows of 16 tiles"):
            call(PLAIN[1:], 0, 0, -1)
    with pytest.raises(ValueError, match="rows of 16 tiles"):
        winning_openings([])


def test_unknown_rule_gets_a_sentence() -> None:
    rule: Any = "maybe"
    calls: list[Callable[[], object]] = [
        lambda: first_player_wins([PLAIN], rule),
        lambda: winning_openings(PLAIN, rule),
        lambda: values(PLAIN, 0, 0, -1, rule),
        lambda: best(PLAIN, 0, 0, -1, rule),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"full_board must be one of last_mover, draw, not 'maybe'\."):
            call()


@pytest.mark.parametrize(
    ("mine", "theirs", "last", "sentence"),
    [
        (1 << 16, 1, 0, "masks of 16 bits"),
        (-1, 1, 0, "masks of 16 bits"),
        (1, 1, 0, "without a common square"),
        (0b110, 1, 0, "take turns"),
        (0, 0b11, 0, "take turns"),
        (0b10, 1, 1, "must hold a geisha of the opponent"),
        (0b10, 1, -1, "must hold a geisha of the opponent"),
        (0b10, 1, 16, "must hold a geisha of the opponent"),
        (0b10, 1, -2, "must hold a geisha of the opponent"),
        (0x0170, 0x000F, 0, "the round is over"),
        (0x000F, 0x0170, 4, "the round is over"),
    ],
)
def test_impossible_positions_get_a_sentence(mine: int, theirs: int, last: int, sentence: str) -> None:
    for call in (values, best):
        with pytest.raises(ValueError, match=sentence):
            call(PLAIN, mine, theirs, last)
