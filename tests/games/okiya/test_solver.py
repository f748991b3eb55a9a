"""What the solver says of a round, and of what is no round."""

import pytest

from hanamachi.core.options import choose
from hanamachi.core.table import Table
from hanamachi.games.okiya import GAME
from hanamachi.games.okiya.rules import State, start
from hanamachi.games.okiya.solver import NotSolvable, solve


def test_before_the_garden_is_laid_there_is_nothing_to_solve() -> None:
    with pytest.raises(NotSolvable):
        solve(start(2, GAME.options()))


@pytest.mark.parametrize("match", ["series", "points"])
def test_points_are_told_where_they_count(match: str) -> None:
    table = Table.begin(
        GAME, ["Mika", "Rin"], choose(GAME.options, {"match": match}), bytes(32), ["", ""]
    ).deal()
    assert isinstance(table.state, State)
    solution = solve(table.state)
    values = solution.moves.values()
    assert {solution.moves[take.square] for take in solution.best_moves()} == {solution.best}
    assert all((value.points is None) == (match == "series") for value in values)
    assert {"win": 1, "loss": -1}.items() >= {
        (value.result, value.points // abs(value.points)) for value in values if value.points
    }
