"""Mai-Star's student: flat Monte Carlo (UCB1) on imagined tables, to the end of the festival.

Each playout deals the unseen cards anew and tries the move with the highest UCB. Every seat goes on for its
own good, by the weights of `weight`. A playout is worth the student's share by the standing then; `care` is
the share of place and lead instead. `Student` is the yardstick, `Steady` the level to play against.
"""

from collections.abc import Sequence
from math import exp, log, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.bot import Bot, Sure
from hanamachi.bots.mai_star.standing import CARE, decided, place_and_lead
from hanamachi.core.game import Move, Seat, Told
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.mai_star.kernel import layout as at
from hanamachi.games.mai_star.kernel.bits import throw
from hanamachi.games.mai_star.kernel.cards import now
from hanamachi.games.mai_star.kernel.choices import legal
from hanamachi.games.mai_star.kernel.imagine import lay_unseen, unseen_of
from hanamachi.games.mai_star.kernel.layout import Moves, Table, Tables
from hanamachi.games.mai_star.kernel.rules import play
from hanamachi.games.mai_star.kernel.translate import move_number
from hanamachi.games.mai_star.pieces import CITIZEN, MERCHANT, ROUNDS
from hanamachi.games.mai_star.view import MaiStarView

PLAYOUTS = 3000
CLOSE = 1500  # playouts that can tell a few points apart
CURIOSITY = 0.4  # the weight of exploration in UCB; values lie between 0 and 1
LEADS = np.array([3.0, 15.0, 20.0])  # points of lead that make a share of 95 %, after 3, 2 and 1 festivals
LONGEST = 2000  # decisions in a playout, which could be endless

Numbers = NDArray[np.int64]
Values = NDArray[np.float64]


def student(seed: int) -> Bot[MaiStarView]:
    return Student(seed)


class Student(Sure[MaiStarView]):
    def __init__(self, seed: int, playouts: int = PLAYOUTS) -> None:
        self.rng, self.playouts = Random(seed), playouts

    def choose(self, view: MaiStarView, moves: Sequence[Move], _story: Sequence[Told]) -> Move:
        if len(moves) == 1:
            return moves[0]
        assert view.seat is not None
        tables, missing = unseen_of(view)
        numbers = np.array([move_number(move) for move in moves])
        chance = np.array([self.rng.getrandbits(64)], np.uint64)
        return moves[self.best(tables, missing, numbers, view.seat, chance)]

    def best(self, tables: Tables, missing: Numbers, choices: Numbers, seat: Seat, chance: Chance) -> int:
        tries, _ = tried(tables, missing, choices, seat, self.playouts, 0.0, chance)
        return int(tries.argmax())


class Steady(Student):
    """A student that plays a decided game for place and lead."""

    def best(self, tables: Tables, missing: Numbers, choices: Numbers, seat: Seat, chance: Chance) -> int:
        tries, means = tried(tables, missing, choices, seat, self.playouts, 0.0, chance)
        if decided(means):
            playouts = max(self.playouts, CLOSE)
            tries, _ = tried(tables, missing, choices, seat, playouts, CARE, chance)
        return int(tries.argmax())


def tried(
    tables: Tables, missing: Numbers, choices: Numbers, seat: Seat, playouts: int, care: float, chance: Chance
) -> tuple[Values, Values]:
    """Return how often each of the choices was tried, and its mean worth."""
    tries, sums = np.zeros(len(choices)), np.zeros(len(choices))
    _search(tables, missing, choices, seat, playouts, care, tries, sums, chance)
    return tries, sums / np.maximum(tries, 1)


@entry
def _search(
    tables: Tables,
    missing: Numbers,
    choices: Numbers,
    seat: Seat,
    playouts: int,
    care: float,
    tries: Values,
    sums: Values,
    chance: Chance,
) -> None:
    """Count how often each of the choices is tried, and add up what came of it."""
    festival, work = tables[0].round, np.empty_like(tables)
    moves, weights = np.empty(at.MOST_MOVES, np.int64), np.empty(at.MOST_MOVES, np.int64)
    for n in range(playouts):
        work[0] = tables[0]
        table = work[0]
        lay_unseen(table, missing, chance)
        i = next_try(tries, sums, n)
        play_out(table, choices[i], moves, weights, chance)
        tries[i] += 1
        won = share(table, festival, seat)
        sums[i] += (1 - care) * won + care * place_and_lead(table, seat) if care else won


@inner
def next_try(tries: Values, sums: Values, n: int) -> int:
    """Return the next choice to try by UCB1: each once, then the highest upper bound."""
    best, most = 0, -1.0
    for i in range(len(tries)):
        if tries[i] == 0:
            return i
        bound = sums[i] / tries[i] + CURIOSITY * sqrt(log(n) / tries[i])
        if bound > most:
            best, most = i, bound
    return best


@inner
def play_out(table: Table, move: int, moves: Moves, weights: Numbers, chance: Chance) -> None:
    """Play a move, and the rest of this festival."""
    festival = table.round
    for _ in range(LONGEST):
        play(table, move, chance)
        if table.todo_count == 0 or table.round != festival:
            return
        move = moves[pick(table, moves, weights, chance)]


@inner
def share(table: Table, festival: int, seat: int) -> float:
    """Return the worth of the standing to a seat, from 0 to 1. It is a half if level with the best other
    seat."""
    best = 0
    for other in range(table.seats):
        if other != seat:
            best = max(best, table.totals[other])
    lead = table.totals[seat] - best
    return 1 / (1 + exp(-3 * lead / LEADS[ROUNDS - festival]))


@inner
def pick(table: Table, moves: Moves, weights: Numbers, chance: Chance) -> int:
    """Draw the index of a move by its weight."""
    choices, total = legal(table, moves), 0
    for i in range(choices):
        weights[i] = weight(table, moves[i] // at.KIND, moves[i] % at.KIND)
        total += weights[i]
    left, i = throw(chance, total), 0
    while left >= weights[i]:
        left -= weights[i]
        i += 1
    return i


@inner
def weight(table: Table, kind: int, fact: int) -> int:
    """Return the weight of a move for a seat that looks to its own good and no further."""
    step = now(table)
    seat = step >> at.SEAT_AT & 15
    if kind == at.GUEST:
        return int(20 + 10 * at.INCOMES[fact] * at.INCOMES[fact])
    if kind == at.ADVERTISE:
        return 40
    if kind in (at.INTRODUCE, at.SEARCH, at.EXCHANGE):
        return 3
    if kind == at.TARGET:
        return harm(table, at.CHARACTERS[step >> at.FACT_AT & 255], seat, fact)
    if kind in (at.BURY, at.DISCARD, at.REPLACE):
        return int(12 - at.INCOMES[fact])
    if kind == at.PICK:
        return int(1 + at.INCOMES[fact])
    if kind == at.DECLINE:
        return 20 if step & 15 == at.INTRODUCING else 4
    return 10  # which geisha, what to raise, to use, to cancel or to allow


@inner
def harm(table: Table, character: int, seat: int, target: int) -> int:
    """Return the weight of a target: other seats are robbed and burdened, the rich first."""
    if target == seat:
        return 1 if character in (CITIZEN, MERCHANT) else 0
    return int(10 + table.income[target])
