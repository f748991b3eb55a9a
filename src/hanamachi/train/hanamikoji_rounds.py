"""Play rounds of Hanamikoji by the network against itself, on the kernel, and matches against opponents.

A round has exactly 12 decisions, forced ones included. Every round has its own seed, so the results do not
depend on how the work is shared among threads.
"""

from typing import NamedTuple

import numpy as np

from hanamachi.bots.hanamikoji.favours import favour, worth
from hanamachi.bots.hanamikoji.mind.features import MOST_ACTIVE, Active, features, hidden_features
from hanamachi.bots.hanamikoji.mind.memory import LENGTH, Memory, remember
from hanamachi.bots.hanamikoji.mind.network import (
    Chances,
    Net,
    chances,
    half_of,
    sample,
    scores,
    to_chances,
)
from hanamachi.bots.hanamikoji.mind.relabel import AMONG_SLOTS, relabelling
from hanamachi.bots.hanamikoji.mind.weights import Trained
from hanamachi.games.hanamikoji.kernel import deal, legal, nature, play, start, winner
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Cards, Ids
from hanamachi.games.kernels.chance import Chance, below
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.train.selfplay import Batch

STEPS = 12
SCATTERED = 15  # per cent of new matches that begin in round 2 or 3, with tokens anywhere


@inner
def begin(state: Row, rng: Chance) -> None:
    """Start a new match. Some begin in round 2 or 3 with tokens anywhere, so that training sees these
    often."""
    start(state, 0, at.NOBODY, rng)
    if below(rng, 100) >= SCATTERED:
        return
    while True:
        one = other = 0
        for item in range(7):
            owner = below(rng, 3)
            one |= (1 if owner == 1 else 0) << item
            other |= (1 if owner == 2 else 0) << item
        if not at.MEETS[one] and not at.MEETS[other]:
            break
    state[at.TOKENS], state[at.TOKENS + 1], state[at.ROUND] = one, other, 2 + below(rng, 2)
    deal(state, rng)


class Paper(NamedTuple):
    """Working arrays of a round, allocated once and reused."""

    memory: Memory
    order: Cards
    active: Active
    listed: Ids
    among: Ids
    found: Chances


@inner(inline="always")
def new_paper() -> Paper:
    return Paper(
        np.empty(LENGTH, np.int64),
        np.empty(7, np.int64),
        np.empty(MOST_ACTIVE, np.int16),
        np.empty(MOST_MOVES, np.int16),
        np.empty(MOST_MOVES, np.int16),
        np.empty(MOST_MOVES, np.float32),
    )


@inner
def think(net: Net, state: Row, paper: Paper) -> tuple[int, int]:
    """Evaluate the network at a decision. Return the number of legal moves and of active features."""
    seat, count = state[at.SEAT], legal(state, paper.listed)
    table = AMONG_SLOTS[relabelling(state, paper.memory, seat, paper.order)]
    for i in range(count):
        paper.among[i] = table[paper.listed[i]]
    n = features(state, paper.memory, seat, paper.order, paper.active)
    if count > 1:
        scores(net, half_of(state), paper.active, n, paper.among, count, paper.found)
    else:
        paper.found[0] = 0
    to_chances(paper.found, count)
    return count, hidden_features(state, seat, paper.order, paper.active, n)


@inner
def play_round(net: Net, state: Row, e: int, rng: Chance, paper: Paper, noted: Batch) -> None:
    """Play the twelve decisions of episode `e` and note them in the batch."""
    paper.memory[:] = 0
    for t in range(STEPS):
        count, n = think(net, state, paper)
        for i in range(count):
            noted.legal[t, e, paper.among[i]] = 1
        for i in range(n):
            noted.features[t, e, paper.active[i]] = 1
        pick = sample(paper.found, count, rng)
        noted.moves[t, e], noted.chances[t, e] = paper.among[pick], paper.found[pick]
        noted.choices[t, e], noted.half[t, e] = count, half_of(state)
        noted.sign[t, e] = 1 - 2 * state[at.SEAT]
        remember(state, paper.memory, paper.listed[pick])
        play(state, paper.listed[pick])
        if state[at.ASKED] < at.DEAL:
            nature(state, rng)


@entry
def play_rounds(trained: Trained, matches: Rows, seeds: Chance, noted: Batch, starts: Rows) -> None:
    """Play and note a round of each match. Leave `matches` at the start of their next round."""
    paper, rng = new_paper(), np.empty(1, np.uint64)
    # numba gives a literal 0 its own type, and would compile everything that takes it twice.
    first_seat: int = np.int64(0)  # type: ignore[assignment]
    for e in range(len(matches)):
        state = matches[e]
        rng[0] = seeds[e]
        if state[at.ASKED] == at.OVER:
            begin(state, rng)
        starter = state[at.STARTER]
        tokens = favour(state[at.TOKENS + starter], state[at.TOKENS + 1 - starter])
        starts[e, 0], starts[e, 1], starts[e, 2] = state[at.ROUND] - 1, tokens, starter
        play_round(trained.net, state, e, rng, paper, noted)
        noted.worth[e] = worth(state, first_seat, trained.favours)
        if state[at.ASKED] == at.DEAL:
            nature(state, rng)


@entry
def play_matches(one: Net, other: Net, random: bool, seeds: Chance, scored: Chances) -> None:
    """Play each deal from both seats. Fill in what `one` scores against `other`, or against random play."""
    state, memory = np.empty(at.FIELDS, np.int64), np.empty(LENGTH, np.int64)
    listed, found = np.empty(MOST_MOVES, np.int16), np.empty(MOST_MOVES, np.float32)
    chance, mind = np.empty(1, np.uint64), np.empty(1, np.uint64)
    for e in range(len(seeds)):
        scored[e] = 0
        for mine in range(2):
            chance[0], mind[0] = seeds[e], seeds[e] ^ np.uint64(0x5DEECE66D + mine)
            start(state, 0, at.NOBODY, chance)
            memory[:] = 0
            while state[at.ASKED] != at.OVER:
                count = legal(state, listed)
                if state[at.SEAT] == mine:
                    chances(one, state, memory, listed, count, found)
                    pick = sample(found, count, mind)
                elif random:
                    pick = below(mind, count)
                else:
                    chances(other, state, memory, listed, count, found)
                    pick = sample(found, count, mind)
                remember(state, memory, listed[pick])
                play(state, listed[pick])
                if state[at.ASKED] == at.DEAL:
                    memory[:] = 0
                nature(state, chance)
            won = winner(state)
            scored[e] += 0.25 if won == at.NOBODY else 0.5 if won == mine else 0.0
