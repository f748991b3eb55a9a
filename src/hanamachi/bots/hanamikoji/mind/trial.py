"""A trial: a move on a particle, then the network plays on for both seats, each on its own view.

At the end of the round the table of favours says what has come of it.
"""

from typing import NamedTuple

import numpy as np

from hanamachi.bots.hanamikoji.favours import worth
from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Memory, remember
from hanamachi.bots.hanamikoji.mind.network import Chances, chances, sample
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel import legal, nature, play
from hanamachi.games.hanamikoji.kernel.layout import Row
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Ids
from hanamachi.games.kernels.chance import Chance
from hanamachi.games.kernels.compiling import inner
from hanamachi.games.kernels.rows import copy


class Desk(NamedTuple):
    """What a trial is played on; used again and again."""

    state: Row
    memory: Memory
    deck: Chance  # the draws have a chance of their own: all moves tried can meet the same
    listed: Ids
    found: Chances


@inner(inline="always")
def new_desk() -> Desk:
    return Desk(
        np.empty(at.FIELDS, np.int64),
        np.empty(LENGTH, np.int64),
        np.empty(1, np.uint64),
        np.empty(MOST_MOVES, np.int16),
        np.empty(MOST_MOVES, np.float32),
    )


@inner
def trial(
    trained: Trained, particle: Row, memory: Memory, move: int, deck: np.uint64, desk: Desk, rng: Chance
) -> float:
    """What the move is worth to the seat that is asked, in this trial."""
    state, past = desk.state, desk.memory
    copy(particle, state)
    copy(memory, past)
    desk.deck[0] = deck
    remember(state, past, move)
    play(state, move)
    while state[at.ASKED] < at.DEAL:
        nature(state, desk.deck)
        count = legal(state, desk.listed)
        pick = 0
        if count > 1:
            chances(trained.net, state, past, desk.listed, count, desk.found)
            pick = sample(desk.found, count, rng)
        remember(state, past, desk.listed[pick])
        play(state, desk.listed[pick])
    return worth(state, particle[at.SEAT], trained.favours)
