"""Okiya in rows of whole numbers: a round laid, played and scored, up to the end of the match.

Bit s of a mask is square s. Four masks of 16 bits, by plant or by feature, stand in one word.
"""

from typing import Any

import numpy as np

from hanamachi.adapters.boards.board import (
    FAIR,
    NOBODY,
    ON,
    OVER,
    Ends,
    Ids,
    Numbers,
    Rewards,
    Seats,
    Sights,
    Words,
    digits,
    pay,
)
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import Seat
from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.chance import below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.okiya.kernel import BORDER, COMPLETING
from hanamachi.games.okiya.pieces import GARDEN
from hanamachi.games.okiya.rules import SERIES

PLANTS, FEATURES = 0, 1  # which squares have each: four masks in a word
TILES = 2  # four bits a square
GEISHAS = 3  # by seat
LAST, SEAT, STARTER = 5, 6, 7
SCORE = 8  # by seat
WINNER = 10  # of the match, once it is over
MATCH, TARGET, FULL_WINS = 11, 12, 13  # the options
FIELDS = 14
SINGLE, IN_SERIES, BY_POINTS = range(3)
MATCHES = ("single", "series", "points")
SQUARES = 16

AT = {field.name: field.offset for field in layout(setting("okiya")).fields}
ASKED, STARTS, PLANTS_AT, FEATURES_AT = AT["asked"], AT["starter"], AT["plants"], AT["features"]
GEISHAS_AT, LAST_AT, SCORE_AT = AT["geishas"], AT["last"], AT["score"]
OVER_AT, WINNERS = AT["over"], AT["winners"]


@inner
def begin(row: Any, chance: Words) -> None:
    row[SCORE] = row[SCORE + 1] = 0
    row[WINNER] = NOBODY
    lay(row, below(chance, 2), chance)


@inner
def lay(row: Any, starter: int, chance: Words) -> None:
    """A new garden, tile by tile (O2)."""
    unlaid = GARDEN
    row[PLANTS] = row[FEATURES] = row[TILES] = row[GEISHAS] = row[GEISHAS + 1] = 0
    for square in range(SQUARES):
        rest = unlaid
        for _ in range(below(chance, SQUARES - square)):
            rest &= rest - 1
        tile = lowest(rest)
        unlaid ^= 1 << tile
        row[TILES] |= tile << 4 * square
        row[PLANTS] |= 1 << 16 * (tile // 4) + square
        row[FEATURES] |= 1 << 16 * (tile % 4) + square
    row[LAST], row[STARTER], row[SEAT] = NOBODY, starter, starter


@inner
def legal(row: Any) -> int:
    """The squares that may be taken (O4, O6)."""
    if row[LAST] < 0:
        return BORDER
    tile = row[TILES] >> 4 * row[LAST] & 15
    fits = row[PLANTS] >> 16 * (tile // 4) | row[FEATURES] >> 16 * (tile % 4)
    squares: int = fits & GARDEN & ~(row[GEISHAS] | row[GEISHAS + 1])
    return squares


@inner
def take(row: Any, square: int, chance: Words) -> None:
    """A square, and what follows: the next question, a new round or the end."""
    seat, mine = row[SEAT], row[GEISHAS + row[SEAT]]
    row[GEISHAS + seat] |= 1 << square
    row[LAST], row[SEAT] = square, 1 - seat
    taken = row[GEISHAS] | row[GEISHAS + 1]
    if COMPLETING[mine] >> square & 1:  # O7, O8
        score(row, seat, taken, chance)
    elif taken == GARDEN:  # O10
        score(row, seat if row[FULL_WINS] else NOBODY, taken, chance)
    elif not legal(row):  # O9
        score(row, seat, taken, chance)


@inner
def score(row: Any, winner: int, taken: int, chance: Words) -> None:
    if winner != NOBODY:
        left = SQUARES - count(taken)
        row[SCORE + winner] += left if row[MATCH] == BY_POINTS else 1
    decided = row[MATCH] == SINGLE or max(row[SCORE], row[SCORE + 1]) >= row[TARGET]
    if decided:
        lead = row[SCORE] - row[SCORE + 1]
        row[SEAT], row[WINNER] = NOBODY, NOBODY if lead == 0 else int(lead < 0)
    else:
        lay(row, 1 - (row[STARTER] if winner == NOBODY else winner), chance)  # O3, O10


@inner
def see(row: Any, seat: int, out: Any) -> None:
    out[:] = 0
    out[seat] = 1
    if row[SEAT] != NOBODY:
        out[ASKED + (row[SEAT] != seat)] = 1
    else:
        out[OVER_AT] = 1
        if row[WINNER] != NOBODY:
            out[WINNERS + (row[WINNER] != seat)] = 1
    out[STARTS + (row[STARTER] != seat)] = 1
    mine, theirs = row[GEISHAS + seat], row[GEISHAS + 1 - seat]
    for square in range(SQUARES):
        tile = row[TILES] >> 4 * square & 15
        out[PLANTS_AT + 4 * square + tile // 4] = 1
        out[FEATURES_AT + 4 * square + tile % 4] = 1
        out[GEISHAS_AT + square] = mine >> square & 1
        out[GEISHAS_AT + SQUARES + square] = theirs >> square & 1
    if row[LAST] >= 0:
        out[LAST_AT + row[LAST]] = 1
    digits(out, SCORE_AT, row[SCORE + seat])
    digits(out, SCORE_AT + 2, row[SCORE + 1 - seat])


@entry
def begin_all(rows: Numbers, chances: Words, ends: Ends, actors: Seats) -> None:
    for i in range(len(rows)):
        if ends[i] != ON:
            begin(rows[i], chances[i : i + 1])
            actors[i] = rows[i, SEAT]


@entry
def check_all(rows: Numbers, ids: Ids) -> int:
    for i in range(len(rows)):
        if not 0 <= ids[i] < SQUARES or not legal(rows[i]) >> ids[i] & 1:
            return i
    return FAIR


@entry
def step_all(rows: Numbers, chances: Words, ids: Ids, actors: Seats, rewards: Rewards, ends: Ends) -> None:
    for i in range(len(rows)):
        take(rows[i], ids[i], chances[i : i + 1])
        actors[i] = rows[i, SEAT]
        ends[i] = OVER if actors[i] == NOBODY else ON
        pay(rewards[i], rows[i, WINNER])


@entry
def see_all(rows: Numbers, seat: int, sights: Sights) -> None:
    for i in range(len(rows)):
        see(rows[i], seat, sights[i])


@entry
def look_all(rows: Numbers, sights: Sights, masks: Sights) -> None:
    for i in range(len(rows)):
        see(rows[i], max(rows[i, SEAT], 0), sights[i])
        squares = legal(rows[i]) if rows[i, SEAT] != NOBODY else 0
        for square in range(SQUARES):
            masks[i, square] = squares >> square & 1


@entry
def sample_all(rows: Numbers, dice: Words, ids: Ids) -> None:
    for i in range(len(rows)):
        squares = legal(rows[i])
        for _ in range(below(dice[i : i + 1], count(squares))):
            squares &= squares - 1
        ids[i] = lowest(squares)


class OkiyaBoard:
    def __init__(self, rows: Numbers, chances: Words, actors: Seats) -> None:
        self.rows, self.chances, self.actors = rows, chances, actors

    @classmethod
    def of(cls, setting: Setting, count: int) -> "OkiyaBoard":
        rows, options = np.zeros((count, FIELDS), np.int64), setting.options
        rows[:, MATCH] = MATCHES.index(options.match)
        rows[:, TARGET] = SERIES if options.match == "series" else options.target
        rows[:, FULL_WINS] = options.full_board == "last_mover"
        return cls(rows, np.zeros(count, np.uint64), np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "OkiyaBoard":
        return OkiyaBoard(self.rows[first:end], self.chances[first:end], self.actors[first:end])

    def begin(self, seeds: Words) -> None:
        self.chances[:] = seeds
        self.renew(np.full(len(self.rows), OVER, np.int8))

    def renew(self, ends: Ends) -> None:
        begin_all(self.rows, self.chances, ends, self.actors)

    def check(self, ids: Ids) -> int:
        return check_all(self.rows, ids)

    def step(self, ids: Ids, rewards: Rewards, ends: Ends) -> None:
        step_all(self.rows, self.chances, ids, self.actors, rewards, ends)

    def see(self, seat: Seat, sights: Sights) -> None:
        see_all(self.rows, seat, sights)

    def look(self, sights: Sights, masks: Sights) -> None:
        look_all(self.rows, sights, masks)

    def sample(self, dice: Words, ids: Ids) -> None:
        sample_all(self.rows, dice, ids)
