"""Flat search with learned playouts: the worse half of the moves is dropped again and again.

Each lay of the unseen cards, and its chance, is shared by all moves that are still in question. A playout is
worth the result if the game is over, else the chance to win that the totals promise. With `care` so much of
its worth is place and lead instead: a game that is decided is played on for these. A move that the leaning
likes may be worth a little less: few playouts tell less than many festivals did.
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
HEED = np.array([0.0, 0.35, 0.6, 1.0])  # of the leaning, by festival, set by hand: early playouts differ less


@inner
def play_out(table: Table, move: int, weights: Weights, seat: int, care: float, chance: Chance) -> float:
    """Play a move and the rest of this festival as everybody leans. Return what comes of it for a seat."""
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
    """Return the chance to win, and in the measure of `care` place and lead."""
    return (1 - care) * won + care * place_and_lead(table, seat) if care else won


@inner
def liked(table: Table, weights: Weights, choices: Numbers, trust: float) -> Scores:
    """What a bonus each choice has for being likely, as its seat leans."""
    count, found = len(choices), np.empty(len(choices))
    score(table, weights, choices, count, np.empty(LOOK, np.int64), np.empty(f.MOST, np.int64), found)
    chances(found, count)
    for i in range(count):
        found[i] = trust * log(found[i] + FAINT)
    return found


@inner
def drop(alive: Numbers, count: int, sums: Scores, tries: Numbers, bonus: Scores) -> int:
    """The better half of those alive comes first; how many they are."""
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
    """The place of the best of the choices. `sums` and `tries` tell what each was worth, and how often."""
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
    """The place of the best choice, and the mean worth of each."""
    sums, tries = np.zeros(len(choices)), np.zeros(len(choices), np.int64)
    chance = np.array([seed], np.uint64)
    best = halve(tables, missing, choices, seat, weights, trust, care, playouts, sums, tries, chance)
    return best, sums / np.maximum(tries, 1)
