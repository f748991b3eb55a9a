"""The layout of a kernel row of Hanamikoji: the index of each number, and the box as arrays.

Cards are packed as in move_ids.py, one byte for each item.
"""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.move_ids import packed
from hanamachi.games.hanamikoji.pieces import BOXES, GEISHAS_TO_WIN, ITEMS, POINTS_TO_WIN, VALUE

Row: TypeAlias = NDArray[np.int64]
Rows: TypeAlias = NDArray[np.int64]  # a row for each game

# The fields of a state. Those in the plural are for seat 0; seat 1's comes next.
POOL = 0  # cards: the deck and the removed one
HANDS = 1  # cards
SIDES = 3  # cards
SECRETS = 5  # cards under the token, none or one
DISCARDS = 7  # cards under the token, none or two
UNUSED = 9  # a bit for each action token
TOKENS = 11  # a bit for each geisha won over
ASKED = 13  # the open question: ACT, REPLY, DRAW, DEAL or OVER
SEAT = 14  # the seat that owes the answer, or gets the card
OFFER = 15  # the id of the open Gift or Competition, else -1
TURN = 16  # action tokens used in this round
STARTER = 17
ROUND = 18
RULES = 19  # the bits SMALL and UNTIL_WON
FIELDS = 20

ACT, REPLY, DRAW, DEAL, OVER = range(5)
NOBODY = -1

SMALL, UNTIL_WON = 1, 2  # the small box; rounds without end (H20)
COPIES = np.array([packed(BOXES[box].copies) for box in ("full", "small")], np.int64)
DEALT = np.array([BOXES[box].hand for box in ("full", "small")], np.int64)
TOKENS_OF = np.array([sum(1 << a for a in BOXES[box].actions) for box in ("full", "small")], np.int64)
TURNS = np.array([2 * len(BOXES[box].actions) for box in ("full", "small")], np.int64)
ROUNDS = np.array([BOXES[box].rounds for box in ("full", "small")], np.int64)

MASKS = range(1 << len(ITEMS))
POINTS = np.array([sum(VALUE[i] for i in ITEMS if mask >> i & 1) for mask in MASKS], np.int64)
MEETS = np.array([m.bit_count() >= GEISHAS_TO_WIN or POINTS[m] >= POINTS_TO_WIN for m in MASKS])
