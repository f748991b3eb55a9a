"""Solve a round of Okiya exactly, on bitboards: the compiled twin of rules.py.

Bit s of a mask is square s. A position is (layout, mine, theirs, last): the tiles, the geishas of the mover
and of the opponent, and the square taken last (-1 before the first move).

Values are the mover's. A win by a move made while n squares are empty is worth n, a loss by one -n, a draw 0:
the greatest value is the fastest win or the slowest loss, and the points are one less than its size.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hanamachi.games.kernels.bits import count, lowest
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.okiya.pieces import BOXES, CENTRE, GARDEN, LINES, SQUARES, TILES

FullBoard: TypeAlias = Literal["last_mover", "draw"]
Layouts: TypeAlias = NDArray[np.int64]
Masks: TypeAlias = NDArray[np.uint16]
Plan: TypeAlias = NDArray[np.int64]

PATTERNS = LINES + BOXES
BORDER = GARDEN ^ CENTRE
FULL = {"last_mover": 1, "draw": 0}  # the worth of a full board to the last mover
PLAN = 16 * 17  # the entries of a plan: 16 for each number of empty squares
WON = -1
BATCH = 256  # layouts that a thread takes at a time
THREADS = 2


def _completing() -> Masks:
    """Return for every mask of geishas the squares that complete a pattern."""
    geishas = np.arange(GARDEN + 1)
    table = np.zeros(GARDEN + 1, np.uint16)
    for pattern in PATTERNS:
        missing = pattern & ~geishas
        table |= np.where(missing & (missing - 1), 0, missing).astype(np.uint16)
    return table


COMPLETING = _completing()


@entry("u2[::1](i8[::1])")
def _matching(layout: Layouts) -> Masks:
    """Return for every square the others whose tile has the same plant or the same feature."""
    plants, features = np.zeros(4, np.uint16), np.zeros(4, np.uint16)
    for square in range(16):
        plants[layout[square] // 4] |= 1 << square
        features[layout[square] % 4] |= 1 << square
    match = np.empty(16, np.uint16)
    for square in range(16):  # only the tile itself has both, and drops out
        match[square] = plants[layout[square] // 4] ^ features[layout[square] % 4]
    return match


@inner
def _safe(match: Masks, moves: int, threats: int) -> int:
    """Return the moves after which none of the threats (squares that complete a pattern) may be taken."""
    while threats:
        moves &= ~match[lowest(threats)]
        threats &= threats - 1
    return moves


@inner
def _insert(plan: Plan, first: int, end: int, entry: int) -> None:
    """Put an entry into plan[first:end], which is sorted."""
    while end > first and plan[end - 1] > entry:
        plan[end] = plan[end - 1]
        end -= 1
    plan[end] = entry


@inner
def _rank(match: Masks, plan: Plan, mine: int, empty: int, moves: int, aims: int, first: int) -> int:
    """Write the moves to the plan from entry `first` on, the most promising first. Return its end, or WON.

    A move that leaves no reply wins at once; one that leaves no safe reply wins by completing a pattern on
    one of the `aims` next. Of the others those promise most that leave few safe replies, threaten much, or
    stand in the centre. An entry is its cost, the square and the safe replies in one number.
    """
    end = first
    while moves:
        square = lowest(moves)
        threats = COMPLETING[mine | 1 << square] & aims
        replies = _safe(match, match[square] & empty, threats)
        if not replies:
            return WON
        cost = 32 + count(replies) - count(threats) - 2 * (CENTRE >> square & 1)
        _insert(plan, first, end, cost << 20 | square << 16 | replies)
        end += 1
        moves &= moves - 1
    return end


@entry("b1(u2[::1], i8[::1], i8, i8, i8, i8, i8, i8)")
def _reaches(
    match: Masks, plan: Plan, mine: int, theirs: int, moves: int, left: int, goal: int, full: int
) -> bool:
    """Return whether a position is worth `goal` or more, where 1 - left < goal <= left.

    `left` squares are empty; the mover can complete no pattern. Only safe `moves` are given: any other is
    worth 1 - left, too little. plan[0] counts the positions. A return before the loop would make numba count
    references at each call, and take half as long again.
    """
    plan[0] += 1
    empty = (mine | theirs) ^ GARDEN
    in_time = goal <= left - 2  # may the mover win by the next move, or must it be this one?
    first = 16 * left
    end = _rank(match, plan, mine, empty, moves, empty if in_time else 0, first)
    for i in range(first, end if in_time else first):
        taken, replies = 1 << (plan[i] >> 16 & 15), plan[i] & GARDEN
        if not _reaches(match, plan, theirs, mine | taken, replies, left - 1, 1 - goal, full):
            return True
    return end == WON and (left > 1 or full == 1)  # the last square leaves no reply, and may be a draw


@inner
def _converge(match: Masks, plan: Plan, mine: int, theirs: int, moves: int, left: int, full: int) -> int:
    """Return the exact value, by asking `_reaches` from 0 outwards: good play lasts long, so most values are
    small.

    A win has the parity of `left`, a loss the other one.
    """
    worth = 2 - left % 2
    if _reaches(match, plan, mine, theirs, moves, left, worth, full):
        while worth < left and _reaches(match, plan, mine, theirs, moves, left, worth + 2, full):
            worth += 2
        return worth
    if full == 0 and _reaches(match, plan, mine, theirs, moves, left, 0, full):
        return 0
    worth = -1 - left % 2
    while worth > 1 - left and not _reaches(match, plan, mine, theirs, moves, left, worth, full):
        worth -= 2
    return worth


@entry("i8(u2[::1], i8[::1], i8, i8, i8, i8)")
def _value(match: Masks, plan: Plan, mine: int, theirs: int, legal: int, full: int) -> int:
    """Return the exact value of a position without a pattern."""
    empty = (mine | theirs) ^ GARDEN
    left: int = count(empty)
    if left == 0:
        return -full
    if not legal:
        return -left - 1
    if COMPLETING[mine] & legal:
        return left
    if left == 1:
        return full
    moves = _safe(match, legal, COMPLETING[theirs] & empty)
    if not moves:  # each gives the rival a pattern
        return 1 - left
    return _converge(match, plan, mine, theirs, moves, left, full)


@entry("i8(i8[:, ::1], b1[::1])")
def _judge(layouts: Layouts, wins: NDArray[np.bool_]) -> Any:
    """Write which layouts the first player wins. Return the number of positions searched."""
    plan = np.zeros(PLAN, np.int64)
    for i in range(len(layouts)):
        wins[i] = _reaches(_matching(layouts[i]), plan, 0, 0, BORDER, 16, 1, 1)
    return plan[0]


def first_player_wins(layouts: ArrayLike, full_board: FullBoard = "last_mover") -> NDArray[np.bool_]:
    """Return which of the layouts, rows of 16 tiles, the first player wins. Two threads; the order is kept.

    The rule for full boards changes nothing: only the second player can fill one.
    """
    _full(full_board)
    gardens = _checked(layouts)
    wins = np.empty(len(gardens), np.bool_)
    parts = [slice(start, start + BATCH) for start in range(0, len(gardens), BATCH)]
    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(lambda part: _judge(gardens[part], wins[part]), parts))
    return wins


def verdicts(layouts: ArrayLike) -> tuple[NDArray[np.bool_], int]:
    """Return the same on one thread, and the number of positions searched."""
    gardens = _checked(layouts)
    wins = np.empty(len(gardens), np.bool_)
    return wins, int(_judge(gardens, wins))


def warm() -> None:
    """Solve one layout, and value a full board, which compiles the rest."""
    verdicts([TILES])
    _value(_matching(np.array(TILES)), np.zeros(PLAN, np.int64), GARDEN, 0, 0, 0)


def winning_openings(layout: ArrayLike, full_board: FullBoard = "last_mover") -> list[int]:
    """Return the first moves that win."""
    match, plan, full = _set_up(layout, full_board)
    border = [square for square in SQUARES if BORDER >> square & 1]
    return [at for at in border if not _reaches(match, plan, 0, 1 << at, int(match[at]), 15, 0, full)]


def values(
    layout: ArrayLike, mine: int, theirs: int, last: int, full_board: FullBoard = "last_mover"
) -> list[int | None]:
    """Return the exact value of taking each square; None where that is illegal."""
    match, plan, full = _set_up(layout, full_board)
    legal = _legal(match, mine, theirs, last)
    return [_worth(match, plan, mine, theirs, at, full) if legal >> at & 1 else None for at in SQUARES]


def best(layout: ArrayLike, mine: int, theirs: int, last: int, full_board: FullBoard = "last_mover") -> int:
    """Return the exact value of a position."""
    match, plan, full = _set_up(layout, full_board)
    legal = _legal(match, mine, theirs, last)
    return int(_value(match, plan, mine, theirs, legal, full))


def _worth(match: Masks, plan: Plan, mine: int, theirs: int, square: int, full: int) -> int:
    """Return the value of taking a legal square."""
    taken = mine | 1 << square
    if COMPLETING[mine] >> square & 1:
        return 16 - (mine | theirs).bit_count()
    return -int(_value(match, plan, theirs, taken, int(match[square]) & ~(taken | theirs), full))


def _legal(match: Masks, mine: int, theirs: int, last: int) -> int:
    """Return the squares that may be taken. Raise ValueError for an impossible position, or one with a
    pattern."""
    if not 0 <= mine <= GARDEN or not 0 <= theirs <= GARDEN or mine & theirs:
        raise ValueError("The geishas of the two players must be masks of 16 bits without a common square.")
    if theirs.bit_count() - mine.bit_count() not in (0, 1):
        raise ValueError("Players take turns: the opponent has as many geishas as the mover, or one more.")
    if theirs if last == -1 else last not in SQUARES or not theirs >> last & 1:
        raise ValueError("The last square must hold a geisha of the opponent; it is -1 on an empty board.")
    if any(geishas & pattern == pattern for pattern in PATTERNS for geishas in (mine, theirs)):
        raise ValueError("A pattern is complete: the round is over.")
    return int(match[last]) & ~(mine | theirs) if last >= 0 else BORDER


def _full(full_board: str) -> int:
    if full_board not in FULL:
        raise ValueError(f"full_board must be one of {', '.join(FULL)}, not {full_board!r}.")
    return FULL[full_board]


def _set_up(layout: ArrayLike, full_board: str) -> tuple[Masks, Plan, int]:
    garden = _checked(np.asarray(layout)[np.newaxis])[0]
    return _matching(garden), np.zeros(PLAN, np.int64), _full(full_board)


def _checked(layouts: ArrayLike) -> Layouts:
    gardens = np.asarray(layouts)
    if gardens.ndim != 2 or gardens.shape[1] != 16:
        raise ValueError(f"Layouts must be rows of 16 tiles, not an array of shape {gardens.shape}.")
    if not np.issubdtype(gardens.dtype, np.integer):
        raise ValueError(f"Tiles must be whole numbers, not {gardens.dtype}.")
    if not np.array_equal(np.sort(gardens, axis=1), np.broadcast_to(TILES, gardens.shape)):
        raise ValueError("A layout must have each tile from 0 to 15 exactly once.")
    return np.ascontiguousarray(gardens, np.int64)
