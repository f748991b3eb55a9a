"""Puzzles of Okiya: what makes one, positions that are the same, and the proof line."""

from random import Random
from typing import Any

import pytest

from hanamachi.core.value import Value
from hanamachi.games import GAMES
from hanamachi.games.okiya.moves import Scoring
from hanamachi.games.okiya.solver import solve
from hanamachi.puzzles.okiya.subject import kind_of
from hanamachi.puzzles.okiya.symmetry import TURNS, canonical
from hanamachi.puzzles.opened import OpenedPuzzle
from hanamachi.puzzles.puzzle import shipped

OKIYA = GAMES["okiya"]


def win(plies: int) -> Value:
    return Value("win", plies)


def loss(plies: int) -> Value:
    return Value("loss", plies)


DRAW = Value("draw", 8)


@pytest.mark.parametrize(
    ("values", "points", "kind"),
    [
        ([win(3), win(5), loss(2)], False, "win_in"),
        ([win(3), win(3), loss(2)], False, None),  # two are best
        ([win(1), win(5), loss(2)], False, None),  # it wins at once
        ([win(3), win(5), win(7)], False, None),  # no move is wrong
        ([win(11), win(13), loss(2)], False, None),  # too long
        ([win(5), loss(4), loss(6)], False, "only_move"),
        ([win(5), loss(2), loss(2)], False, "save"),
        ([DRAW, loss(4), loss(6)], False, "save"),
        ([win(5), DRAW, loss(6)], False, None),  # the draw is no loss
        ([loss(8), loss(6), loss(2)], False, None),
        ([win(3), win(5), loss(2)], True, "points"),
        ([win(3), loss(4), loss(2)], True, None),
    ],
)
def test_what_a_position_asks(values: list[Value], points: bool, kind: str | None) -> None:
    assert kind_of(values, points) == kind


def some_state(seed: int) -> Any:
    dice = Random(seed)
    state: Any = OKIYA.start(2, OKIYA.options())
    for _ in range(23):
        following = state.play(state.draw(dice) if state.actor == -1 else dice.choice(state.moves()))
        if following.todo and isinstance(following.todo[0], Scoring):
            break
        state = following
    return state


def disguised(state: Any, dice: Random) -> Any:
    """The same position, turned, with other plants and features, and the houses exchanged."""
    turn, plants, features = dice.choice(TURNS), dice.sample(range(4), 4), dice.sample(range(4), 4)
    place = {old: new for new, old in enumerate(turn)}
    layout = tuple(4 * plants[state.layout[old] // 4] + features[state.layout[old] % 4] for old in turn)

    def moved(geishas: int) -> int:
        return sum(1 << place[at] for at in range(16) if geishas >> at & 1)

    one, other = map(moved, state.geishas)
    fields = {"layout": layout, "last": place[state.last], "geishas": (other, one)}
    step = type(state.todo[0])(1 - state.todo[0].seat)
    from msgspec.structs import replace

    return replace(state, todo=(step,), starter=1 - state.starter, **fields)


@pytest.mark.parametrize("seed", range(8))
def test_a_disguised_position_is_the_same(seed: int) -> None:
    state, dice = some_state(seed), Random(seed)
    other = disguised(state, dice)
    assert canonical(other) == canonical(state)
    assert sorted(each.plies for each in solve(other).moves.values()) == sorted(
        each.plies for each in solve(state).moves.values()
    )
    assert canonical(some_state(seed + 100)) != canonical(state)


def test_the_proof_has_every_answer_and_a_winning_reply_to_each() -> None:
    puzzle = next(each for each in shipped(OKIYA) if each.line.kind == "only_move")
    opened = OpenedPuzzle(puzzle, "en")
    found = opened.judge(opened.right[0])
    after = opened.position.state.play(opened.moves[opened.right[0]])
    assert [reply["theirs"] for reply in found.proof["replies"]] == list(after.moves())
    for reply in found.proof["replies"]:
        then = after.play(reply["theirs"])
        value = solve(then).moves[reply["mine"].square]
        assert (value.result, value.plies) == ("win", reply["plies"])
