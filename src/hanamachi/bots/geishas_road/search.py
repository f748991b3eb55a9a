"""Flat Monte Carlo search: rate an answer by random playouts on tables that may be the true one."""

from collections.abc import Callable
from math import exp, log, sqrt
from typing import TypeAlias

import numpy as np
from numba import float64, int64, void
from numba.core.types import FunctionType
from numpy.typing import NDArray

from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import legal, play
from hanamachi.games.geishas_road.kernel.chance import any_of, below
from hanamachi.games.geishas_road.kernel.layout import NONE, Row, Rows
from hanamachi.games.geishas_road.kernel.rounds import draw
from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.compiling import entry, inner

Worths: TypeAlias = NDArray[np.float64]
Legal: TypeAlias = Callable[[Row, Row], int]
Play: TypeAlias = Callable[[Row, int], None]

# The rules are called by address, so that numba does not compile them into each function again.
ROW, ROWS = int64[::1], int64[:, ::1]
LEGAL, PLAY = FunctionType(int64(ROW, ROW)), FunctionType(void(ROW, int64))

LEAD = 3.0  # points of lead after a round that make odds of e : 1 to win the game
CURIOSITY = 0.5  # the weight of exploration in UCB1
FIRST = 10  # playouts of each answer before UCB1 compares them
STRIDE = 1_000_003  # between the seeds of two playouts


@entry("void(i8[::1], i8)")
def deal_anew(row: Row, seat: int) -> None:
    """Deal the cards that a seat does not see anew at random.

    Like `imagine` when no card has gone back into the deck: every way is equally likely.
    """
    rival = 1 - seat
    spots = (at.LEFT + rival, at.RIGHT + rival, at.OFFERED + row[at.DOWN + rival])
    hand, full = count(row[at.HAND + rival]), 0
    row[at.POOL] |= row[at.HAND + rival]
    row[at.HAND + rival] = 0
    for i in range(3 if row[at.DOWN + rival] != NONE else 2):
        if row[spots[i]] != NONE:
            row[at.POOL] |= 1 << row[spots[i]]
            row[spots[i]] = NONE
            full |= 1 << i
    for i in range(3):
        if full >> i & 1:
            row[spots[i]] = any_of(row, row[at.POOL])
            row[at.POOL] ^= 1 << row[spots[i]]
    for _ in range(hand):
        draw(row, rival)


@inner(float64(ROW, int64, int64, ROW, LEGAL, PLAY))
def _played_out(row: Row, seat: int, answer: int, answers: Row, legal: Legal, play: Play) -> float:
    """Return the worth to a seat of an answer followed by random play to the end of the round.

    That is the seat's chance to win the game, estimated from its lead.
    """
    now = row[at.ROUND]
    play(row, answer)
    while row[at.NOW] != at.OVER and row[at.ROUND] == now:
        play(row, answers[below(row, legal(row, answers))])
    if row[at.NOW] != at.OVER:
        lead = row[at.TOTAL + seat] - row[at.TOTAL + 1 - seat]
        odds: float = 1.0 / (1.0 + exp(-lead / LEAD))
        return odds
    if row[at.RESULT] == at.SHARED:
        return 0.5
    return 1.0 if row[at.RESULT] == seat else 0.0


@inner("i8(f8[::1], i8[::1], i8)")
def _most_promising(worths: Worths, tries: Row, playouts: int) -> int:
    """Return the answer with the highest upper confidence bound (UCB1)."""
    best, most = 0, -1.0
    for i in range(len(tries)):
        if tries[i] < FIRST:
            return i
        promise = worths[i] / tries[i] + CURIOSITY * sqrt(log(playouts) / tries[i])
        if promise > most:
            best, most = i, promise
    return best


@entry(void(ROWS, int64, int64, ROW, ROW, float64[::1], LEGAL, PLAY))
def _search(
    worlds: Rows, playouts: int, seed: int, answers: Row, tries: Row, worths: Worths, legal: Legal, play: Play
) -> None:
    seat, row, replies = worlds[0, at.SEAT], np.empty(at.WIDTH, np.int64), np.empty(at.MOST, np.int64)
    for done in range(playouts):
        i = _most_promising(worths, tries, done)
        world = tries[i] % len(worlds)
        for field in range(at.WIDTH):
            row[field] = worlds[world, field]
        row[at.CHANCE] = seed + STRIDE * tries[i]
        if len(worlds) == 1:
            deal_anew(row, seat)
        worths[i] += _played_out(row, seat, answers[i], replies, legal, play)
        tries[i] += 1


def search(worlds: Rows, playouts: int, seed: int) -> list[int]:
    """Return how often each legal answer of the seat to move was tried. The best one is tried most often.

    The worlds are tables that look the same to that seat, used one after another; a single one is dealt anew
    for each playout. The nth playouts of two answers meet the same world and the same chance.
    """
    answers = np.empty(at.MOST, np.int64)
    n = legal(worlds[0], answers)
    tries, worths = np.zeros(n, np.int64), np.zeros(n)
    _search(worlds, playouts, seed, answers, tries, worths, legal, play)
    found: list[int] = tries.tolist()
    return found
