"""A trial: a move on a particle, then the network plays on for both seats, each on its own view.

At the end of the round the table of favours says what has come of it.
"""

from typing import NamedTuple

import numpy as np
from numba import njit

from hanamachi.bots.hanamikoji.mind.favours import Favours, worth
from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Memory, copy, remember
from hanamachi.bots.hanamikoji.mind.network import Chances, Net, chances, sample
from hanamachi.games.hanamikoji.kernel import ASKED, DEAL, FIELDS, SEAT, Packed, Rng, legal, nature, play
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Ids


class Desk(NamedTuple):
    """What a trial is played on; used again and again."""

    state: Packed
    memory: Memory
    deck: Rng  # the draws have a chance of their own: all moves tried can meet the same
    listed: Ids
    found: Chances


@njit(cache=True, inline="always")
def new_desk() -> Desk:
    return Desk(
        np.empty(FIELDS, np.int64),
        np.empty(LENGTH, np.int64),
        np.empty(1, np.uint64),
        np.empty(MOST_MOVES, np.int16),
        np.empty(MOST_MOVES, np.float32),
    )


@njit(cache=True)
def trial(
    net: Net,
    favours: Favours,
    particle: Packed,
    memory: Memory,
    move: int,
    deck: np.uint64,
    desk: Desk,
    rng: Rng,
) -> float:
    """What the move is worth to the seat that is asked, in this trial."""
    state, past = desk.state, desk.memory
    copy(particle, state)
    copy(memory, past)
    desk.deck[0] = deck
    remember(state, past, move)
    play(state, move)
    while state[ASKED] < DEAL:
        nature(state, desk.deck)
        count = legal(state, desk.listed)
        pick = 0
        if count > 1:
            chances(net, state, past, desk.listed, count, desk.found)
            pick = sample(desk.found, count, rng)
        remember(state, past, desk.listed[pick])
        play(state, desk.listed[pick])
    return worth(state, particle[SEAT], favours)
