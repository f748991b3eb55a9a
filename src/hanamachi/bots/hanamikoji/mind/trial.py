"""Run a trial: play a move on a particle, then let the network play both seats, each by its own view.

At the end of the round the value table (favours) gives its worth.
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
    """Working arrays of a trial, allocated once and reused."""

    state: Row
    memory: Memory
    deck: Chance  # draws have their own generator, so that all tried moves meet the same
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
    """Return the move's worth to the deciding seat in this trial."""
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
