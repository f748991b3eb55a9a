"""A move that wins the game now, whatever the rival hides and answers. Nobody who can count misses it."""

import numpy as np

from hanamachi.games.hanamikoji.kernel import (
    ASKED,
    FIELDS,
    OVER,
    POOL,
    REPLY,
    SEAT,
    SECRETS,
    TURN,
    UNUSED,
    Packed,
    legal,
    play,
    winner,
)
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES

LAST_TURN = 7


def winning(known: Packed) -> int:
    """The place of such a move among the legal ones, or -1. `known` is as `told` left it."""
    listed = np.empty(MOST_MOVES, np.int16)
    if known[TURN] - (1 if known[ASKED] == REPLY else 0) < LAST_TURN:
        return -1
    count = legal(known, listed)
    for i in range(count):
        if _always_won(known, listed[i]):
            return i
    return -1


def _always_won(known: Packed, move: int) -> bool:
    """For every Secret that the rival may have laid and every answer he may give."""
    seat, state, after = known[SEAT], np.empty(FIELDS, np.int64), np.empty(FIELDS, np.int64)
    answers = np.empty(MOST_MOVES, np.int16)
    for item in range(7):
        if known[POOL] >> 8 * item & 255 == 0:
            continue
        state[:] = known
        if not known[UNUSED + 1 - seat] & 1:
            state[SECRETS + 1 - seat] = 1 << 8 * item
        play(state, move)
        if state[ASKED] != REPLY:
            if state[ASKED] != OVER or winner(state) != seat:
                return False
            continue
        for k in range(legal(state, answers)):
            after[:] = state
            play(after, answers[k])
            if after[ASKED] != OVER or winner(after) != seat:
                return False
    return True
