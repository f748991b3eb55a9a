"""The public history of a round that the kernel's row does not keep: ten integers beside it.

For each seat: the turn in which each action was used, and the division of its Gift and its Competition.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import taken_by
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import ACTION, CARDS_OF, FIRST_COMPETITION
from hanamachi.games.kernels.bits import count
from hanamachi.games.kernels.compiling import entry

Memory: TypeAlias = NDArray[np.int64]
Memories: TypeAlias = NDArray[np.int64]  # a memory for each decision

ORDERS = 0  # four bits for each action: 0 not yet used, else the seat's turn from 1. Seat 1's comes next
TAKEN = 2  # cards: seat 0's Gift, its Competition, seat 1's Gift, its Competition
LEFT = 6  # cards, likewise: the part that the offering seat kept
LENGTH = 10
ACTIONS = 4


class Past(NamedTuple):
    """A seat's decisions of this round, in order, as the public saw them, and the present memory."""

    rows: Rows
    memories: Memories
    moves: NDArray[np.int64]  # move ids; a hidden move has a stand-in
    memory: Memory  # now


class Seen(NamedTuple):
    """The knowledge of the deciding seat."""

    known: Row  # the rival's hidden cards lie in the pool
    held: int  # cards in the rival's hand
    past: Past  # the rival's


@entry
def remember(state: Row, memory: Memory, move: int) -> None:
    """Note a decision that is about to be played."""
    seat = state[at.SEAT]
    if state[at.ASKED] == at.REPLY:
        offer = state[at.OFFER]
        which = 2 * (1 - seat) + (1 if offer >= FIRST_COMPETITION else 0)
        taken = taken_by(move, offer)
        memory[TAKEN + which] = taken
        memory[LEFT + which] = CARDS_OF[offer] - taken
    else:
        turn = ACTIONS + 1 - count(state[at.UNUSED + seat])
        memory[ORDERS + seat] |= turn << 4 * ACTION[move]
