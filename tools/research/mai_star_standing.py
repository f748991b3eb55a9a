"""Fit the value table of Mai-Star in Management mode: the odds to win by totals and the next starter.

Games of self-play by the leaning (a linear softmax policy) are played; then the log odds to win after one
festival and after two are fitted by Newton's method: so much for each point, so much for each place after the
starter.

    python -m tools.research.mai_star_standing    writes the package's numbers anew (five minutes)
"""

import argparse
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights, lean, room
from hanamachi.bots.mai_star.policy.trained import trained
from hanamachi.bots.mai_star.standing import FEWEST, MOST, SHEET, Promise, Sheet, victory, write
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.layout import Moves, Tables
from hanamachi.games.mai_star.kernel.rules import play, start
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options
from hanamachi.games.mai_star.pieces import ROUNDS

SEED, GAMES, STEPS = 5, 200_000, 30
Values = NDArray[np.float64]
Paper = tuple[Moves, Numbers, Numbers, Scores]  # working arrays of a game


class Played(NamedTuple):
    """By game: the standing after each festival but the last, and the winners."""

    totals: Values  # by festival and seat
    starters: NDArray[np.int64]  # of the festival that followed
    won: Values  # by seat


@entry
def play_games(tables: Tables, weights: Weights, paper: Paper, chance: Chance, played: Played) -> None:
    moves, seen, found, scores = paper
    work = np.empty_like(tables)
    for game in range(len(played.won)):
        work[0] = tables[0]
        table = work[0]
        start(table, chance)
        while table.todo_count:
            festival, n = table.round, legal(table, moves)
            play(table, moves[lean(table, weights, moves, n, seen, found, scores, chance)], chance)
            if table.round != festival:
                played.totals[game, festival - 1] = table.totals[: table.seats]
                played.starters[game, festival - 1] = table.starter
        for seat in range(table.seats):
            played.won[game, seat] = victory(table, seat)


def self_play(seats: int, games: int) -> Played:
    between = ROUNDS - 1
    played = Played(
        np.zeros((games, between, seats)), np.zeros((games, between), np.int64), np.zeros((games, seats))
    )
    tables = empty_tables(1, seats, Options(management=True))
    play_games(tables, trained(), room(), np.array([SEED], np.uint64), played)
    return played


def fit(totals: Values, starters: NDArray[np.int64], won: Values) -> Promise:
    """Return the likeliest odds after one festival. The starter's place counts 0."""
    seats = won.shape[1]
    places = (np.arange(seats) - starters[:, None]) % seats
    told = np.stack([totals, *(places == place for place in range(1, seats))], axis=2).astype(float)
    found = np.zeros(seats)
    for _ in range(STEPS):
        odds = told @ found
        chance = np.exp(odds - odds.max(axis=1, keepdims=True))
        chance /= chance.sum(axis=1, keepdims=True)
        mean = (chance[:, :, None] * told).sum(axis=1)
        slope = ((won - chance)[:, :, None] * told).sum(axis=(0, 1))
        curve = np.einsum("gs,gsi,gsj->ij", chance, told, told, optimize=True) - mean.T @ mean
        found += np.linalg.solve(curve, slope)
    point, *others = (round(float(each), 4) for each in found)
    return Promise(point, (0.0, *others))


def learned(seats: int, games: int) -> tuple[Promise, Promise]:
    played = self_play(seats, games)
    one, two = (fit(played.totals[:, n], played.starters[:, n], played.won) for n in range(ROUNDS - 1))
    print(f"{seats} seats: {one}; {two}", flush=True)
    return one, two


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES, help="for each number of seats")
    games = parser.parse_args().games
    write(SHEET, Sheet({seats: learned(seats, games) for seats in range(FEWEST, MOST + 1)}, games))


if __name__ == "__main__":
    main()
