"""Build a whole two-player game as a tree for our own CFR+ (bots/hanamikoji/mind/regrets.py). Small games
only.

That solver knows chance only at the beginning. Where nature's draws do not depend on the players' moves
(cards are drawn from one pool), all draws can be made before the first decision: a *deal* is every draw of a
game, in order, with its probability.
"""

from collections.abc import Iterator

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

from hanamachi.adapters.setting import Setting, returns
from hanamachi.adapters.tensors import information_text
from hanamachi.bots.hanamikoji.mind.regrets import LEAF, Table, Tree, flow
from hanamachi.core.game import NATURE, Move, State, Told
from hanamachi.games.kernels.compiling import entry

Deal = tuple[tuple[Move, ...], float]


def deals(state: State, thrown: tuple[Move, ...] = (), probability: float = 1.0) -> Iterator[Deal]:
    """Yield every deal. Players always make their first move, because it makes no difference."""
    while state.actor is not None and (state.actor != NATURE or len(state.odds()) == 1):
        state = state.play(state.moves()[0])
    if state.actor is None:
        yield thrown, probability
        return
    odds = state.odds()
    total = sum(weight for _, weight in odds)
    for move, weight in odds:
        yield from deals(state.play(move), (*thrown, move), probability * weight / total)


class Spot(Struct, frozen=True):
    """A place in a deal's tree: the state, both stories, and the parent node."""

    state: State
    stories: tuple[tuple[Told, ...], tuple[Told, ...]]
    thrown: int  # how many draws of the deal have been used
    parent: int
    slot: int
    depth: int

    def played(self, move: Move) -> "Spot":
        seat = self.state.actor
        assert seat is not None
        one, other = (
            (*story, Told(seat, self.state.veil(move, who))) for who, story in enumerate(self.stories)
        )
        random = seat == NATURE and len(self.state.odds()) > 1
        return replace(self, state=self.state.play(move), stories=(one, other), thrown=self.thrown + random)


class Grower:
    """Collects nodes, each after its parent, and numbers the information sets."""

    def __init__(self) -> None:
        self.parent, self.slot, self.case, self.value = [list[int](), list[int](), list[int](), list[float]()]
        self.seats, self.times, self.first = list[int](), list[int](), [0]
        self.cases = dict[str, int]()

    def grow(self, start: State, deal: Deal) -> None:
        thrown, probability = deal
        spots = [settled(Spot(start, stories=((), ()), thrown=0, parent=-1, slot=-1, depth=0), thrown)]
        while spots:
            spot = spots.pop()
            node = self.write(spot, probability)
            if self.case[node] == LEAF:
                continue
            first = self.first[self.case[node]]
            for n, move in enumerate(spot.state.moves()):
                after = settled(spot.played(move), thrown)
                spots.append(replace(after, parent=node, slot=first + n, depth=spot.depth + 1))

    def write(self, spot: Spot, probability: float) -> int:
        outcome = spot.state.outcome()
        self.parent.append(spot.parent)
        self.slot.append(spot.slot)
        self.case.append(LEAF if outcome else self.case_of(spot))
        self.value.append(returns(outcome)[0] if outcome else probability if spot.parent < 0 else 0.0)
        return len(self.parent) - 1

    def case_of(self, spot: Spot) -> int:
        """Return the number of the deciding seat's information set: its view and its story."""
        seat = spot.state.actor
        assert seat is not None
        text = information_text(spot.state.view(seat), spot.stories[seat])
        if text not in self.cases:
            self.cases[text] = len(self.cases)
            self.seats.append(seat)
            self.times.append(spot.depth)
            self.first.append(self.first[-1] + len(spot.state.moves()))
        return self.cases[text]

    def tree(self) -> Tree:
        return Tree(
            parent=np.array(self.parent, np.int32),
            slot=np.array(self.slot, np.int32),
            case=np.array(self.case, np.int32),
            value=np.array(self.value),
            seat=np.array(self.seats, np.int8),
            time=np.array(self.times, np.int8),
            first=np.array(self.first, np.int32),
        )


def settled(spot: Spot, thrown: tuple[Move, ...]) -> Spot:
    """Play nature's moves as they were dealt, and forced decisions, which are no nodes."""
    while (actor := spot.state.actor) is not None:
        moves = spot.state.moves()
        if len(moves) > 1 and actor != NATURE:
            return spot
        spot = spot.played(moves[0] if len(moves) == 1 else thrown[spot.thrown])
    return spot


def grown(setting: Setting) -> Tree:
    """Return the tree of the whole game: every deal, every decision. The setting must be small."""
    start, grower = setting.start(), Grower()
    for deal in deals(start):
        grower.grow(start, deal)
    return grower.tree()


@entry
def value(tree: Tree, policy: Table) -> float:
    """Return the value to seat 0 when both seats play this policy."""
    nodes, whole = len(tree.parent), 0.0
    own, far, average = np.empty(nodes), np.empty(nodes), np.zeros(len(policy))
    flow(tree, policy, 0, 0.0, own, far, average)
    for node in range(nodes):
        if tree.case[node] == LEAF:
            whole += own[node] * far[node] * tree.value[node]
    return whole
