"""The end of a round as a tree: from a public state, for each deal, all that both seats can still do.

The kernel plays; a decision without a choice is no node. A case is what the asked seat knows, in one number.
"""

from typing import TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.mind.favours import Favours, worth
from hanamachi.bots.hanamikoji.mind.memory import copy
from hanamachi.bots.hanamikoji.mind.particles import Weights
from hanamachi.bots.hanamikoji.mind.ranges import Hidden
from hanamachi.bots.hanamikoji.mind.regrets import LEAF, Tree
from hanamachi.games.hanamikoji.kernel import (
    ACT,
    ASKED,
    DEAL,
    DISCARDS,
    DRAW,
    FIELDS,
    HANDS,
    MIX,
    MIX_AGAIN,
    OFFER,
    REPLY,
    S27,
    S31,
    SEAT,
    SECRETS,
    SIDES,
    TURN,
    UNUSED,
    Packed,
    id_at,
    legal,
    play,
)
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Cards, Ids

Keys: TypeAlias = NDArray[np.uint64]

MOST_DEPTH = 12  # more decisions than the last three turns hold
ROOM = 8000  # more nodes than a deal has


def new_tree(nodes: int) -> Tree:
    """Room for so many nodes."""
    return Tree(
        parent=np.empty(nodes, np.int32),
        slot=np.empty(nodes, np.int32),
        case=np.empty(nodes, np.int32),
        value=np.empty(nodes),
        seat=np.empty(nodes, np.int8),
        time=np.empty(nodes, np.int8),
        first=np.zeros(nodes + 1, np.int32),
    )


@njit(cache=True)
def knowledge(state: Packed) -> np.uint64:
    """What the asked seat knows, in one number: since a public state is given, the sides tell the rest."""
    seat = state[SEAT]
    key = np.uint64(state[OFFER] + 2) * MIX
    for at in (SIDES, SIDES + 1, UNUSED, UNUSED + 1, HANDS + seat, SECRETS + seat, DISCARDS + seat):
        key = (key ^ np.uint64(state[at])) * MIX
        key ^= key >> S27
    return key * MIX_AGAIN ^ np.uint64(seat)


@njit(cache=True)
def find(keys: Keys, numbers: Cards, key: np.uint64) -> int:
    """The place of a key, or the free one where it belongs."""
    at = np.int64(key >> S31) & len(keys) - 1
    while numbers[at] >= 0 and keys[at] != key:
        at = at + 1 & len(keys) - 1
    return at  # type: ignore[return-value]


@njit(cache=True)
def go_on(state: Packed, deal: Cards, draw: int, listed: Ids) -> int:
    """Draw and take what leaves no choice. How many choices there are then; 0 at the end of the round."""
    while state[ASKED] < DEAL:
        if state[ASKED] == DRAW:
            state[HANDS + state[SEAT]] += 1 << 8 * deal[2 + state[TURN] - draw]
            state[ASKED] = ACT
        count = legal(state, listed)
        if count > 1:
            return count
        play(state, id_at(listed, 0))
    return 0


@njit(cache=True)
def _case(state: Packed, count: int, tree: Tree, keys: Keys, numbers: Cards, cases: int) -> int:
    """The number of what the asked seat knows; of a new one it is `cases`."""
    key = knowledge(state)
    at = find(keys, numbers, key)
    if numbers[at] < 0:
        keys[at], numbers[at] = key, cases
        tree.seat[cases] = state[SEAT]
        tree.time[cases] = 2 * state[TURN] - (1 if state[ASKED] == REPLY else 0)
        tree.first[cases + 1] = tree.first[cases] + count
    return numbers[at]  # type: ignore[no-any-return]


@njit(cache=True)
def lay(public: Packed, one: Cards, other: Cards, state: Packed) -> None:
    """The public state with both hidden hands."""
    copy(public, state)
    for i in range(3):
        at = HANDS if i == 0 else SECRETS if i == 1 else DISCARDS
        state[at], state[at + 1] = one[i], other[i]


@njit(cache=True, nogil=True)
def grow(
    public: Packed,
    favours: Favours,
    ones: Hidden,
    others: Hidden,
    deals: Cards,
    weights: Weights,
    tree: Tree,
    roots: Cards,
    sizes: Cards,
) -> None:
    """Write down the tree of the deals, as many as there is room for.

    `roots` takes the first node of each deal, `sizes` the numbers of deals, nodes and cases.
    """
    states, listed = np.empty((MOST_DEPTH, FIELDS), np.int64), np.empty((MOST_DEPTH, MOST_MOVES), np.int16)
    path = np.empty((MOST_DEPTH, 3), np.int64)  # the node, how many choices it has, how many were followed
    places = 1024
    while places < len(tree.parent):  # a case has two choices at least: half of the places stay free
        places *= 2
    keys, numbers = np.empty(places, np.uint64), np.empty(places, np.int64)
    for i in range(places):
        numbers[i] = -1
    draw = public[TURN] + (1 if public[ASKED] == ACT else 0)
    done, n = 0, 0
    # A plain 0 has a type of its own in numba: what takes it would be compiled twice.
    cases: int = np.int64(0)  # type: ignore[assignment]
    first_seat: int = np.int64(0)  # type: ignore[assignment]
    while done < len(deals) and n + ROOM <= len(tree.parent):
        lay(public, ones[deals[done, 0]], others[deals[done, 1]], states[0])
        roots[done], depth, new = n, 0, True
        while depth >= 0:
            if new:
                count = go_on(states[depth], deals[done], draw, listed[depth])
                tree.parent[n], tree.slot[n] = -1, -1
                if depth:
                    up = path[depth - 1, 0]
                    tree.parent[n], tree.slot[n] = up, tree.first[tree.case[up]] + path[depth - 1, 2] - 1
                path[depth, 0], path[depth, 1], path[depth, 2] = n, count, 0
                tree.case[n] = LEAF
                if count:
                    tree.case[n] = _case(states[depth], count, tree, keys, numbers, cases)
                    cases = max(cases, tree.case[n] + 1)
                else:
                    tree.value[n] = worth(states[depth], first_seat, favours)
                n += 1
            new = path[depth, 2] < path[depth, 1]
            if new:
                copy(states[depth], states[depth + 1])
                play(states[depth + 1], id_at(listed[depth], path[depth, 2]))
                path[depth, 2] += 1
            depth += 1 if new else -1
        tree.value[roots[done]] = weights[done]
        done += 1
    sizes[0], sizes[1], sizes[2] = done, n, cases
