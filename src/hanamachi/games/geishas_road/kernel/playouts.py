"""Play random games to their end, many at a time."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import legal, play
from hanamachi.games.geishas_road.kernel.chance import below
from hanamachi.games.geishas_road.kernel.layout import NONE, Row, Rows
from hanamachi.games.geishas_road.kernel.rounds import onward, set_up
from hanamachi.games.geishas_road.kernel.translate import new_table
from hanamachi.games.geishas_road.moves import Options
from hanamachi.games.kernels.compiling import entry, inner

BATCH = 256  # rows that a thread takes at a time
THREADS = 2


@entry("void(i8[::1])")
def begin(row: Row) -> None:
    """Start a new game from the row's options and CHANCE, up to the first decision."""
    row[at.NOW], row[at.ROUND], row[at.RESULT], row[at.RULE] = at.ACTING, 1, NONE, NONE
    row[at.TOTAL] = row[at.TOTAL + 1] = 0
    set_up(row)
    onward(row)


@inner("void(i8[::1], i8[::1], i8[::1])")
def _to_the_end(row: Row, answers: Row, counts: Row) -> None:
    """Play random legal answers until the game is over. Count the decisions and their legal answers."""
    while row[at.NOW] != at.OVER:
        n = legal(row, answers)
        counts[0] += 1
        counts[1] += n
        play(row, answers[below(row, n)])


@entry("void(i8[:, ::1], i8[::1])")
def _play_out(rows: Rows, counts: Row) -> None:
    answers = np.empty(at.MOST, np.int64)
    for i in range(len(rows)):
        _to_the_end(rows[i], answers, counts)


@entry("void(i8[::1], i8, i8, i8[::1])")
def _games(table: Row, games: int, seed: int, counts: Row) -> None:
    answers, row = np.empty(at.MOST, np.int64), table.copy()
    for game in range(games):
        row[:] = table
        row[at.CHANCE] = seed + game
        begin(row)
        _to_the_end(row, answers, counts)
        counts[2] += row[at.TOTAL] + row[at.TOTAL + 1]
        counts[3 + row[at.RESULT]] += 1


def random_games(table: Row, games: int, seed: int) -> list[int]:
    """Play random games with the seeds from `seed` on. Return the counts of decisions and legal answers, the
    points of both players, and how often the first, the second and both have won."""
    counts = np.zeros(6, np.int64)
    _games(table, games, seed, counts)
    found: list[int] = counts.tolist()
    return found


def play_out(rows: Rows) -> None:
    """Play each row to the end of its game, in place, by its own CHANCE, in two threads."""
    parts = [rows[i : i + BATCH] for i in range(0, len(rows), BATCH)]
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda part: _play_out(part, np.zeros(2, np.int64)), parts))


def warm() -> None:
    """Play one game, and play out no rows, which compiles the rest."""
    random_games(new_table(Options(), 1), 1, 1)
    _play_out(np.empty((0, at.WIDTH), np.int64), np.zeros(2, np.int64))
