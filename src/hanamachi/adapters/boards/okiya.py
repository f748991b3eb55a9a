"""A batch of Okiya in rows of whole numbers: rounds are laid, played and scored until the match ends."""

from typing import Any

import numpy as np

from hanamachi.adapters.boards import board
from hanamachi.adapters.boards import okiya_layout as at
from hanamachi.adapters.setting import Setting, setting
from hanamachi.adapters.tensors import layout
from hanamachi.core.game import Seat
from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.chance import below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.okiya.kernel import BORDER, COMPLETING
from hanamachi.games.okiya.pieces import GARDEN, SERIES

AT = {field.name: field.offset for field in layout(setting("okiya")).fields}
ASKED, STARTS, PLANTS_AT, FEATURES_AT = AT["asked"], AT["starter"], AT["plants"], AT["features"]
GEISHAS_AT, LAST_AT, SCORE_AT = AT["geishas"], AT["last"], AT["score"]
OVER_AT, WINNERS = AT["over"], AT["winners"]


@inner
def begin(row: Any, chance: board.Words) -> None:
    row[at.SCORE] = row[at.SCORE + 1] = 0
    row[at.WINNER] = board.NOBODY
    lay(row, below(chance, 2), chance)


@inner
def lay(row: Any, starter: int, chance: board.Words) -> None:
    """Lay a new garden, tile by tile (O2)."""
    unlaid = GARDEN
    row[at.PLANTS] = row[at.FEATURES] = row[at.TILES] = row[at.GEISHAS] = row[at.GEISHAS + 1] = 0
    for square in range(at.SQUARES):
        rest = unlaid
        for _ in range(below(chance, at.SQUARES - square)):
            rest &= rest - 1
        tile = lowest(rest)
        unlaid ^= 1 << tile
        row[at.TILES] |= tile << 4 * square
        row[at.PLANTS] |= 1 << 16 * (tile // 4) + square
        row[at.FEATURES] |= 1 << 16 * (tile % 4) + square
    row[at.LAST], row[at.STARTER], row[at.SEAT] = board.NOBODY, starter, starter


@inner
def legal(row: Any) -> int:
    """Return the squares that may be taken, as bits (O4, O6)."""
    if row[at.LAST] < 0:
        return BORDER
    tile = row[at.TILES] >> 4 * row[at.LAST] & 15
    fits = row[at.PLANTS] >> 16 * (tile // 4) | row[at.FEATURES] >> 16 * (tile % 4)
    squares: int = fits & GARDEN & ~(row[at.GEISHAS] | row[at.GEISHAS + 1])
    return squares


@inner
def take(row: Any, square: int, chance: board.Words) -> None:
    """Take a square, and go on to the next question, a new round or the end."""
    seat, mine = row[at.SEAT], row[at.GEISHAS + row[at.SEAT]]
    row[at.GEISHAS + seat] |= 1 << square
    row[at.LAST], row[at.SEAT] = square, 1 - seat
    taken = row[at.GEISHAS] | row[at.GEISHAS + 1]
    if COMPLETING[mine] >> square & 1:  # O7, O8
        score(row, seat, taken, chance)
    elif taken == GARDEN:  # O10
        score(row, seat if row[at.FULL_WINS] else board.NOBODY, taken, chance)
    elif not legal(row):  # O9
        score(row, seat, taken, chance)


@inner
def score(row: Any, winner: int, taken: int, chance: board.Words) -> None:
    if winner != board.NOBODY:
        left = at.SQUARES - count(taken)
        row[at.SCORE + winner] += left if row[at.MATCH] == at.BY_POINTS else 1
    decided = row[at.MATCH] == at.SINGLE or max(row[at.SCORE], row[at.SCORE + 1]) >= row[at.TARGET]
    if decided:
        lead = row[at.SCORE] - row[at.SCORE + 1]
        row[at.SEAT], row[at.WINNER] = board.NOBODY, board.NOBODY if lead == 0 else int(lead < 0)
    else:
        lay(row, 1 - (row[at.STARTER] if winner == board.NOBODY else winner), chance)  # O3, O10


@inner
def see(row: Any, seat: int, out: Any) -> None:
    out[:] = 0
    out[seat] = 1
    if row[at.SEAT] != board.NOBODY:
        out[ASKED + (row[at.SEAT] != seat)] = 1
    else:
        out[OVER_AT] = 1
        if row[at.WINNER] != board.NOBODY:
            out[WINNERS + (row[at.WINNER] != seat)] = 1
    out[STARTS + (row[at.STARTER] != seat)] = 1
    mine, theirs = row[at.GEISHAS + seat], row[at.GEISHAS + 1 - seat]
    for square in range(at.SQUARES):
        tile = row[at.TILES] >> 4 * square & 15
        out[PLANTS_AT + 4 * square + tile // 4] = 1
        out[FEATURES_AT + 4 * square + tile % 4] = 1
        out[GEISHAS_AT + square] = mine >> square & 1
        out[GEISHAS_AT + at.SQUARES + square] = theirs >> square & 1
    if row[at.LAST] >= 0:
        out[LAST_AT + row[at.LAST]] = 1
    board.digits(out, SCORE_AT, row[at.SCORE + seat])
    board.digits(out, SCORE_AT + 2, row[at.SCORE + 1 - seat])


@entry
def begin_all(rows: board.Numbers, chances: board.Words, ends: board.Ends, actors: board.Seats) -> None:
    for i in range(len(rows)):
        if ends[i] != board.ON:
            begin(rows[i], chances[i : i + 1])
            actors[i] = rows[i, at.SEAT]


@entry
def check_all(rows: board.Numbers, ids: board.Ids) -> int:
    for i in range(len(rows)):
        if not 0 <= ids[i] < at.SQUARES or not legal(rows[i]) >> ids[i] & 1:
            return i
    return board.FAIR


@entry
def step_all(rows: board.Numbers, chances: board.Words, ids: board.Ids, news: board.News) -> None:
    for i in range(len(rows)):
        take(rows[i], ids[i], chances[i : i + 1])
        news.actors[i] = rows[i, at.SEAT]
        news.ends[i] = board.OVER if news.actors[i] == board.NOBODY else board.ON
        board.pay(news.rewards[i], rows[i, at.WINNER])


@entry
def see_all(rows: board.Numbers, seat: int, observations: board.Observations) -> None:
    for i in range(len(rows)):
        see(rows[i], seat, observations[i])


@entry
def look_all(rows: board.Numbers, observations: board.Observations, masks: board.Observations) -> None:
    for i in range(len(rows)):
        see(rows[i], max(rows[i, at.SEAT], 0), observations[i])
        squares = legal(rows[i]) if rows[i, at.SEAT] != board.NOBODY else 0
        for square in range(at.SQUARES):
            masks[i, square] = squares >> square & 1


@entry
def sample_all(rows: board.Numbers, dice: board.Words, ids: board.Ids) -> None:
    for i in range(len(rows)):
        squares = legal(rows[i])
        for _ in range(below(dice[i : i + 1], count(squares))):
            squares &= squares - 1
        ids[i] = lowest(squares)


class OkiyaBoard:
    def __init__(self, rows: board.Numbers, chances: board.Words, actors: board.Seats) -> None:
        self.rows, self.chances, self.actors = rows, chances, actors

    @classmethod
    def of(cls, setting: Setting, count: int) -> "OkiyaBoard":
        rows, options = np.zeros((count, at.FIELDS), np.int64), setting.options
        rows[:, at.MATCH] = at.MATCHES.index(options.match)
        rows[:, at.TARGET] = SERIES if options.match == "series" else options.target
        rows[:, at.FULL_WINS] = options.full_board == "last_mover"
        return cls(rows, np.zeros(count, np.uint64), np.zeros(count, np.int64))

    def part(self, first: int, end: int) -> "OkiyaBoard":
        return OkiyaBoard(self.rows[first:end], self.chances[first:end], self.actors[first:end])

    def begin(self, seeds: board.Words) -> None:
        self.chances[:] = seeds
        self.renew(np.full(len(self.rows), board.OVER, np.int8))

    def renew(self, ends: board.Ends) -> None:
        begin_all(self.rows, self.chances, ends, self.actors)

    def check(self, ids: board.Ids) -> int:
        return check_all(self.rows, ids)

    def step(self, ids: board.Ids, rewards: board.Rewards, ends: board.Ends) -> None:
        step_all(self.rows, self.chances, ids, board.News(self.actors, rewards, ends))

    def see(self, seat: Seat, observations: board.Observations) -> None:
        see_all(self.rows, seat, observations)

    def look(self, observations: board.Observations, masks: board.Observations) -> None:
        look_all(self.rows, observations, masks)

    def sample(self, dice: board.Words, ids: board.Ids) -> None:
        sample_all(self.rows, dice, ids)


BOARD = OkiyaBoard
