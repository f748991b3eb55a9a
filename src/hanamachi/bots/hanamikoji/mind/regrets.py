"""CFR+ on any game of two seats for a stake, written down in a row.

Counterfactual regret minimisation plays the game against itself, each time with choices in proportion to how
much they have been regretted; the average of what it played comes close to an equilibrium (Tammelin 2014: the
regrets stay above zero, the seats take turns, later rounds weigh more).
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numba import njit
from numpy.typing import NDArray

Places: TypeAlias = NDArray[np.int32]
Seats: TypeAlias = NDArray[np.int8]
Table: TypeAlias = NDArray[np.float64]

LEAF = -1


class Tree(NamedTuple):
    """Nodes, each after its parent. What a seat knows is a case; tables have a slot for each choice."""

    parent: Places  # of the first node of a deal: -1
    slot: Places  # of the choice that leads to this node
    case: Places  # of a leaf: LEAF
    value: Table  # of a leaf: its worth to seat 0; of a first node: how probable the deal is
    seat: Seats  # of each case: who is asked
    time: Seats  # of each case: when; a parent's is less
    first: Places  # of each case: its first slot; one more at the end


@njit(cache=True)
def match(tree: Tree, regrets: Table, policy: Table, seat: int) -> None:
    """Choose in proportion to regrets; where there are none, evenly."""
    for case in range(len(tree.seat)):
        if tree.seat[case] != seat:
            continue
        first, end, whole = tree.first[case], tree.first[case + 1], 0.0
        for slot in range(first, end):
            regrets[slot] = max(regrets[slot], 0.0)
            whole += regrets[slot]
        for slot in range(first, end):
            policy[slot] = regrets[slot] / whole if whole > 0 else 1 / (end - first)


@njit(cache=True)
def flow(tree: Tree, policy: Table, seat: int, weight: float, own: Table, far: Table, average: Table) -> None:
    """How probably each node is reached: by the seat's own choices, and by the rival's and chance."""
    for node in range(len(tree.parent)):
        up = tree.parent[node]
        if up < 0:
            own[node], far[node] = 1.0, tree.value[node]
            continue
        slot = tree.slot[node]
        own[node], far[node] = own[up], far[up]
        if tree.seat[tree.case[up]] == seat:
            own[node] *= policy[slot]
            average[slot] += weight * own[node]
        else:
            far[node] *= policy[slot]


@njit(cache=True)
def regret(tree: Tree, policy: Table, seat: int, far: Table, worths: Table, regrets: Table) -> None:
    """From the leaves up: what each choice would have been worth, and how much more that is than what was."""
    sign = 1.0 - 2.0 * seat
    for node in range(len(tree.parent)):
        worths[node] = sign * far[node] * tree.value[node] if tree.case[node] == LEAF else 0.0
    for node in range(len(tree.parent) - 1, -1, -1):
        up, case, worth = tree.parent[node], tree.case[node], worths[node]
        if case != LEAF and tree.seat[case] == seat:
            for slot in range(tree.first[case], tree.first[case + 1]):
                regrets[slot] -= worth
        if up < 0:
            continue
        if tree.seat[tree.case[up]] == seat:
            regrets[tree.slot[node]] += worth
            worths[up] += policy[tree.slot[node]] * worth
        else:
            worths[up] += worth


@njit(cache=True, nogil=True)
def solve(tree: Tree, rounds: int) -> Table:
    """The average policy, slot by slot."""
    slots, nodes = tree.first[-1], len(tree.parent)
    regrets, policy, average = np.zeros(slots), np.zeros(slots), np.zeros(slots)
    own, far, worths = np.empty(nodes), np.empty(nodes), np.empty(nodes)
    for seat in range(2):  # said twice with 0 and 1, numba would compile it for either
        match(tree, regrets, policy, seat)
    for number in range(rounds):
        for seat in range(2):
            flow(tree, policy, seat, number + 1.0, own, far, average)
            regret(tree, policy, seat, far, worths, regrets)
            match(tree, regrets, policy, seat)
    for seat in range(2):
        match(tree, average, policy, seat)
    return policy
