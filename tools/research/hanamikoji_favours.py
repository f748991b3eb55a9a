"""Compute the value table of Hanamikoji: what the art tokens are worth between rounds, for the student.

It is self-play, backwards: with one round to come, then with two, and for each undecided state of the tokens,
flat Monte Carlo plays rounds against itself, and values their ends by the row before. An entry is the
starter's mean. Equal geishas can be exchanged, so only one state of each kind is played.

    python -m tools.research.hanamikoji_favours    writes the package's table anew
"""

import argparse
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
from numba import njit

from hanamachi.bots.hanamikoji.favours import MOST_LEFT, STATES, Favours, favour, worth
from hanamachi.bots.hanamikoji.playouts import choose
from hanamachi.bots.hanamikoji.student import FAVOURS, FROZEN
from hanamachi.games.hanamikoji.kernel import deal, forget, id_at, legal, nature, play
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES
from hanamachi.games.hanamikoji.pieces import ITEMS, VALUE
from hanamachi.games.kernels.rows import copy

SEED, ROUNDS_EACH, PLAYOUTS, LAST_ROUND = 20, 200, 6, 3
Kind = tuple[int, ...]  # the owner of each token: 0 (middle), 1 (the starter) or 2; equal geishas in order


@njit(nogil=True)
def mean_of_rounds(
    mine: int, theirs: int, left: int, favours: Favours, seed: int, rounds: int, playouts: int, bold: float
) -> float:
    """Play rounds from these tokens, with `left` rounds to come. Return their mean worth to the starter."""
    state, known = np.zeros(at.FIELDS, np.int64), np.empty(at.FIELDS, np.int64)
    moves, visits = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.int64)
    rng, total = np.empty(1, np.uint64), 0.0
    for i in range(rounds):
        rng[0] = np.uint64(seed * rounds + i) << np.uint64(32)
        state[at.RULES], state[at.STARTER], state[at.ROUND] = 0, 0, LAST_ROUND + 1 - left
        state[at.TOKENS], state[at.TOKENS + 1] = mine, theirs
        deal(state, rng)
        while state[at.ASKED] < at.DEAL:
            nature(state, rng)
            copy(state, known)
            held = forget(known)
            count = legal(state, moves)
            best = choose(known, held, playouts * count, bold, favours, rng, visits) if count > 1 else 0
            play(state, id_at(moves, best))
        total += worth(state, 0, favours)
    return total / rounds


def kind(number: int) -> Kind:
    """Return the representative of the state of the tokens with this number and all like it."""
    owners = [number // 3**item % 3 for item in ITEMS]
    return tuple(owner for _, owner in sorted(zip(VALUE, owners, strict=True)))


def masks(owners: Kind) -> tuple[int, int]:
    mine, theirs = (sum(1 << i for i in ITEMS if owners[i] == who) for who in (1, 2))
    return mine, theirs


def undecided(owners: Kind) -> bool:
    return not any(at.MEETS[mask] for mask in masks(owners))


def row(left: int, favours: Favours, rounds: int, playouts: int) -> Favours:
    """Return the values of all states with `left` rounds to come."""
    kinds = sorted({kind(number) for number in range(STATES)})
    kinds = [each for each in kinds if undecided(each)]
    with ThreadPoolExecutor(2) as pool:
        means = pool.map(lambda each: entry(each, left, favours, rounds, playouts), kinds)
        known = dict(zip(kinds, means, strict=True))
    return np.array([known.get(kind(number), 0.0) for number in range(STATES)])


def entry(owners: Kind, left: int, favours: Favours, rounds: int, playouts: int) -> float:
    return mean_of_rounds(*masks(owners), left, favours, SEED + left, rounds, playouts, FROZEN.bold)


def table(rounds: int, playouts: int) -> Favours:
    favours = np.zeros((MOST_LEFT, STATES))
    for left in range(1, MOST_LEFT + 1):
        started = time.perf_counter()
        favours[-left] = row(left, favours, rounds, playouts)
        print(f"{left} to come: {time.perf_counter() - started:.0f} s", *examples(favours[-left]), flush=True)
    return favours


def examples(values: Favours) -> list[str]:
    """Return the starter's share of wins with nothing, the 2s, the 5, and the 4 and the 5."""
    return [f"{(1 + values[favour(mask, 0)]) / 2:.3f}" for mask in (0, 0b111, 0b1000000, 0b1100000)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--rounds", type=int, default=ROUNDS_EACH, help="of each kind of state")
    parser.add_argument("--playouts", type=int, default=PLAYOUTS, help="for each legal move")
    given = parser.parse_args()
    np.save(FAVOURS, np.round(table(given.rounds, given.playouts)[::-1] * 1000).astype(np.int16))


if __name__ == "__main__":
    main()
