"""Search by sequential halving, with playouts by the learned leaning (a linear softmax policy).

In each stage all remaining moves share the same deals of unseen cards and the same chance; then the worse
half is dropped. A playout is worth the result if the game is over, else the chance to win by the value table.
`care` is the share of its worth that comes from place and lead instead, for games that are decided. `trust`
is the prior weight: a bonus for moves that the policy likes, because few playouts tell less than many
training games.
"""

from math import log

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.mai_star.policy import facts as f
from hanamachi.bots.mai_star.policy.features import LOOK
from hanamachi.bots.mai_star.policy.leaning import Numbers, Scores, Weights, chances, lean, score
from hanamachi.bots.mai_star.standing import chance_to_win, place_and_lead, victory
from hanamachi.bots.mai_star.student import LONGEST
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.imagine import lay_unseen
from hanamachi.games.mai_star.kernel.layout import Table, Tables
from hanamachi.games.mai_star.kernel.rules import play

SEEDS = 1 << 31
FAINT = 1e-6
HEED = np.array([0.0, 0.35, 0.6, 1.0])  # of the prior by festival, set by hand: early playouts differ less


@inner
def play_out(table: Table, move: int, weights: Weights, seat: int, care: float, chance: Chance) -> float:
    """Play a move and the rest of this festival by the learned policy. Return its worth to a seat."""
    festival, moves = table.round, np.empty(at.MOST_MOVES, np.int64)
    seen, found = np.empty(LOOK, np.int64), np.empty(f.MOST, np.int64)
    scores = np.empty(at.MOST_MOVES)
    for _ in range(LONGEST):
        play(table, move, chance)
        if table.todo_count == 0:
            return worth(victory(table, seat), table, seat, care)
        if table.round != festival:
            break
        n = legal(table, moves)
        move = moves[lean(table, weights, moves, n, seen, found, scores, chance)]
    return worth(chance_to_win(table, festival, seat), table, seat, care)


@inner
def worth(won: float, table: Table, seat: int, care: float) -> float:
    """Return the chance to win, mixed with place and lead in the share `care`."""
    return (1 - care) * won + care * place_and_lead(table, seat) if care else won


@inner
def liked(table: Table, weights: Weights, choices: Numbers, trust: float) -> Scores:
    """Return each choice's prior bonus: `trust` times the logarithm of its probability by the policy."""
    count, found = len(choices), np.empty(len(choices))
    score(table, weights, choices, count, np.empty(LOOK, np.int64), np.empty(f.MOST, np.int64), found)
    chances(found, count)
    for i in range(count):
        found[i] = trust * log(found[i] + FAINT)
    return found


@inner
def drop(alive: Numbers, count: int, sums: Scores, tries: Numbers, bonus: Scores) -> int:
    """Sort the remaining moves, the best first. Return how many stay: the better half."""
    for i in range(1, count):
        move, j = alive[i], i
        merit = sums[move] / tries[move] + bonus[move]
        while j and sums[alive[j - 1]] / tries[alive[j - 1]] + bonus[alive[j - 1]] < merit:
            alive[j] = alive[j - 1]
            j -= 1
        alive[j] = move
    return (count + 1) // 2


@entry
def halve(
    tables: Tables,
    missing: Numbers,
    choices: Numbers,
    seat: int,
    weights: Weights,
    trust: float,
    care: float,
    playouts: int,
    sums: Scores,
    tries: Numbers,
    chance: Chance,
) -> int:
    """Return the place of the best choice. `sums` and `tries` receive the worth of each, and its playouts."""
    count, stages = len(choices), 0
    alive, laid, work = np.arange(count), np.empty_like(tables), np.empty_like(tables)
    own, bonus = np.empty(1, np.uint64), liked(tables[0], weights, choices, trust * HEED[tables[0].round])
    while 1 << stages < count:
        stages += 1
    for _ in range(stages):
        for _ in range(max(1, playouts // (stages * count))):
            laid[0] = tables[0]
            lay_unseen(laid[0], missing, chance)
            seed = below(chance, SEEDS)
            for i in range(count):
                work[0], own[0] = laid[0], seed
                sums[alive[i]] += play_out(work[0], choices[alive[i]], weights, seat, care, own)
                tries[alive[i]] += 1
        count = drop(alive, count, sums, tries, bonus)
    return int(alive[0])


Found = NDArray[np.float64]


def search(
    tables: Tables,
    missing: Numbers,
    choices: Numbers,
    seat: int,
    weights: Weights,
    playouts: int,
    seed: int,
    trust: float,
    care: float = 0.0,
) -> tuple[int, Found]:
    """Return the place of the best choice, and the mean worth of each."""
    sums, tries = np.zeros(len(choices)), np.zeros(len(choices), np.int64)
    chance = np.array([seed], np.uint64)
    best = halve(tables, missing, choices, seat, weights, trust, care, playouts, sums, tries, chance)
    return best, sums / np.maximum(tries, 1)
