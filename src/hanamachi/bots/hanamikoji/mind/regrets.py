"""Solve a two-player zero-sum game by CFR+ (counterfactual regret minimisation), on a tree in arrays.

CFR+ plays the game against itself, and makes each choice in proportion to its regret so far. The average
policy approaches an equilibrium (Tammelin 2014: regrets stay above zero, the seats take turns, later
iterations weigh more).
"""

from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hanamachi.games.kernels.compiling import entry, inner

Places: TypeAlias = NDArray[np.int32]
Seats: TypeAlias = NDArray[np.int8]
Table: TypeAlias = NDArray[np.float64]

LEAF = -1


class Tree(NamedTuple):
    """A game tree: nodes, each after its parent. A case is an information set; tables have a slot per
    choice."""

    parent: Places  # -1 for the first node of a deal
    slot: Places  # of the choice that leads to this node
    case: Places  # LEAF for a leaf
    value: Table  # of a leaf: its worth to seat 0; of a first node: the probability of the deal
    seat: Seats  # by case: the deciding seat
    time: Seats  # by case: the time, less than that of its children
    first: Places  # by case: its first slot; one more at the end


@inner
def match(tree: Tree, regrets: Table, policy: Table, seat: int) -> None:
    """Set the policy in proportion to positive regrets, or uniform where there are none (regret matching)."""
    for case in range(len(tree.seat)):
        if tree.seat[case] != seat:
            continue
        first, end, whole = tree.first[case], tree.first[case + 1], 0.0
        for slot in range(first, end):
            regrets[slot] = max(regrets[slot], 0.0)
            whole += regrets[slot]
        for slot in range(first, end):
            policy[slot] = regrets[slot] / whole if whole > 0 else 1 / (end - first)


@inner
def flow(tree: Tree, policy: Table, seat: int, weight: float, own: Table, far: Table, average: Table) -> None:
    """Write each node's reach probability: by the seat's own choices, and by the rival's and chance."""
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


@inner
def regret(tree: Tree, policy: Table, seat: int, far: Table, worths: Table, regrets: Table) -> None:
    """Add the regrets from the leaves up: the counterfactual value of each choice, less that of its node."""
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


@entry
def solve(tree: Tree, rounds: int) -> Table:
    """Run CFR+ and return the average policy, slot by slot."""
    slots, nodes = tree.first[-1], len(tree.parent)
    regrets, policy, average = np.zeros(slots), np.zeros(slots), np.zeros(slots)
    own, far, worths = np.empty(nodes), np.empty(nodes), np.empty(nodes)
    for seat in range(2):  # a loop: two calls with literals 0 and 1 would be compiled twice
        match(tree, regrets, policy, seat)
    for number in range(rounds):
        for seat in range(2):
            flow(tree, policy, seat, number + 1.0, own, far, average)
            regret(tree, policy, seat, far, worths, regrets)
            match(tree, regrets, policy, seat)
    for seat in range(2):
        match(tree, average, policy, seat)
    return policy
