"""Ratings of who solves puzzles: what a first wrong answer costs, and how soon a rating fits its player."""

from math import sqrt
from random import Random

import pytest

from hanamachi.games import GAMES
from hanamachi.puzzles.puzzle import shipped
from hanamachi.server.puzzles.answers import SOLVER
from hanamachi.server.puzzles.progress import NEAREST
from hanamachi.server.puzzles.shelf import Shelf
from hanamachi.server.ratings.glicko import Rating, Score, rated

GAMES_OF_MANY = ("okiya", "hanamikoji")
SHELVES = {game: Shelf(GAMES[game], list(shipped(GAMES[game]))) for game in GAMES_OF_MANY}
USERS, TRIES = 30, 20


@pytest.mark.parametrize("game", GAMES_OF_MANY)
def test_a_first_wrong_answer_at_ones_level_costs_at_most_150_points(game: str) -> None:
    near = [each for each in SHELVES[game].ratings.values() if abs(each.rating - SOLVER.rating) <= 100]
    assert len(near) > 20
    costs = [SOLVER.rating - rated(SOLVER, [Score(each, 0.0)], 0.0).rating for each in near]
    assert 80 < min(costs) < max(costs) < 150


def off_after_tries(shelf: Shelf, skill: float, dice: Random) -> float:
    """Return by how much the rating of a user of this skill is off. The true strength of a puzzle differs from
    its first rating; the first puzzle is that of the day, the others are near the user's rating."""
    firsts, mine = dict(shelf.ratings), SOLVER
    truly = {puzzle: first.rating + dice.gauss(0, 100) for puzzle, first in firsts.items()}
    for tries in range(TRIES):
        order = sorted(firsts, key=lambda puzzle: (abs(firsts[puzzle].rating - mine.rating), puzzle))
        puzzle = dice.choice(order[:NEAREST] if tries else order)
        right = dice.random() < 1 / (1 + 10 ** ((truly[puzzle] - skill) / 400))
        mine = rated(mine, [Score(firsts.pop(puzzle), float(right))], 0.0)
    return mine.rating - skill


@pytest.mark.parametrize("game", GAMES_OF_MANY)
def test_a_rating_fits_its_player_after_20_puzzles(game: str) -> None:
    for skill, most in ((1000.0, 130.0), (1300.0, 110.0), (1500.0, 110.0), (1700.0, 110.0), (2000.0, 140.0)):
        off = [off_after_tries(SHELVES[game], skill, Random(f"{skill} {user}")) for user in range(USERS)]
        assert sqrt(sum(each**2 for each in off) / USERS) < most


def test_a_rating_is_as_sure_after_20_puzzles_as_one_of_games() -> None:
    mine = SOLVER
    for tries in range(TRIES):
        mine = rated(mine, [Score(Rating(mine.rating, 180.0), float(tries % 2))], 0.0)
    assert not mine.provisional
