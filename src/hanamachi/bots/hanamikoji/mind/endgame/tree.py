"""Build the game tree of the end of a round: from a public state, for each deal, all lines of play.

The kernel plays. A forced decision is no node. A case is an information set: the deciding seat's knowledge in
one number.
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.bots.hanamikoji.favours import Favours, worth
from hanamachi.bots.hanamikoji.mind.endgame.ranges import Deals, Hidden
from hanamachi.bots.hanamikoji.mind.regrets import LEAF, Tree
from hanamachi.games.hanamikoji.kernel import id_at, legal, play
from hanamachi.games.hanamikoji.kernel import layout as at
from hanamachi.games.hanamikoji.kernel.layout import Row, Rows
from hanamachi.games.hanamikoji.move_ids import MOST_MOVES, Cards, Ids
from hanamachi.games.kernels.chance import MIX, MIX_AGAIN, S27, S31
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy

Keys: TypeAlias = NDArray[np.uint64]

MOST_DEPTH = 12  # more decisions than the last four turns hold
ROOM = 8000  # more nodes than a deal has


class Index(NamedTuple):
    """A hash table with open addressing: the number of each case, by the deciding seat's knowledge."""

    keys: Keys
    numbers: NDArray[np.int64]  # -1 if free
    cases: NDArray[np.int64]  # a single number: the count of cases


class Walk(NamedTuple):
    """The path from the first node of a deal to the present one, by depth."""

    states: Rows
    listed: NDArray[np.int16]
    path: NDArray[np.int64]  # the node, its number of choices, and how many of them were followed


class Grown(NamedTuple):
    tree: Tree
    roots: NDArray[np.int64]  # the first node of each deal
    sizes: NDArray[np.int64]  # the counts of deals, nodes and cases


def new_tree(nodes: int) -> Tree:
    """Return an empty tree with room for so many nodes."""
    return Tree(
        parent=np.empty(nodes, np.int32),
        slot=np.empty(nodes, np.int32),
        case=np.empty(nodes, np.int32),
        value=np.empty(nodes),
        seat=np.empty(nodes, np.int8),
        time=np.empty(nodes, np.int8),
        first=np.zeros(nodes + 1, np.int32),
    )


@inner(inline="always")
def new_walk() -> Walk:
    return Walk(
        np.empty((MOST_DEPTH, at.FIELDS), np.int64),
        np.empty((MOST_DEPTH, MOST_MOVES), np.int16),
        np.empty((MOST_DEPTH, 3), np.int64),
    )


@inner(inline="always")
def new_index(nodes: int) -> Index:
    """Return an empty index. A case has at least two choices, so half of its places stay free."""
    places = 1024
    while places < nodes:
        places *= 2
    index = Index(np.empty(places, np.uint64), np.empty(places, np.int64), np.zeros(1, np.int64))
    for i in range(places):
        index.numbers[i] = -1
    return index


@inner
def knowledge(state: Row) -> np.uint64:
    """Return a hash of the deciding seat's knowledge. The public state is given, so the sides imply the rest.

    With four actions left that is not all: the order in which a seat used its two is forgotten.
    """
    seat = state[at.SEAT]
    key = np.uint64(state[at.OFFER] + 2) * MIX
    for field in (
        *(at.SIDES, at.SIDES + 1, at.UNUSED, at.UNUSED + 1),
        *(at.HANDS + seat, at.SECRETS + seat, at.DISCARDS + seat),
    ):
        key = (key ^ np.uint64(state[field])) * MIX
        key ^= key >> S27
    return key * MIX_AGAIN ^ np.uint64(seat)


@inner
def find(index: Index, key: np.uint64) -> int:
    """Return the place of a key, or the free one where it belongs."""
    last = len(index.keys) - 1
    place = int(np.int64(key >> S31) & last)
    while index.numbers[place] >= 0 and index.keys[place] != key:
        place = place + 1 & last
    return place


@inner
def go_on(state: Row, deal: Cards, draw: int, listed: Ids) -> int:
    """Draw and make forced moves. Return the number of choices then, or 0 at the end of the round."""
    while state[at.ASKED] < at.DEAL:
        if state[at.ASKED] == at.DRAW:
            state[at.HANDS + state[at.SEAT]] += 1 << 8 * deal[2 + state[at.TURN] - draw]
            state[at.ASKED] = at.ACT
        count = legal(state, listed)
        if count > 1:
            return count
        play(state, id_at(listed, 0))
    return 0


@inner
def case_of(state: Row, count: int, tree: Tree, index: Index) -> int:
    """Return the number of the deciding seat's case. A new case gets the next number."""
    key = knowledge(state)
    place, case = find(index, key), index.cases[0]
    if index.numbers[place] < 0:
        index.keys[place], index.numbers[place] = key, case
        index.cases[0] += 1
        tree.seat[case] = state[at.SEAT]
        tree.time[case] = 2 * state[at.TURN] - (1 if state[at.ASKED] == at.REPLY else 0)
        tree.first[case + 1] = tree.first[case] + count
    number: int = index.numbers[place]
    return number


@inner
def lay(public: Row, one: Cards, other: Cards, state: Row) -> None:
    """Write the public state with both hidden hands."""
    copy(public, state)
    state[at.HANDS], state[at.HANDS + 1] = one[0], other[0]
    state[at.SECRETS], state[at.SECRETS + 1] = one[1], other[1]
    state[at.DISCARDS], state[at.DISCARDS + 1] = one[2], other[2]


@inner
def link(tree: Tree, path: NDArray[np.int64], depth: int, node: int) -> None:
    """Attach a new node to the choice that was followed last."""
    tree.parent[node], tree.slot[node] = -1, -1
    if depth:
        up = path[depth - 1, 0]
        tree.parent[node], tree.slot[node] = up, tree.first[tree.case[up]] + path[depth - 1, 2] - 1


@entry
def grow(public: Row, favours: Favours, ones: Hidden, others: Hidden, deals: Deals, grown: Grown) -> None:
    """Write the tree of as many deals as there is room for."""
    tree, walk, index = grown.tree, new_walk(), new_index(len(grown.tree.parent))
    path = walk.path
    draw = public[at.TURN] + (1 if public[at.ASKED] == at.ACT else 0)
    done, n = 0, 0
    # numba gives a literal 0 its own type, and would compile everything that takes it twice.
    first_seat: int = np.int64(0)  # type: ignore[assignment]
    while done < len(deals.rows) and n + ROOM <= len(tree.parent):
        deal = deals.rows[done]
        lay(public, ones[deal[0]], others[deal[1]], walk.states[0])
        grown.roots[done], depth, new = n, 0, True
        while depth >= 0:
            state = walk.states[depth]
            if new:
                count = go_on(state, deal, draw, walk.listed[depth])
                link(tree, path, depth, n)
                path[depth, 0], path[depth, 1], path[depth, 2] = n, count, 0
                if count:
                    tree.case[n] = case_of(state, count, tree, index)
                else:
                    tree.case[n], tree.value[n] = LEAF, worth(state, first_seat, favours)
                n += 1
            new = path[depth, 2] < path[depth, 1]
            if new:
                copy(state, walk.states[depth + 1])
                play(walk.states[depth + 1], id_at(walk.listed[depth], path[depth, 2]))
                path[depth, 2] += 1
            depth += 1 if new else -1
        tree.value[grown.roots[done]] = deals.weights[done]
        done += 1
    grown.sizes[0], grown.sizes[1], grown.sizes[2] = done, n, index.cases[0]
