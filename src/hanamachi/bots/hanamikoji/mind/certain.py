"""What can be counted out at the end of a round: a move that wins the game now, whatever the rival hides and
answers; and of the last answers of a round those that are never better than another and sometimes worse."""

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.favours import Favours, worth
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


def undominated(known: Row, favours: Favours) -> NDArray[np.bool_]:
    """Of each legal move: whether no other is as good whatever the rival's Secret is, and better for one.

    That is known for the last answer of a round only: nobody decides after it.
    """
    listed = np.empty(MOST_MOVES, np.int16)
    count = legal(known, listed)
    if known[at.ASKED] != at.REPLY or known[at.TURN] - 1 < LAST_TURN:
        return np.ones(count, np.bool_)
    worths = np.array([_worths(known, listed[i], favours) for i in range(count)])
    as_good = (worths[:, np.newaxis] >= worths).all(axis=2)
    better = (worths[:, np.newaxis] > worths).any(axis=2)
    left: NDArray[np.bool_] = ~np.any(as_good & better, axis=0)
    return left


def _worths(known: Row, move: int, favours: Favours) -> list[float]:
    """Of the round after the last answer, for each Secret that the rival may have laid."""
    seat, found = known[at.SEAT], list[float]()
    for item in range(7):
        if known[at.POOL] >> 8 * item & 255:
            state = known.copy()
            state[at.SECRETS + 1 - seat] = 1 << 8 * item
            play(state, move)
            found.append(worth(state, seat, favours))
    return found
