"""Play games on the kernel: one decision at a time, or many random games in threads."""

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
    """Play random moves to the end of each game. The tally counts decisions and their legal moves."""
    moves = np.empty(at.MOST_MOVES, np.int64)
    for i in range(len(tables)):
        table, chance = tables[i], chances[i : i + 1]
        while table.todo_count:
            choices = legal(table, moves)
            tally[i, 0] += 1
            tally[i, 1] += choices
            play(table, moves[throw(chance, choices)], chance)


class Position:
    """One table, decision by decision. Nature's answers follow from its seed."""

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
        """Return every legal move as a number; none when the game is over."""
        if self.over:
            return []
        legal_moves: list[int] = self._buffer[: _legal(self.tables, self._buffer)].tolist()
        return legal_moves

    def play(self, move: int) -> None:
        """Play a move. It must be legal: the kernel does not check it."""
        _play(self.tables, move, self.chance)


class Played(NamedTuple):
    tables: Tables  # at the end of the games
    decisions: int
    choices: int  # the sum of the numbers of legal moves


def random_games(seats: int, options: Options, seeds: Sequence[int], threads: int = THREADS) -> Played:
    """Play a random game for each seed. The results do not depend on the number of threads."""
    tables = empty_tables(len(seeds), seats, options)
    chances = np.array(seeds, np.uint64)
    _start(tables, chances)
    return random_ends(tables, chances, threads)


def random_ends(tables: Tables, chances: Chance, threads: int = THREADS) -> Played:
    """Play random moves from each table on, in place."""
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
    """Return the rank of each seat at each finished table (M32); 1 is best, and 0 means no such seat."""
    keys = tables["totals"].astype(np.int64) * 100 - tables["left"]
    there = np.arange(keys.shape[1]) < tables["seats"][:, np.newaxis]
    better = (keys[:, np.newaxis, :] > keys[:, :, np.newaxis]) & there[:, np.newaxis, :]
    found: NDArray[np.int64] = np.where(there, 1 + better.sum(axis=2), 0)
    return found


def warm() -> None:
    """Play one game, which compiles what games need, and one decision, which compiles the rest."""
    random_games(3, Options(), [1], threads=1)
    position = Position.of_new_game(3, Options(), 1)
    position.play(position.moves()[0])
