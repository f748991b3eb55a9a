"""The layout of a kernel table of Mai-Star: one record of integers, numbered steps and moves, the box as
arrays.

Rows lie oldest first. All beyond the end of a row or of the agenda is 0, so that equal tables are equal
records.
"""

from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.mai_star.moves import (
    Acting,
    Advertise,
    Allow,
    Bury,
    Burying,
    Choose,
    Choosing,
    Continuing,
    Decline,
    Discard,
    Discarding,
    Ending,
    Exchange,
    Following,
    Guest,
    Introduce,
    Introducing,
    Oiran,
    Pick,
    Picking,
    Reacting,
    Replace,
    Replacing,
    Ringing,
    Ronin,
    Search,
    Shine,
    Shuffling,
    Target,
    Use,
    Using,
    UsingAgain,
)
from hanamachi.games.mai_star.pieces import (
    BLACK,
    BONUS,
    BOX,
    CARDS,
    CHARACTER,
    COLOUR,
    COPIES,
    HAND,
    INCOME,
    OIRAN_CARD,
    REQUIREMENT,
    START,
)

SEATS = 6
AGENDA = 16  # six choices, the deal, a turn and its end are 9 steps; no chain of effects is longer
MOST_MOVES = 256

TABLE = np.dtype(
    [
        ("hands", np.int64, (SEATS, 2)),
        ("shown", np.int64, (SEATS, 2)),  # the public part of them
        ("pool", np.int64, 2),
        ("discards", np.int64, 2),
        ("todo", np.int64, AGENDA),  # the present step lies last, the end of the turn first
        ("fame", np.int64, SEATS),  # reputation: a byte for each skill, Morning Star's raise included
        ("income", np.int64, SEATS),
        ("totals", np.int64, SEATS),
        ("left", np.int64, SEATS),  # cards in hand when the last festival ended
        ("geishas", np.int64, SEATS),  # -1: none yet
        ("guest_count", np.int64, SEATS),
        ("advertiser_count", np.int64, SEATS),
        ("guests", np.int64, (SEATS, BOX)),
        ("advertisers", np.int64, (SEATS, BOX)),
        ("bottom", np.int64, BOX),
        ("bottom_count", np.int64),
        ("todo_count", np.int64),
        ("seats", np.int64),
        ("round", np.int64),
        ("starter", np.int64),
        ("lap", np.int64),  # -1: not the last lap
        ("oiran", np.int64),  # the seat in whose hand she is by public knowledge; else HIDDEN or OPEN
        ("shining", np.int64),  # -1: not in this turn
        ("shone", np.bool_),
        ("doubled", np.bool_),
        ("followed", np.int64),
        ("management", np.bool_),
        ("limited_guests", np.int64),  # NO_LIMIT, AT_ONCE or END_OF_TURN
        ("last_lap", np.bool_),
        ("drawn", np.bool_),  # chance decides who chooses first (M5)
        ("all_skills", np.bool_),  # black_requirement is "all"
    ],
    align=True,
)
Table: TypeAlias = Any  # one record of it, or a zero-dimensional view of one
Tables: TypeAlias = NDArray[Any]
Moves: TypeAlias = NDArray[np.int64]

HIDDEN, OPEN = -1, SEATS
LIMITS = ("no", "at_once", "end_of_turn")
NO_LIMIT, AT_ONCE, END_OF_TURN = range(len(LIMITS))

# NumPy numbers, because numba compiles a function anew for each literal it is called with.
# A step: its kind, then from these bits on its seat, its card or place, and the user of an effect.
STEPS = (
    *(Choosing, Acting, Continuing, Introducing, Replacing, Using, UsingAgain, Reacting, Picking),
    *(Following, Ringing, Burying, Discarding, Shuffling, Ending),
)
STEP_NUMBERS: Any = np.arange(len(STEPS))
CHOOSING, ACTING, CONTINUING, INTRODUCING, REPLACING, USING, USING_AGAIN, REACTING = STEP_NUMBERS[:8]
PICKING, FOLLOWING, RINGING, BURYING, DISCARDING, SHUFFLING, ENDING = STEP_NUMBERS[8:]
SEAT_AT, FACT_AT, BY_AT = 4, 8, 16

# A move: its kind times KIND, plus the number of what it names.
MOVES: tuple[Any, ...] = (
    *(Choose, Guest, Advertise, Introduce, Exchange, Replace, Search, Shine, Target, Use, Decline, Allow),
    *(Ronin, Oiran, Pick, Bury, Discard),
)
KIND = 128
MOVE_NUMBERS: Any = np.arange(len(MOVES))
CHOOSE, GUEST, ADVERTISE, INTRODUCE, EXCHANGE, REPLACE, SEARCH, SHINE, TARGET, USE = MOVE_NUMBERS[:10]
DECLINE, ALLOW, RONIN_MOVE, OIRAN_MOVE, PICK, BURY, DISCARD = MOVE_NUMBERS[10:]

ALL_CARDS = (1 << len(CARDS)) - 1
TWICE = sum(1 << card for card in CARDS if COPIES[card] == 2)
ENOUGH = max(REQUIREMENT)
HAND_SIZES = np.array([0, *HAND.values()])
COLOURS, CHARACTERS, INCOMES = np.array(COLOUR), np.array(CHARACTER), np.array(INCOME)


def packed(reputation: tuple[int, int, int]) -> int:
    red, blue, green = reputation
    return red | blue << 8 | green << 16


BONUSES = np.array([packed(each) for each in BONUS])
STARTS = np.array([packed(each) for each in START])
OF_COLOUR = np.array([sum(1 << card for card in CARDS if COLOUR[card] == c) for c in range(BLACK + 1)])
WELCOME = np.array(  # the cards of a colour that come as guests to a reputation
    [
        [
            sum(1 << c for c in CARDS if COLOUR[c] == colour and REQUIREMENT[c] <= have and c != OIRAN_CARD)
            for have in range(ENOUGH + 1)
        ]
        for colour in range(BLACK + 1)
    ]
)
