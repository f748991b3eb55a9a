"""Play whole random games, in threads."""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.cards import id_at
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.kernel.rounds import legal, nature, play, start, winner
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Ids
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry


@entry
def playout(state: Row, rng: Chance, buffer: Ids, counts: Row) -> int:
    """Play a random game to its end and return the winner. Count the decisions and their legal moves."""
    while True:
        n = legal(state, buffer)
        counts[0] += 1
        counts[1] += n
        play(state, id_at(buffer, below(rng, n)))
        nature(state, rng)
        if state[at.ASKED] == at.OVER:
            return winner(state)


@entry
def _random_games(rules: int, starter: int, seeds: Chance, winners: Row, counts: Row) -> None:
    state, buffer, rng = np.zeros(at.FIELDS, np.int64), np.empty(MOST_MOVES, np.int16), np.empty(1, np.uint64)
    for i in range(len(seeds)):
        rng[0] = seeds[i]
        start(state, rules, starter, rng)
        winners[i] = playout(state, rng, buffer, counts)


class Batch(NamedTuple):
    winners: Row  # by game: a seat, or NOBODY
    decisions: int
    choices: int  # the sum of the numbers of legal moves


def random_games(rules: int, starter: int, seeds: ArrayLike, threads: int = 2) -> Batch:
    """Play a random game for each seed, in threads. If the starter is -1 chance decides who starts."""
    words = np.array(seeds, np.uint64)
    winners, counts = np.empty(len(words), np.int64), np.zeros((threads, 2), np.int64)
    parts = [slice(len(words) * i // threads, len(words) * (i + 1) // threads) for i in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(
            pool.map(
                lambda part, n: _random_games(rules, starter, words[part], winners[part], n), parts, counts
            )
        )
    decisions, choices = counts.sum(axis=0).tolist()
    return Batch(winners, decisions, choices)


def warm() -> None:
    """Play one game, which compiles everything that games need."""
    random_games(0, at.NOBODY, [1], threads=1)
