"""A move that wins the game now, whatever the rival hides and answers. Nobody who can count misses it."""

import numpy as np

from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal, play, winner
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES

LAST_TURN = 7


def winning(known: Row) -> int:
    """The place of such a move among the legal ones, or -1. `known` is as `told` left it."""
    listed = np.empty(MOST_MOVES, np.int16)
    if known[at.TURN] - (1 if known[at.ASKED] == at.REPLY else 0) < LAST_TURN:
        return -1
    count = legal(known, listed)
    for i in range(count):
        if _always_won(known, listed[i]):
            return i
    return -1


def _always_won(known: Row, move: int) -> bool:
    """For every Secret that the rival may have laid and every answer he may give."""
    seat, state, after = known[at.SEAT], np.empty(at.FIELDS, np.int64), np.empty(at.FIELDS, np.int64)
    answers = np.empty(MOST_MOVES, np.int16)
    for item in range(7):
        if known[at.POOL] >> 8 * item & 255 == 0:
            continue
        state[:] = known
        if not known[at.UNUSED + 1 - seat] & 1:
            state[at.SECRETS + 1 - seat] = 1 << 8 * item
        play(state, move)
        if state[at.ASKED] != at.REPLY:
            if state[at.ASKED] != at.OVER or winner(state) != seat:
                return False
            continue
        for k in range(legal(state, answers)):
            after[:] = state
            play(after, answers[k])
            if after[at.ASKED] != at.OVER or winner(after) != seat:
                return False
    return True
