"""Games on the kernel: one decision at a time, or many games of random moves in threads."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import throw
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.layout import Moves, Tables
from hanamachi.games.mai_star.kernel.rules import play, start
from hanamachi.games.mai_star.kernel.translate import empty_tables
from hanamachi.games.mai_star.moves import Options

BATCH = 64  # games that a thread takes at a time
THREADS = 2


@entry
def _legal(tables: Tables, moves: Moves) -> int:
    return legal(tables[0], moves)


@entry
def _play(tables: Tables, move: int, chance: Chance) -> None:
    play(tables[0], move, chance)


@entry
def _start(tables: Tables, chances: Chance) -> None:
    for i in range(len(tables)):
        start(tables[i], chances[i : i + 1])


@entry
def _random_ends(tables: Tables, chances: Chance, tally: NDArray[np.int64]) -> None:
    """Random moves to the end of each game. The tally counts decisions and the moves they had."""
    moves = np.empty(at.MOST_MOVES, np.int64)
    for i in range(len(tables)):
        table, chance = tables[i], chances[i : i + 1]
        while table.todo_count:
            choices = legal(table, moves)
            tally[i, 0] += 1
            tally[i, 1] += choices
            play(table, moves[throw(chance, choices)], chance)


class Position:
    """One table, decision by decision. Nature's answers come from the chance of its seed."""

    def __init__(self, tables: Tables, seed: int) -> None:
        self.tables = tables
        self.chance = np.array([seed], np.uint64)
        self._buffer = np.empty(at.MOST_MOVES, np.int64)

    @classmethod
    def of_new_game(cls, seats: int, options: Options, seed: int) -> "Position":
        position = cls(empty_tables(1, seats, options), seed)
        _start(position.tables, position.chance)
        return position

    @property
    def over(self) -> bool:
        return not self.tables[0]["todo_count"]

    def moves(self) -> list[int]:
        """Every legal move as a number; none when the game is over."""
        if self.over:
            return []
        legal_moves: list[int] = self._buffer[: _legal(self.tables, self._buffer)].tolist()
        return legal_moves

    def play(self, move: int) -> None:
        """A legal move; the kernel trusts its caller."""
        _play(self.tables, move, self.chance)


class Played(NamedTuple):
    tables: Tables  # as they were at the end
    decisions: int
    choices: int  # the sum of the numbers of legal moves


def random_games(seats: int, options: Options, seeds: Sequence[int], threads: int = THREADS) -> Played:
    """A game of random moves for each seed. The results do not depend on the number of threads."""
    tables = empty_tables(len(seeds), seats, options)
    chances = np.array(seeds, np.uint64)
    _start(tables, chances)
    return random_ends(tables, chances, threads)


def random_ends(tables: Tables, chances: Chance, threads: int = THREADS) -> Played:
    """Random moves from each table on, in place."""
    tally = np.zeros((len(tables), 2), np.int64)
    parts = [slice(i, i + BATCH) for i in range(0, len(tables), BATCH)]
    if threads == 1:
        _random_ends(tables, chances, tally)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(lambda part: _random_ends(tables[part], chances[part], tally[part]), parts))
    decisions, choices = tally.sum(axis=0).tolist()
    return Played(tables, decisions, choices)


def ranks(tables: Tables) -> NDArray[np.int64]:
    """M32: the rank of each seat at each table where the game is over; 1 is best. No seat: 0."""
    keys = tables["totals"].astype(np.int64) * 100 - tables["left"]
    there = np.arange(keys.shape[1]) < tables["seats"][:, np.newaxis]
    better = (keys[:, np.newaxis, :] > keys[:, :, np.newaxis]) & there[:, np.newaxis, :]
    found: NDArray[np.int64] = np.where(there, 1 + better.sum(axis=2), 0)
    return found


def warm() -> None:
    """A game compiles all that is needed for one, a position what is needed for a decision."""
    random_games(3, Options(), [1], threads=1)
    position = Position.of_new_game(3, Options(), 1)
    position.play(position.moves()[0])
