"""Walks with exact values: they agree with the solver, step by step, turned and mirrored, in every mode."""

from random import Random
from typing import Any

import pytest

from hanamachi.core.game import Move
from hanamachi.core.words import Refusal
from hanamachi.explorer.exact import MOST, BadStep, Walked, any_layout
from hanamachi.games import GAMES
from hanamachi.games.okiya.moves import Take
from hanamachi.games.okiya.solver import solve

OKIYA = GAMES["okiya"]
MODES: list[dict[str, Any]] = [{}, {"match": "points"}, {"full_board": "draw"}, {"match": "series"}]
LAYOUT = any_layout(OKIYA, Random(1))


def walked(steps: list[str], layout: str = LAYOUT, lang: str = "en", **options: Any) -> Walked:
    return Walked(OKIYA, OKIYA.options(**options), layout, steps, lang)


def square(move: Move) -> int:
    assert isinstance(move, Take)
    return move.square


def at_random(dice: Random, layout: str, **options: Any) -> Walked:
    """A round to its end, or to a moment before it."""
    here, steps = walked([], layout, **options), list[str]()
    for _ in range(dice.randrange(16)):
        if here.seat is None:
            break
        steps.append(OKIYA.text.write(dice.choice(here.worths)[0]))
        here = walked(steps, layout, **options)
    return here


@pytest.mark.parametrize("options", MODES, ids=str)
def test_every_value_is_the_solvers(options: dict[str, Any]) -> None:
    dice = Random(7)
    for _ in range(6):
        here = at_random(dice, any_layout(OKIYA, dice), **options)
        if here.seat is not None:
            solution = solve(here.state)
            assert {square(move): value for move, value in here.worths} == solution.moves
            assert here.worths[0][1] == solution.best
        for state, (seat, move, value, best) in zip(here.states, here.taken(), strict=False):
            solution = solve(state)
            assert (seat, value) == (state.todo[0].seat, solution.moves[square(move)])
            assert best == (value == solution.best)


@pytest.mark.parametrize("options", MODES, ids=str)
def test_a_turned_garden_has_the_same_values(options: dict[str, Any]) -> None:
    dice = Random(3)
    for _ in range(4):
        here = at_random(dice, any_layout(OKIYA, dice), **options)
        for place in here.turned().values():
            there = walked(place.moves, place.layout, **options)
            assert (there.seat, bool(there.end)) == (here.seat, bool(here.end))
            assert sorted(map(str, dict(there.worths).values())) == sorted(
                map(str, dict(here.worths).values())
            )
            assert [each[2:] for each in there.taken()] == [each[2:] for each in here.taken()]


def test_four_quarter_turns_and_two_mirrors_lead_back() -> None:
    here = at_random(Random(5), LAYOUT)
    for turn, times in (("turn", 4), ("mirror", 2)):
        there, seen = here, set[str]()
        for _ in range(times):
            place = there.turned()[turn]
            seen.add(place.layout)
            there = walked(place.moves, place.layout)
        assert (there.layout, there.moves) == (here.layout, here.moves)
        assert len(seen) == times


def test_a_round_ends_in_words_of_every_language() -> None:
    dice = Random(2)
    steps, here = list[str](), walked([])
    while here.seat is not None:
        steps.append(OKIYA.text.write(dice.choice(here.worths)[0]))
        here = walked(steps)
    ends = {walked(steps, lang=lang).end for lang in ("en", "fr", "pl")}
    assert len(ends) == 3
    assert all(ends)
    assert here.worths == []
    with pytest.raises(BadStep) as refused:
        walked([*steps, "a1"])
    assert refused.value.reason == "walk_is_over"


@pytest.mark.parametrize(
    ("steps", "reason"),
    [(["b2"], "bad_move"), (["e9"], "bad_move"), (["lay pine sun"], "bad_move"), (["a1", "a1"], "bad_move")],
)
def test_a_bad_step_is_refused_by_its_number(steps: list[str], reason: str) -> None:
    with pytest.raises(BadStep) as refused:
        walked(steps)
    assert (refused.value.reason, refused.value.facts["number"]) == (reason, len(steps))


def test_a_walk_of_a_thousand_steps_is_refused() -> None:
    with pytest.raises(BadStep) as refused:
        walked(["a1"] * 1000)
    assert (refused.value.reason, refused.value.facts) == ("too_many_steps", {"most": MOST})


@pytest.mark.parametrize("layout", ["", "short", "UUUUUUUUU", "ZZZZZZZZZ"])
def test_a_code_that_is_none_is_refused(layout: str) -> None:
    with pytest.raises(Refusal):
        walked([], layout)
