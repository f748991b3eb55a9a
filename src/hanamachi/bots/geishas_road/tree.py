"""Information-set Monte Carlo tree search (ISMCTS) with UCB.

A node stands for the answers since the root, whether or not both seats saw them. The cards of an offer lead
to the same node in any order. Each iteration takes a table that the seat cannot distinguish from the true
one, descends by UCB, each seat for its own good, adds a node, and plays at random to the end of the round.
"""

from math import log, sqrt
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numba import boolean, float64, int64, types, void
from numpy.typing import NDArray

from hanamachi.bots.geishas_road.search import LEGAL, PLAY, ROW, ROWS, STRIDE, Legal, Play, deal_anew
from hanamachi.bots.geishas_road.standing import standing
from hanamachi.bots.judge import Reply
from hanamachi.games.geishas_road.kernel import layout as at
from hanamachi.games.geishas_road.kernel.answers import legal, play
from hanamachi.games.geishas_road.kernel.chance import below
from hanamachi.games.geishas_road.kernel.layout import Row, Rows
from hanamachi.games.geishas_road.pieces import DECK
from hanamachi.games.kernels.chance import scrambled
from hanamachi.games.kernels.compiling import entry, inner
from hanamachi.games.kernels.rows import copy

COLOURS = 5
ANSWERS = len(DECK)  # an upper bound of the numbers of answers
CURIOSITY = 0.5  # the weight of exploration in UCB
DEEPEST = 200  # more decisions than a round can have
FURTHER = (  # steps that complete a move: cards of an action, changes of a Counteroffer, choices
    *(at.REVEALING, at.SETTING_LEFT, at.SETTING_RIGHT, at.HIDING, at.LAYING, at.PAIRING),
    *(at.REMOVING, at.REPLACING, at.CHOOSING),
)

Edges: TypeAlias = NDArray[np.int32]
Worths: TypeAlias = NDArray[np.float64]


class Tree(NamedTuple):
    """The search tree: edges by node and answer, nodes by number. The root is 0, so a child 0 means none."""

    child: Edges
    there: Edges  # how often the answer was legal
    visits: Row
    worths: Worths  # sums, from the side of the searching seat
    offers: Row  # a hash table: the cards of an offer with the node before the first of them; 0 if free
    meeting: Row  # beside each of these, the node they lead to
    ends: (
        Worths  # sums over the ends of the round: the lead in points of the searching seat, and then for each
    )
    # colour whether the seat won the geisha


named: Any = types.NamedTuple  # numba has no type hints for it
TREE = named([types.int32[:, ::1], types.int32[:, ::1], ROW, float64[::1], ROW, ROW, float64[::1]], Tree)


@inner(int64(TREE, int64))
def _noted(tree: Tree, offer: int) -> int:
    """Return the slot of an offer in the hash table, or the free one where it belongs."""
    last = len(tree.offers) - 1
    place = np.int64(scrambled(np.uint64(offer))) & last
    while tree.offers[place] != 0 and tree.offers[place] != offer:
        place = place + 1 & last
    return int(place)


@inner(int64(TREE, int64, int64, int64))
def _child(tree: Tree, node: int, offer: int, answer: int) -> int:
    """Return the node that an answer leads to, or 0 if there is none yet."""
    if offer and tree.child[node, answer] == 0:
        place = _noted(tree, offer | 1 << answer)
        if tree.offers[place]:
            tree.child[node, answer] = tree.meeting[place]
    return int(tree.child[node, answer])


@inner(void(TREE, int64, int64, int64, int64))
def _add(tree: Tree, node: int, offer: int, answer: int, child: int) -> None:
    tree.child[node, answer] = child
    if offer:
        place = _noted(tree, offer | 1 << answer)
        tree.offers[place], tree.meeting[place] = offer | 1 << answer, child


@inner(int64(TREE, ROW, int64, int64, int64, ROW, int64))
def _most_promising(tree: Tree, row: Row, seat: int, node: int, offer: int, answers: Row, n: int) -> int:
    """Return a random untried answer, else the one with the highest UCB for the deciding seat."""
    untried, best, most = 0, 0, -1.0
    for i in range(n):
        answer = answers[i]
        tree.there[node, answer] += 1
        child = _child(tree, node, offer, answer)
        if child == 0:
            untried += 1
            if below(row, untried) == 0:
                best = answer
        elif untried == 0:
            worth = tree.worths[child] / tree.visits[child]
            promise = worth if row[at.SEAT] == seat else 1.0 - worth
            promise += CURIOSITY * sqrt(log(tree.there[node, answer]) / tree.visits[child])
            if promise > most:
                best, most = answer, promise
    return best


@inner(int64(TREE, int64, ROW, int64, int64, ROW, ROW, LEGAL, PLAY))
def _walk(
    tree: Tree, size: int, row: Row, seat: int, now: int, answers: Row, path: Row, legal: Legal, play: Play
) -> int:
    """Descend to a new node, whose number is `size`, or to the end of the round. Return the length of the
    path."""
    depth = path[0] = offer = 0
    while path[depth] != size and row[at.NOW] != at.OVER and row[at.ROUND] == now:
        node = path[depth]
        if row[at.NOW] != at.LAYING:
            offer = 0
        elif offer == 0:
            offer = node + 1 << ANSWERS
        answer = _most_promising(tree, row, seat, node, offer, answers, legal(row, answers))
        if tree.child[node, answer] == 0:
            _add(tree, node, offer, answer, size)
        depth += 1
        path[depth] = tree.child[node, answer]
        offer |= (offer != 0) << answer
        play(row, answer)
    return depth


@entry(void(TREE, ROWS, int64, int64, int64, int64, boolean, LEGAL, PLAY))
def _grow(
    tree: Tree,
    worlds: Rows,
    seat: int,
    now: int,
    iterations: int,
    seed: int,
    by_lead: bool,
    legal: Legal,
    play: Play,
) -> None:
    """Run the iterations. `now` is the round to whose end each playout goes."""
    row, answers = np.empty(at.WIDTH, np.int64), np.empty(at.MOST, np.int64)
    path, size = np.empty(DEEPEST, np.int64), 1
    for n in range(iterations):
        copy(worlds[n % len(worlds)], row)
        row[at.CHANCE] = seed + STRIDE * n
        if len(worlds) == 1:
            deal_anew(row, seat)
        depth = _walk(tree, size, row, seat, now, answers, path, legal, play)
        size += path[depth] == size
        while row[at.NOW] != at.OVER and row[at.ROUND] == now:
            play(row, answers[below(row, legal(row, answers))])
        worth = standing(row, seat, by_lead)
        tree.ends[0] += row[at.TOTAL + seat] - row[at.TOTAL + 1 - seat]
        for colour in range(COLOURS):
            tree.ends[1 + colour] += row[at.WON + seat] >> colour & 1
        for i in range(depth + 1):
            tree.visits[path[i]] += 1
            tree.worths[path[i]] += worth


@entry(int64(TREE, ROW, int64, ROW, LEGAL, PLAY))
def _complete(tree: Tree, row: Row, seat: int, line: Row, legal: Legal, play: Play) -> int:
    """Write the most tried steps that complete a move, and return their number."""
    answers, node, offer, steps = np.empty(at.MOST, np.int64), 0, 0, 0
    while row[at.SEAT] == seat and row[at.NOW] in FURTHER:
        if row[at.NOW] != at.LAYING:
            offer = 0
        elif offer == 0:
            offer = node + 1 << ANSWERS
        best, most, then = 0, -1, 0
        for place in range(legal(row, answers)):
            child = _child(tree, node, offer, answers[place])
            tries = tree.visits[child] if child else 0
            if tries > most:
                best, most, then = place, tries, child
        line[steps] = best
        steps += 1
        node = then
        offer |= (offer != 0) << answers[best]
        play(row, answers[best])
    return steps


def grown(worlds: Rows, seat: int, now: int, iterations: int, seed: int, *, by_lead: bool = False) -> Tree:
    """Return a search tree with the root and one node for each iteration."""
    nodes, edges = iterations + 1, (iterations + 1, ANSWERS)
    notes = 1 << (2 * nodes).bit_length()  # more than twice as many as can be needed
    tree = Tree(
        *(np.zeros(edges, np.int32), np.zeros(edges, np.int32)),
        *(np.zeros(nodes, np.int64), np.zeros(nodes)),
        *(np.zeros(notes, np.int64), np.zeros(notes, np.int64)),
        np.zeros(1 + COLOURS),
    )
    _grow(tree, worlds, seat, now, iterations, seed, by_lead, legal, play)
    return tree


class Tried(NamedTuple):
    """For each legal answer: how often it was tried, and its mean worth."""

    tries: list[int]
    worths: list[float]


def search(worlds: Rows, iterations: int, seed: int, *, by_lead: bool = False) -> Tried:
    """Search for the deciding seat. The best answer is the one that was tried most.

    The worlds are tables that look the same to that seat, used in turn; a single one is dealt anew for each
    iteration.
    """
    tree = grown(worlds, worlds[0, at.SEAT], worlds[0, at.ROUND], iterations, seed, by_lead=by_lead)
    answers = np.empty(at.MOST, np.int64)
    tried = tree.child[0, answers[: legal(worlds[0], answers)]]
    visits = np.where(tried, tree.visits[tried], 0)
    worths = np.where(tried, tree.worths[tried] / np.maximum(visits, 1), 0.0)
    return Tried(visits.tolist(), worths.tolist())


class After(NamedTuple):
    """What comes of a move: its worth, its best completion, the mean lead after the round, how often the seat
    wins each geisha, and the rival's answer."""

    worth: float
    line: list[int]
    lead: float
    won: list[float]
    reply: Reply | None = None


def after(worlds: Rows, seat: int, now: int, iterations: int, seed: int) -> After:
    """Search the tables after a move of a seat in this round. There must be two or more; they are used in
    turn."""
    assert len(worlds) > 1
    tree = grown(worlds, seat, now, iterations, seed)
    worth, ends = float(tree.worths[0] / iterations), (tree.ends / iterations).tolist()
    return After(worth, completion(tree, worlds[0], seat), ends[0], ends[1:])


def completion(tree: Tree, table: Row, seat: int) -> list[int]:
    """Return the most tried steps until the move is complete, each by its place among the legal ones."""
    line = np.empty(DEEPEST, np.int64)
    steps: list[int] = line[: _complete(tree, table.copy(), seat, line, legal, play)].tolist()
    return steps


def reply(table: Row, iterations: int, seed: int) -> tuple[int, list[int]]:
    """Play the answer of the deciding seat, found from what that seat sees, as far as it was searched. Return
    its place, and all legal answers."""
    seat = int(table[at.SEAT])
    tree = grown(table[np.newaxis].copy(), seat, table[at.ROUND], iterations, seed)
    answers = np.empty(at.MOST, np.int64)
    listed = answers[: legal(table, answers)]
    tried = tree.child[0, listed]
    place = int(np.where(tried, tree.visits[tried], -1).argmax())
    play(table, int(listed[place]))
    return place, listed.tolist()
